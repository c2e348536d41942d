import ExperimentDesign

/// A comment that accepts findings, in any language's form: `att-lab:disable:next L11 we ask again later`.
public struct Suppression: Hashable, Sendable {
  /// Which lines it is about.
  public enum Scope: String, CaseIterable, Hashable, Sendable {
    /// The line it stands on.
    case this
    /// The next line that is not such a comment too.
    case next
    /// The whole file.
    case file = ""
  }

  /// Where the comment stands.
  public var place: CodePlace
  /// The lines it is about.
  public var lines: ClosedRange<Int>
  /// The rules it accepts.
  public var rules: [String]
  /// Why the findings are accepted; without it nothing is.
  public var reason: String

  /// What every such comment has in it.
  static let mark = Array("att-lab:disable".utf8)

  /// All of a file, by its lines.
  public static func all(in bytes: [UInt8], path: String) -> [Suppression] {
    guard bytes.firstOffset(of: mark) != nil else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let start = lines[index].firstRange(of: mark) else { return nil }
      var words = String(decoding: lines[index][start.upperBound...], as: UTF8.self)
      for end in ["*/", "-->"] {
        if let found = words.firstRange(of: end) { words = String(words[..<found.lowerBound]) }
      }
      var parts = words.split { $0.isWhitespace || $0 == "," }.map(String.init)
      let scope = words.first == ":" ? String((parts.isEmpty ? "" : parts.removeFirst()).dropFirst()) : ""
      let rules = parts.prefix { word in
        "LR".contains(word.prefix(1)) && word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
      }
      let line = index + 1
      let about: ClosedRange<Int>
      switch Scope(rawValue: scope) {
      case .file: about = 0...Int.max
      case .this: about = line...line
      case .next:
        var next = index + 1
        while next < lines.count, lines[next].firstRange(of: mark) != nil { next += 1 }
        // A chain of calls goes on over the lines that begin with a dot.
        var last = next
        while last + 1 < lines.count,
          lines[last + 1].first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: ".")
        {
          last += 1
        }
        about = (next + 1)...(last + 1)
      case nil: return Suppression(path, line, line...line, [], "")
      }
      return Suppression(
        path, line, about, Array(rules), parts.dropFirst(rules.count).joined(separator: " "))
    }
  }

  private init(
    _ path: String, _ line: Int, _ lines: ClosedRange<Int>, _ rules: [String], _ reason: String
  ) {
    place = CodePlace(file: path, line: line, column: 1)
    self.lines = lines
    self.rules = rules
    self.reason = reason
  }

  /// Whether it accepts a finding.
  func accepts(_ finding: AppFinding) -> Bool {
    fault == nil && place.file == finding.file && lines.contains(finding.line)
      && rules.contains(finding.rule)
  }

  /// That it accepts nothing, and why; `nil` where it is as it should be.
  var fault: AppFinding? {
    guard rules.isEmpty || reason.isEmpty else { return nil }
    return AppFinding(
      "config", .warning, at: place,
      rules.isEmpty
        ? "The comment names no rule, so it accepts nothing."
        : "The comment gives no reason, so it accepts nothing.",
      fix: "Write att-lab:disable:next, :this or nothing for the file; then the rule, then the reason.")
  }
}
