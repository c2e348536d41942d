package import ExperimentDesign

/// A comment that accepts findings, in any language's form: `att-lab:disable:next L11 we ask again later`.
package struct Suppression: Hashable, Sendable {
  package var place: FileLocation
  package var lines: ClosedRange<Int>
  package var rules: [String]
  /// Why the findings are accepted; without it nothing is.
  package var reason: String

  /// What every such comment has in it.
  static let mark = Array("att-lab:disable".utf8)

  package static func all(in bytes: [UInt8], path: String) -> [Suppression] {
    guard bytes.firstOffset(of: mark) != nil else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard let start = lines[index].firstRange(of: mark) else { return nil }
      let written = String(decoding: lines[index][start.upperBound...], as: UTF8.self)
      let words = written.replacing("*/", with: " ").replacing("-->", with: " ")
      // No part gives back what it took, so that a line of any length is read once.
      let form = /(:[^\s,]*+)?((?:[\s,]++[LR]\d++(?=[\s,]|$))*+)[\s,]*+(.*)/
      guard let (_, scope, tags, reason) = words.prefixMatch(of: form)?.output else { return nil }
      // The next line that is not such a comment too; a chain of calls goes on over lines that begin with a dot.
      let next = 1 + (lines[(index + 1)...].firstIndex { $0.firstRange(of: mark) == nil } ?? lines.count)
      let chain = lines.dropFirst(next).prefix { $0.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: ".") }
      let scopes: [Substring?: ClosedRange<Int>] = [
        nil: 0...Int.max, ":this": (index + 1)...(index + 1), ":next": next...(next + chain.count),
      ]
      // Another word is no scope, so the comment accepts nothing.
      let rules = scopes[scope] == nil ? [] : tags.split { $0.isWhitespace || $0 == "," }.map(String.init)
      return Suppression(
        place: FileLocation(file: path, line: index + 1, column: 1), lines: scopes[scope] ?? 0...0,
        rules: rules, reason: reason.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
  }

  func accepts(_ finding: Finding) -> Bool {
    fault == nil && lines.contains(finding.line) && rules.contains(finding.rule)
  }

  /// That it accepts nothing, and why; `nil` where it is as it should be.
  var fault: Finding? {
    guard let lacks = rules.isEmpty ? "names no rule" : reason.isEmpty ? "gives no reason" : nil
    else { return nil }
    return Finding(
      "config", .warning, at: place, "The comment \(lacks), so it accepts nothing.",
      fix: "Write att-lab:disable:next, :this or nothing for the file; then the rule, then the reason.")
  }
}
