import RuleBook

/// Collects what checks see, and which pitfalls could be judged at all.
struct Inspection {
  private(set) var findings: [Finding] = []
  /// The tags of pitfalls whose place was there to be looked at.
  private(set) var judged: Set<String> = []

  /// Says that a pitfall could be judged, whatever was found.
  mutating func look(at tags: String...) { judged.formUnion(tags) }

  /// Says that a pitfall of another list could be judged.
  mutating func markLooked(at tag: String) { judged.insert(tag) }

  /// Notes a pitfall; one seen at the same place in several arms is told once.
  mutating func note(
    _ tag: String, _ what: String, at place: FilePlace, severity: Pitfall.Severity? = nil,
    arm: String? = nil, mend: String? = nil, rules: [String] = []
  ) {
    guard let pitfall = Pitfall.tagged(tag) else { return }
    judged.insert(tag)
    let finding = Finding(
      pitfall: pitfall, severity: severity ?? pitfall.severity, what: what, ownMend: mend, ownRules: rules,
      place: place, arms: arm.map { [$0] } ?? [], waived: nil)
    let same = findings.firstIndex {
      $0.pitfall.tag == tag && $0.what == what && $0.place == place && $0.severity == finding.severity
    }
    guard let same else { return findings.append(finding) }
    if let arm, !findings[same].arms.contains(arm) { findings[same].arms.append(arm) }
  }
}
