package import ExperimentDesign

/// What a team decided of checks: `.att-lab.yml`, and a baseline.
public struct CheckSettings: Sendable {
  package var disabled: Set<String> = []
  /// What rules cost in place of what they cost otherwise.
  package var severity: [String: Severity] = [:]
  /// Whether warnings fail as errors do.
  package var isStrict = false
  /// Findings that were there before, with how often each was: by their fingerprints.
  package var known: [String: Int] = [:]

  /// Nothing set.
  public init() {}

  /// The findings that are left, with what they cost here and whether they are accepted.
  func judged(_ found: [Finding], _ suppressions: [Suppression]) -> [Finding] {
    let suppressions = Dictionary(grouping: suppressions) { $0.place.file }
    var known = known
    return found.filter { !disabled.contains($0.rule) }.map { finding in
      var finding = finding
      if let severity = severity[finding.rule] { finding.severity = severity }
      finding.accepted = suppressions[finding.file]?.first { $0.accepts(finding) }?.reason ?? finding.accepted
      if finding.accepted == nil, let left = known[finding.fingerprint], left > 0 {
        known[finding.fingerprint] = left - 1
        finding.accepted = "in the baseline"
      }
      return finding
    }
  }
}
