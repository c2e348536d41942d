import ExperimentDesign
package import PlatformChecks
package import Rendering
import RuleBook

/// What `check` found, as a person and an editor read it.
package struct CheckText {
  /// What was found.
  package var report: CheckReport
  /// How many files of a folder could not be read and were left out.
  package var leftOut: Int
  /// The experiment file's own warnings, one line each, as `simulate` prints them.
  package var warnings: [String]

  /// Creates a report.
  package init(report: CheckReport, leftOut: Int = 0, warnings: [String] = []) {
    self.report = report
    self.leftOut = leftOut
    self.warnings = warnings
  }

  /// The whole text.
  package var document: ReviewDocument {
    var sections: [[ReviewDocument.Block]] = []
    if leftOut > 0 {
      let files = leftOut == 1 ? "1 file" : "\(leftOut) files"
      sections.append([
        .line("\(files) could not be read and \(leftOut == 1 ? "was" : "were") skipped.", .warning)
      ])
    }
    sections += warnings.map { [.line("\($0)", .warning)] }
    sections += report.findings.map(blocks)
    sections += [sources, reviewer]
    return ReviewDocument(sections + [closing])
  }

  private func blocks(_ finding: DescribedFinding) -> [ReviewDocument.Block] {
    let at = finding.location
    let location = at.line > 0 ? "\(at.file):\(at.line):\(at.column)" : at.file
    let word = finding.waived == nil ? finding.severity.rawValue : "waived"
    let arms = finding.arms.isEmpty ? "" : " (\(report.arms(of: finding).joined(separator: ", ")))"
    let head =
      "\(location): \(word): \(finding.pitfall) (\(finding.rules.joined(separator: ", "))): "
      + "\(finding.what) [\(at.key)]\(arms)"
    let last: ReviewDocument.Block =
      if let reason = finding.waived {
        .labelled("  waived  ", "\(reason)", .plain)
      } else {
        .labelled("  fix   ", "\(finding.fix)", .plain)
      }
    return [
      .line("\(head)", finding.severity == .note ? .plain : .warning),
      .labelled("  why   ", "\(finding.why)", .plain),
      last,
    ]
  }

  /// What calls in the sources say, a line each that an editor can jump to.
  private var sources: [ReviewDocument.Block] {
    guard report.sources > 0 else { return [] }
    let files = report.sources == 1 ? "1 source" : "\(report.sources) sources"
    var blocks: [ReviewDocument.Block] = [
      .title("Found in \(files) (att-lab cannot check whether a call is reached)")
    ]
    for evidence in report.evidence {
      let location = evidence.locations.first.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
      let rules = evidence.pitfall.rules.joined(separator: ", ")
      blocks.append(
        .line(
          "\(location)evidence: \(evidence.pitfall.tag) (\(rules)): \(evidence.says)",
          evidence.leaning == .suggests ? .warning : .plain))
      for location in evidence.locations.dropFirst().prefix(Self.mostLocations) {
        blocks.append(.line("  and \(location.file):\(location.line):\(location.column)", .plain))
      }
      let rest = evidence.locations.count - 1 - Self.mostLocations
      if rest > 0 { blocks.append(.line("  and \(rest) more", .plain)) }
    }
    return blocks
  }

  /// Places of one piece of evidence that are shown beside its first.
  private static let mostLocations = 5

  private var reviewer: [ReviewDocument.Block] {
    ReviewerLines(
      report.reviewer.map { seen in
        let names = report.names(of: seen)
        return (names.arm, names.scenario, names.segment, seen.words)
      }
    ).blocks
  }

  private var closing: [ReviewDocument.Block] {
    var blocks: [ReviewDocument.Block] = []
    if !report.unusedWaivers.isEmpty {
      blocks.append(
        .paragraph(
          "Unused waivers: \(report.unusedWaivers.joined(separator: ", ")). Remove them.",
          .warning,
          indent: ""))
    }
    let unknown = report.standings.filter { $0.outcome == .unknown }.count
    let clear = report.standings.filter { $0.outcome == .clear }.count
    var parts = ["\(clear) passed"]
    let unjudged = report.standings.filter { $0.outcome == .notJudged }
    if let all = unjudged.max(by: { $0.unjudgedLanguages.count < $1.unjudgedLanguages.count }) {
      let tags = unjudged.map(\.pitfall.tag).joined(separator: ", ")
      parts.append(
        "\(unjudged.count) \(unjudged.count == 1 ? "was" : "were") not judged \(all.unjudgedWords) (\(tags))")
    }
    if unknown > 0 { parts.append("\(unknown) need information not in these files (add --list to see them)") }
    let last = parts.removeLast()
    let checks = parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
    let doubts =
      warnings.isEmpty
      ? "" : "\(warnings.count) \(warnings.count == 1 ? "warning" : "warnings") of the experiment file, "
    return blocks + [
      .text("\(doubts)\(Self.counts(report)); of \(report.standings.count) checks \(checks).")
    ]
  }

  /// The findings by severity, in words.
  static func counts(_ report: CheckReport) -> String {
    func words(_ severity: Severity) -> String {
      let count = report.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let waived = report.findings.filter { $0.waived != nil }.count
    return "\(words(.error)), \(words(.warning)), \(words(.note))" + (waived > 0 ? ", \(waived) waived" : "")
  }

  /// All pitfalls with where each is seen, for `check --list`, and what became of each where files were given.
  package static func list(_ report: CheckReport?) -> ReviewDocument {
    ReviewDocument([
      Pitfall.all.flatMap { pitfall -> [ReviewDocument.Block] in
        let tag = pitfall.tag + String(repeating: " ", count: 4 - pitfall.tag.count)
        var outcome = ""
        let standing = report?.standings.first { $0.pitfall == pitfall }
        switch standing?.outcome {
        case .found: outcome = ": found"
        case .clear: outcome = ": passed"
        case .notJudged: outcome = ": not judged \(standing?.unjudgedWords ?? "")"
        case .unknown: outcome = ": not in these files"
        case nil: break
        }
        return [
          .line("\(tag) \(pitfall.title)  (\(pitfall.severityWords))\(outcome)", .strong),
          .labelled("     ", "\(pitfall.seenIn.words)\(pitfall.limit.map { ". \($0)" } ?? "")", .plain),
        ]
      }
    ])
  }
}
