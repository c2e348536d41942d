import ExperimentDesign
import ExperimentFiles
import PlatformChecks
import RuleBook

extension PlatformRecord {
  /// What `check` sees in an experiment, as it is kept with a run of it.
  ///
  /// Which arms Apple's rules forbid is settled as the file is read (`Arm.findings`); of what `check`
  /// sees, that which breaks the same rule in such an arm is why, so that the two cannot disagree. What
  /// forbids an arm and `check` does not see is added.
  init(_ file: ExperimentFile, path: String) {
    let report = CheckReport(experiment: ExperimentSubject(file, path: path))
    let arms = file.experiment.arms
    let scenarios = file.experiment.scenarios
    var findings = report.findings.map { PlatformFinding($0, in: arms) }
    for (position, arm) in arms.enumerated() {
      for forbidding in arm.findings {
        let isSeen = findings.contains {
          $0.forbids && $0.arms.contains(position) && $0.rules.contains(forbidding.rule)
        }
        guard !isSeen else { continue }
        findings.append(
          PlatformFinding(forbidding, arm: position, place: ("arms.\(arm.name)", path)))
      }
    }
    self.init(
      findings: findings,
      sights: report.reviewer.compactMap { verdict in
        arms.firstIndex { $0.name == verdict.arm }.map { ReviewerSight(verdict, arm: $0, in: scenarios) }
      })
  }
}

extension PlatformFinding {
  /// A finding of `check` about arms by their names.
  fileprivate init(_ finding: Finding, in arms: [Arm]) {
    let own = arms.indices.filter { finding.arms.contains(arms[$0].name) }
    let place = finding.place
    self.init(
      pitfall: finding.pitfall.tag, rules: finding.rules, severity: Severity(finding.severity),
      forbids: own.contains { arm in
        arms[arm].findings.contains { finding.rules.contains($0.rule) }
      },
      what: finding.what, why: finding.pitfall.why, mend: finding.mend, waived: finding.waived,
      place: Place(file: place.file, line: place.line, column: place.column, key: place.key), arms: own)
  }

  /// What forbids an arm, where nothing else tells it.
  fileprivate init(_ forbidding: RuleFinding, arm: Int, place: (key: String, file: String)) {
    let pitfall = Pitfall.all.first { $0.rules.contains(forbidding.rule) }
    self.init(
      pitfall: pitfall?.tag ?? forbidding.rule, rules: [forbidding.rule], severity: .error, forbids: true,
      what: forbidding.reason, why: pitfall?.why ?? "", mend: pitfall?.mend ?? "", waived: nil,
      place: Place(file: place.file, line: 0, column: 0, key: place.key), arms: [arm])
  }
}

extension PlatformFinding.Severity {
  fileprivate init(_ severity: Pitfall.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}

extension ReviewerSight {
  fileprivate init(_ verdict: ReviewerVerdict, arm: Int, in scenarios: [Scenario]) {
    let outcome: Outcome
    var seconds: Double?
    switch verdict.sight {
    case .visible(let after): (outcome, seconds) = (.visible, after)
    case .needs(_, _, let after): (outcome, seconds) = (.needsSteps, after)
    case .notVisible: outcome = .notVisible
    }
    let scenario = scenarios.firstIndex { $0.name == verdict.scenario }
    let segment = scenario.flatMap { position in
      scenarios[position].segments.firstIndex { $0.name == verdict.segment }
    }
    self.init(
      arm: arm, scenario: scenario, segment: segment, outcome: outcome, afterSeconds: seconds,
      reviewNote: verdict.reviewNote, words: verdict.words)
  }
}
