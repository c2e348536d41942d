import ExperimentDesign
import Rendering

/// The platform checks, as a person reads it under the table of the arms: a line per finding,
/// and one for what was found in several arms alike.
///
/// Notes and what is accepted are counted only, and so is what would make a wall of lines.
struct FindingLines {
  var record: PlatformDescription
  /// Names of the arms, in the order of the file.
  var arms: [String]
  /// The command that shows all of it.
  var more: String

  /// Findings that are listed one by one.
  static let most = 10

  var blocks: [ReviewDocument.Block] {
    guard !record.findings.isEmpty else { return [.text("Platform checks: no issues found.")] }
    let found = record.alike
    let telling = found.filter { $0.forbids || ($0.waived == nil && $0.severity != .note) }
    let shown = Array(telling.prefix(Self.most))
    let verdicts = padded(shown.map(\.verdict))
    let tags = padded(shown.map { "\($0.pitfall) (\($0.rules.joined(separator: ", ")))" })
    let listed = shown.enumerated().map { position, finding in
      ReviewDocument.Block.labelled(
        "  \(verdicts[position])  \(tags[position])  ",
        "\(finding.subject(arms, most: 2)): \(finding.what)\(acceptance(finding))", .warning)
    }
    return [.text("Platform checks:")] + listed + [
      .labelled("  ", "\(rest(of: found, beyond: shown))", .plain)
    ]
  }

  /// The words with blanks after them, all as wide as the widest.
  private func padded(_ words: [String]) -> [String] {
    let width = words.map(TerminalText.width).max() ?? 0
    return words.map { $0 + String(repeating: " ", count: width - TerminalText.width($0)) }
  }

  private func acceptance(_ finding: DescribedFinding) -> String {
    finding.waived.map { " Waived: \($0)" } ?? ""
  }

  /// How many there are besides, and where all of it is shown.
  private func rest(of found: [DescribedFinding], beyond shown: [DescribedFinding]) -> String {
    let others = found.filter { !shown.contains($0) }
    let open = others.filter { $0.waived == nil }
    var counts = Severity.allCases.compactMap { severity in
      let count = open.count { $0.severity == severity }
      return count == 0
        ? nil : "\(count)\(shown.isEmpty ? "" : " more") \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let waived = others.count - open.count
    if waived > 0 { counts.append("\(waived) waived") }
    return (counts.isEmpty ? "" : counts.joined(separator: ", ") + ". ") + "Why, and the fix: \(more)"
  }
}

extension PlatformDescription {
  /// The findings by weight, with those that differ in nothing but path and arms as one.
  var alike: [DescribedFinding] {
    var found: [DescribedFinding] = []
    var positions: [[String]: Int] = [:]
    for finding in ranked {
      let kind = finding.arms.isEmpty ? "whole file" : "arms"
      let words =
        [kind, finding.verdict, finding.pitfall, finding.what, finding.fix, finding.waived ?? ""]
        + finding.rules
      if let position = positions[words] {
        found[position].arms = Set(found[position].arms + finding.arms).sorted()
      } else {
        positions[words] = found.count
        found.append(finding)
      }
    }
    return found
  }
}

extension DescribedFinding {
  /// The one word for its consequence: that its arms are not allowed, that it is accepted, or its severity.
  var verdict: String {
    finding.forbids ? "not allowed" : finding.waived == nil ? finding.severity.rawValue : "waived"
  }

  /// What it is about: its arms, or the whole file.
  ///
  /// - Parameters:
  ///   - names: of all arms, in the order of the file.
  ///   - most: how many arms are named; the others are counted.
  func subject(_ names: [String], most: Int) -> String {
    let arms = finding.arms
    if arms.isEmpty { return "whole file" }
    let named = arms.prefix(most).map { names[$0] }.joined(separator: ", ")
    return arms.count > most ? "\(named) and \(arms.count - most) more" : named
  }
}
