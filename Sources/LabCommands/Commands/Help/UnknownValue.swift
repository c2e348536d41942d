import TextFormats

/// What the parser of arguments says of a value that is none of the allowed ones, with the one that was
/// probably meant.
struct UnknownValue: CustomStringConvertible {
  private let message: String

  /// - Parameter message: the parser's own.
  init(_ message: String) { self.message = message }

  var description: String {
    guard
      let found = message.firstMatch(
        of: #/The value '([^'\n]*)' is invalid for '[^'\n]*'\.( Please provide one of )/#),
      let nearest = nearestWord(to: String(found.output.1), among: allowed(from: found.range.upperBound))
    else { return message }
    var text = message
    text.insert(contentsOf: " Did you mean '\(nearest)'?", at: found.output.2.startIndex)
    return text
  }

  /// The values that the parser lists: on the same line in quotes, or each on a line of its own.
  private func allowed(from start: String.Index) -> [String] {
    let listed = message[start...]
    let line = listed.prefix { $0 != "\n" }
    let quoted = line.matches(of: #/'([^']*)'/#).map { String($0.output.1) }
    guard quoted.isEmpty else { return quoted }
    return listed.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("  - ") }.map {
      String($0.dropFirst(4))
    }
  }
}
