import ExperimentDesign
public import Inference

/// The two best options of a finished test that a run has learnt from, by what the run knows now.
public struct TestedPair: Equatable, Sendable {
  /// Position of the one with the better mean.
  public var better: Int
  /// Position of the next one of the test.
  public var other: Int
  /// The share of trials in which the one is better, those in which they are level by half; with a single trial of no
  /// error.
  public var share: MonteCarloNumber

  /// The parts, unchanged.
  package init(better: Int, other: Int, share: MonteCarloNumber) {
    self.better = better
    self.other = other
    self.share = share
  }
}

extension RunSummary {
  /// The two best options of the latest test that the run has learnt from, among those that may be recommended; `nil`
  /// where fewer than two of them may be.
  public func testedPair(in scenario: ScenarioSummary) -> TestedPair? {
    for test in outline.learntTests.sorted(by: { $0.day > $1.day }) {
      if let pair = testedPair(of: test, in: scenario) { return pair }
    }
    return nil
  }

  /// The same of one test.
  func testedPair(of test: LearntTest, in scenario: ScenarioSummary) -> TestedPair? {
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    let leftOut = scenario.verdict?.leftOut ?? []
    let tested = outline.arms.indices.compactMap { arm -> (arm: Int, merit: Double)? in
      guard test.options.contains(LearntTest.name(outline.arms[arm].name)), !leftOut.contains(arm),
        let mean = scenario.arms[arm].objective?.overTrials.mean
      else { return nil }
      return (arm, sign * mean)
    }
    .sorted { ($1.merit, $0.arm) < ($0.merit, $1.arm) }
    guard tested.count > 1 else { return nil }
    let (better, other) = (tested[0].arm, tested[1].arm)
    return shareOfDraws(in: scenario, better: better, than: other).map {
      TestedPair(better: better, other: other, share: $0)
    }
  }

  /// The share of trials in which one option is better than another, those in which they are level by half; `nil` where no
  /// trial has a value of both.
  public func shareOfDraws(in scenario: ScenarioSummary, better: Int, than other: Int) -> MonteCarloNumber? {
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    let leads = pairedDifferences(
      scenario.arms[better].objectiveByTrial, scenario.arms[other].objectiveByTrial
    ).compactMap { $0.map { sign * $0 } }
    guard !leads.isEmpty else { return nil }
    let count = Double(leads.count)
    let share = leads.reduce(0) { $0 + ($1 > 0 ? 1 : $1 == 0 ? 0.5 : 0) } / count
    return MonteCarloNumber(value: share, mcse: (share * (1 - share) / count).squareRoot())
  }
}
