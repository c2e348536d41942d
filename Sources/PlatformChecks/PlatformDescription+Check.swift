public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection()
    let verdicts = experiment.arms.flatMap { PromptVisibility.all(of: $0, subject) }
    inspection.check(subject, verdicts)
    // In the order of the file.
    let sorted = inspection.findings.sorted {
      ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column)
    }
    let findings = sorted.map { finding in
      var finding = finding
      finding.accepted = subject.waivers.first { $0.tag == finding.rule }?.reason
      finding.forbids = experiment.arms.contains {
        finding.arms.contains($0.name) && $0.findings.contains(where: finding.rules.contains)
      }
      return finding
    }
    self.init(findings: findings, visibilities: verdicts)
  }
}
