import ExperimentDesign
import RuleBook

struct Inspection {
  /// Names of the experiment's arms, in its order; empty without an experiment.
  let arms: [String]
  private(set) var findings: [Finding] = []
  /// Where each finding stands in the list by what makes it one, so that a hostile file with very many is not compared
  /// pair by pair.
  private var known: [String: Int] = [:]

  init(arms: [String]) { self.arms = arms }

  /// Notes a case of a pitfall; one seen at the same location in several arms is reported once.
  ///
  /// - Parameters:
  ///   - severity: What it costs, if that is not what the case says; and so of the rules.
  ///   - change: What to write for a key whose value is a preset's; `nil` where no value helps.
  mutating func note(
    _ name: String, _ words: [String: String] = [:], at location: FileLocation, severity: Severity? = nil,
    arm: String? = nil, rules: [String]? = nil, change: (_ key: String) -> String? = { "adjust.\($0)" }
  ) {
    guard let found = PitfallCase.named(name) else { return }
    let preset = location.preset.map { preset in
      "The preset '\(preset)' sets that"
        + (change(location.key).map { "; to change it, set \($0)." } ?? ".")
    }
    var location = location
    location.preset = nil
    let tag = found.pitfall.tag
    let position = arm.flatMap { arms.firstIndex(of: $0) }
    let finding = Finding(
      pitfall: tag, rules: rules ?? found.rules, severity: severity ?? found.severity, location: location,
      arms: position.map { [$0] } ?? [], seen: found.filled(\.said, words), preset: preset,
      why: found.pitfall.why, fix: found.filled(\.fix, words))
    let likeness = "\(tag) \(finding.severity) \(location) \(finding.what)"
    guard let same = known[likeness] else {
      known[likeness] = findings.count
      return findings.append(finding)
    }
    guard let position, !findings[same].arms.contains(position) else { return }
    findings[same].arms = (findings[same].arms + [position]).sorted()
  }
}
