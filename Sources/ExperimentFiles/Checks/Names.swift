import Foundation
import TextFormats

extension ProblemList {
  /// Refuses names that a reader of a table could not tell apart.
  func checkApart(_ entries: [LocatedNode.Entry], noun: String) {
    var known: [String: LocatedNode.Entry] = [:]
    for entry in entries {
      guard let other = known.updateValue(entry, forKey: seenName(entry.key)) else { continue }
      error(
        entry.point,
        "expected a name for \(noun) that differs from the others in more than case, blanks or the way its characters "
          + "are composed, found \(entry.key.cited) beside \(other.key.cited) of line \(other.point.line). Rename one"
      )
    }
  }

  /// Checks the name that an entry gives to what stands after it: tables and messages show it on one line.
  func checkName(_ entry: LocatedNode.Entry, noun: String) {
    guard let fault = nameProblem(entry.key) else { return }
    error(
      entry.point,
      "expected a name for \(noun) of 1 to 200 characters on one line, found \(fault). Write a shorter or plainer one"
    )
  }
}

/// What keeps a text from being a name; `nil` where it is one.
///
/// A name is a column of tables and a word in messages, so it has 1 to 200
/// characters that can be seen, on one line.
private func nameProblem(_ name: String) -> String? {
  if name.isEmpty { return "none" }
  if name.contains(where: \.isNewline) { return "several lines" }
  if let control = name.unicodeScalars.first(where: \.isControl) {
    return "the control character \(control.value)"
  }
  if name.allSatisfy(\.isWhitespace) { return "only blanks" }
  if name.count > 200 { return "\(name.count) characters" }
  // Combining marks make one character of any number of scalars.
  if name.unicodeScalars.count > 1000 { return "\(name.unicodeScalars.count) combined characters" }
  return nil
}

/// A name as far as a person can tell it from others.
///
/// Case, blanks and characters that cannot be seen are no difference, and neither is the way in which Unicode composes
/// a character: `"B "` and `b` are one.
private func seenName(_ name: String) -> String {
  let visible = name.composed(\.precomposedStringWithCompatibilityMapping).unicodeScalars
    .filter { !$0.properties.isDefaultIgnorableCodePoint }
  let words = String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace)
  return words.joined(separator: " ").lowercased().composed(\.precomposedStringWithCanonicalMapping)
}

extension String {
  /// One of its compositions, which ASCII has none of: what composes takes half a megabyte.
  fileprivate func composed(_ composition: KeyPath<String, String>) -> String {
    utf8.allSatisfy { $0 < 0x80 } ? self : self[keyPath: composition]
  }
}
