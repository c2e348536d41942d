import ExperimentDesign

/// Sets what is accepted apart from what is not.
struct WaiverMatching {
  private let subject: ExperimentSubject?
  private var used: Set<AcceptedPitfall> = []

  init(_ subject: ExperimentSubject?) { self.subject = subject }

  /// The finding unchanged where nobody accepts it, else one part per reason, by the order of its arms.
  ///
  /// A waiver that names arms holds for those, and for nothing that is about no arm.
  mutating func split(_ finding: DescribedFinding) -> [DescribedFinding] {
    guard let subject else { return [finding] }
    let waivers = subject.waivers.filter { $0.tag == finding.pitfall }
    guard !waivers.isEmpty else { return [finding] }
    guard !finding.arms.isEmpty else {
      let waiver = waivers.first { $0.arms.isEmpty }
      if let waiver { used.insert(waiver) }
      var whole = finding
      whole.waived = waiver?.reason
      return [whole]
    }
    var parts: [DescribedFinding] = []
    for arm in finding.arms {
      // What is said of one arm goes before what is said of all.
      let fitting = waivers.filter { subject.covers($0, subject.experiment.arms[arm]) }
      let waiver = fitting.first { !$0.arms.isEmpty } ?? fitting.first
      if let waiver { used.insert(waiver) }
      if let same = parts.firstIndex(where: { $0.waived == waiver?.reason }) {
        parts[same].arms.append(arm)
      } else {
        var part = finding
        part.arms = [arm]
        part.waived = waiver?.reason
        parts.append(part)
      }
    }
    return parts
  }

  /// The waivers that nothing seen needed, in the order of the text.
  var unused: [String] { (subject?.waivers ?? []).filter { !used.contains($0) }.map(\.words) }
}
