import ExperimentDesign
import RuleBook
import Studies
import TextFormats

/// What the platform's rules say, in the JSON of a run.
extension RunJSON {
  /// The findings of an arm, or without one those of the whole file; of a run that was never held against
  /// the rules, what forbids the arm alone, and null for the whole file.
  static func findings(ofArm position: Int?, in outline: RunOutline) -> JSONValue {
    guard let platform = outline.platform else {
      guard let position else { return .null }
      return .list(
        outline.arms[position].findings.map {
          .object([("rule", .text($0.rule)), ("reason", .text($0.reason))])
        })
    }
    let found = platform.findings.filter { finding in
      position.map { finding.arms.contains($0) } ?? finding.arms.isEmpty
    }
    let own = PlatformDescription(findings: found, sights: []).ranked
    let forbidding = position.map { outline.arms[$0].findings.map(\.rule) } ?? []
    return .list(own.map { finding($0, forbidding: forbidding) })
  }

  /// - Parameter forbidding: the rules that forbid the arm.
  private static func finding(_ finding: DescribedFinding, forbidding: [String]) -> JSONValue {
    let location = finding.location
    return .object([
      ("rule", .optional(finding.rules.first { forbidding.contains($0) } ?? finding.rules.first)),
      ("reason", .text(finding.what)), ("pitfall", .text(finding.pitfall)),
      ("rules", .list(finding.rules.map { .text($0) })), ("severity", .text(finding.severity.rawValue)),
      ("forbids", .flag(finding.forbids)), ("why", .text(finding.why)), ("fix", .text(finding.fix)),
      ("waived", .optional(finding.waived)), ("file", .text(location.file)),
      ("line", location.line > 0 ? .integer(Int64(location.line)) : .null),
      ("column", location.line > 0 ? .integer(Int64(location.column)) : .null), ("key", .text(location.key)),
    ])
  }

  /// What a reviewer would see of an arm; null where the run was never held against the rules.
  static func sights(ofArm position: Int, in outline: RunOutline) -> JSONValue {
    guard let platform = outline.platform else { return .null }
    return .list(
      platform.sights.filter { $0.arm == position }.map { sight in
        let names = sight.names(in: outline)
        return .object([
          ("scenario", .optional(names.scenario)), ("segment", .optional(names.segment)),
          ("sight", .text(sight.outcome.rawValue)), ("after_seconds", .optional(sight.afterSeconds)),
          ("review_note", .optional(sight.reviewNote)), ("words", .text(sight.words)),
        ])
      })
  }
}
