public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection(arms: experiment.arms.map(\.name))
    let verdicts = experiment.arms.indices.flatMap { PromptVisibility.all(of: $0, experiment) }
    inspection.check(subject, verdicts)
    // In the order of the file.
    let sorted = inspection.findings.sorted {
      let (one, other) = ($0.location, $1.location)
      return (one.file, one.line, one.column) < (other.file, other.line, other.column)
    }
    let findings = sorted.map { finding in
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
