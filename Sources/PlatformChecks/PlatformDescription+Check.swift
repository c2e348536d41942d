public import ExperimentDesign

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
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
    let verdicts = experiment.arms.indices.flatMap { DescribedVisibility.all(of: $0, experiment) }
    inspection.checkTiming(subject, verdicts)
    inspection.checkSurroundings(subject)
    inspection.checkReviewer(verdicts, subject)
    let findings = inspection.sorted.map { finding in
      var finding = finding
      finding.waived = subject.waivers.first { $0.tag == finding.pitfall }?.reason
      finding.forbids = finding.arms.contains { arm in
        experiment.arms[arm].findings.contains { finding.rules.contains($0.rule) }
      }
      return finding
    }
    self.init(findings: findings, visibilities: verdicts)
  }
}
