public import ExperimentDesign

/// What holding an experiment against the platform's rules shows.
public struct ExperimentCheck: Sendable {
  /// Every pitfall that was seen, by file, line and tag; waived ones among them.
  public private(set) var findings: [DescribedFinding]
  /// What a reviewer would see of each arm, and of each scenario and segment where they differ.
  public private(set) var reviewer: [DescribedVisibility]
  /// Waivers of what was not seen, by their tags in the order of the text.
  public private(set) var unusedWaivers: [String]

  /// Checks an experiment, which is about an app that asks.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection(arms: experiment.arms.map(\.name))
    for arm in experiment.arms {
      inspection.checkUsage(
        LocatedText(
          text: arm.usageString.text,
          location: subject.location("usage_strings.\(arm.usageString.name).text"), language: nil,
          arm: arm.name))
    }
    inspection.checkScreens(subject)
    let verdicts = experiment.arms.indices.flatMap { ReviewerVerdict.all(of: $0, experiment) }
    inspection.checkTiming(subject, verdicts)
    inspection.checkSurroundings(subject)
    inspection.checkReviewer(verdicts, subject)
    findings = inspection.sorted.map { finding in
      var finding = finding
      finding.waived = subject.waivers.first { $0.tag == finding.pitfall }?.reason
      finding.forbids = finding.arms.contains { arm in
        experiment.arms[arm].findings.contains { finding.rules.contains($0.rule) }
      }
      return finding
    }
    let found = Set(findings.map(\.pitfall))
    unusedWaivers = subject.waivers.map(\.tag).filter { !found.contains($0) }
    reviewer = verdicts.map(\.seen)
  }
}
