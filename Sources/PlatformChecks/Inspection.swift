import ExperimentDesign
import RuleBook

/// Collects what checks see.
struct Inspection {
  /// Names of the experiment's arms, in its order; empty without an experiment.
  let arms: [String]
  private(set) var findings: [DescribedFinding] = []
  /// Where each finding stands in the list by what makes it one, so that a hostile file with very many is not compared
  /// pair by pair.
  private var known: [String: Int] = [:]

  init(arms: [String]) { self.arms = arms }

  /// Notes a pitfall; one seen at the same location in several arms is reported once.
  ///
  /// - Parameters:
  ///   - fix: What to do about it, where that is something else than the pitfall says.
  ///   - rules: The rules it is about, where they are others than the pitfall's.
  ///   - change: What to write for a key whose value is a preset's; `nil` where no value helps.
  mutating func note(
    _ tag: String, _ what: String, at location: FileLocation, severity: Severity? = nil,
    arm: String? = nil, fix: String? = nil, rules: [String] = [],
    change: (_ key: String) -> String? = { "adjust.\($0)" }
  ) {
    guard let pitfall = Pitfall.tagged(tag) else { return }
    let preset = location.preset.map { PresetSetting(preset: $0, change: change(location.key)) }
    var location = location
    location.preset = nil
    let position = arm.flatMap { arms.firstIndex(of: $0) }
    let finding = DescribedFinding(
      Finding(
        pitfall: tag, rules: rules.isEmpty ? pitfall.rules : rules, severity: severity ?? pitfall.severity,
        location: location, arms: position.map { [$0] } ?? []),
      seen: what, preset: preset, why: pitfall.why, fix: fix ?? pitfall.fix)
    let likeness = "\(tag) \(finding.severity) \(location) \(finding.what)"
    guard let same = known[likeness] else {
      known[likeness] = findings.count
      return findings.append(finding)
    }
    guard let position, !findings[same].arms.contains(position) else { return }
    findings[same].arms = (findings[same].arms + [position]).sorted()
  }

  /// What was found, by file, line and column.
  var sorted: [DescribedFinding] {
    findings.enumerated().sorted { left, right in
      let (a, b) = (left.element.location, right.element.location)
      return (a.file, a.line, a.column, left.offset) < (b.file, b.line, b.column, right.offset)
    }.map(\.element)
  }
}
