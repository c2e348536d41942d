public import ExperimentDesign
import RuleBook

extension PlatformDescription {
  /// Holds an experiment, which is about an app that asks, against the platform's rules: every pitfall that is seen, by
  /// file, line and tag, waived ones among them, and what a reviewer sees of each arm.
  public init(_ subject: ExperimentSubject) {
    let experiment = subject.experiment
    var inspection = Inspection(arms: experiment.arms.map(\.name))
    let verdicts = experiment.arms.indices.flatMap { DescribedVisibility.all(of: $0, experiment) }
    inspection.check(subject, verdicts)
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

  /// What is kept with a run, in words: those of `now` where the same stands at the same place of the list, else the
  /// pitfall's own.
  ///
  /// - Parameter now: what the run's experiment shows when it is checked again; `nil` where it cannot be read.
  public init(_ record: PlatformRecord, as now: PlatformDescription?) {
    let told = now?.findings ?? []
    self.init(
      findings: record.findings.enumerated().map { place, finding in
        let same = told.dropFirst(place).first
        guard var described = same, described.pitfall == finding.pitfall,
          described.location.key == finding.location.key
        else { return DescribedFinding(finding) }
        described.finding = finding
        return described
      },
      visibilities: record.visibilities.map { visibility in
        now?.visibilities.first { $0.visibility == visibility } ?? DescribedVisibility(visibility)
      })
  }
}

extension DescribedFinding {
  /// A finding in its pitfall's own words.
  public init(_ finding: Finding) {
    let pitfall =
      Pitfall.tagged(finding.pitfall)
      ?? Pitfall.all.first { !Set($0.rules).isDisjoint(with: finding.rules) }
    let title = pitfall?.title ?? finding.pitfall
    self.init(
      finding, seen: "\(title.prefix(1).uppercased() + title.dropFirst()).", why: pitfall?.why ?? "",
      fix: pitfall?.fix ?? "")
  }
}

extension DescribedVisibility {
  /// What is seen in the words of the facts alone.
  init(_ visibility: PromptVisibility) {
    let after = visibility.afterSeconds.map { " after \(Self.time($0))" } ?? ""
    let cause = visibility.cause.flatMap { Pitfall.tagged($0.tag)?.title }
    let words =
      switch visibility.outcome {
      case .visible: "visible\(after)"
      case .needsSteps: "needs steps to describe in the review notes, visible\(after)"
      case .notVisible: "not visible" + (cause.map { ": \($0)" } ?? "")
      }
    self.init(visibility, words: words)
  }
}
