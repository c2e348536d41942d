import ExperimentDesign
import Rendering
import RuleBook
import Studies
import TextFormats

/// The platform checks, in the JSON of a run.
extension RunJSON {
  /// The findings of an arm, or without one those of the whole file; of a run that was never held against
  /// the rules, what forbids the arm alone, and null for the whole file.
  static func findings(ofArm position: Int?, in outline: RunOutline) -> JSONValue {
    guard let platform = outline.platform else {
      guard let position else { return .null }
      return RecordTable(fields: RecordField.rule, rows: outline.arms[position].findings).json
    }
    let found = platform.findings.filter { finding in
      position.map { finding.arms.contains($0) } ?? finding.arms.isEmpty
    }
    let forbidding = position.map { outline.arms[$0].findings.map(\.rule) } ?? []
    return RecordTable(
      fields: [
        .init(key: "rule") { finding in
          .optional(finding.rules.first { forbidding.contains($0) } ?? finding.rules.first)
        },
        .init(key: "reason") { .text($0.what) },
      ] + RecordField.pitfall + [.forbids] + RecordField.advice + RecordField.location.of { $0.location },
      rows: PlatformDescription(findings: found, visibilities: []).ranked
    ).json
  }

  /// What a reviewer would see of an arm; null where the run was never held against the rules.
  static func visibilities(ofArm position: Int, in outline: RunOutline) -> JSONValue {
    guard let platform = outline.platform else { return .null }
    return RecordTable(
      fields: RecordField.holdsFor + RecordField.visibility + RecordField.words,
      rows: platform.visibilities.filter { $0.arm == position }.map { $0.named(in: outline) }
    ).json
  }
}
