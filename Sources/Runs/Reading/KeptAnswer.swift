import ExperimentDesign
import Inference
public import ResultStore
public import Studies

/// What the answer of a run says beyond its trials, as a store keeps it.
public struct KeptAnswer: Codable, Equatable, Sendable {
  /// How the run came to its size; `nil` where that was given.
  public var stopping: StoppingOutcome?
  /// The advice in each scenario; none while the run is unfinished.
  public var advice: [Advice] = []
  /// What became of the winners in alternative models; `nil` where nobody asked.
  public var judged: [JudgedWinner]?
}

/// What became of a scenario's winner in alternative models, and with single numbers held at an end.
public struct JudgedWinner: Codable, Equatable, Sendable {
  /// The winner's position; `nil` where the scenario has none.
  public var winner: Int?
  /// In alternative models.
  public var alternatives: [AlternativeVerdict]
  /// With single numbers at an end of what they stand in place of; `nil` where that was not tried.
  public var triedNumbers: [TriedNumber]?
}

extension ResultStore {
  /// What is kept of a run's answer beyond its trials.
  public func keptAnswer(of run: RunRecord.ID) throws(ResultStoreError) -> KeptAnswer {
    try answer(KeptAnswer.self, of: run) ?? KeptAnswer()
  }

  /// Changes what is kept of a run's answer beyond its trials.
  func changeAnswer(of run: RunRecord.ID, _ change: (inout KeptAnswer) -> Void) throws(ResultStoreError) {
    try changeAnswer(of: run, from: KeptAnswer(), change)
  }
}

extension RunSummary {
  /// What became of the winners in alternative models, for the store; `nil` where nobody asked.
  var judgedWinners: [JudgedWinner]? {
    var judged: [JudgedWinner] = []
    for scenario in scenarios {
      guard let alternatives = scenario.alternatives else { return nil }
      judged.append(
        JudgedWinner(
          winner: scenario.verdict?.best, alternatives: alternatives, triedNumbers: scenario.triedNumbers))
    }
    return judged
  }

  /// Takes over what the store has of the run beyond its trials.
  public mutating func restore(from store: ResultStore) throws {
    let kept = try store.keptAnswer(of: outline.run)
    stopping = kept.stopping
    if segment == nil, let judged = kept.judged { restore(judged) }
  }

  /// Takes over what the store has of alternative models.
  ///
  /// Nothing is taken over for a scenario whose winner is another now.
  mutating func restore(_ judged: [JudgedWinner]) {
    for (scenario, kept) in zip(scenarios.indices, judged)
    where kept.winner == scenarios[scenario].verdict?.best {
      scenarios[scenario].alternatives = kept.alternatives
      scenarios[scenario].triedNumbers = kept.triedNumbers
    }
  }

  /// What the advice is in each scenario.
  public var advice: [Advice] { scenarios.map { decided($0).advice } }

  /// The rows that are stored beside the trials, for any SQLite tool to read.
  public var storedRows: [SummaryRow] {
    var rows: [SummaryRow] = []
    for (scenario, found) in scenarios.enumerated() {
      for (arm, summary) in found.arms.enumerated() {
        for metric in summary.metrics {
          let estimate = metric.estimate
          rows.append(
            SummaryRow(
              scenario: scenario, arm: arm, metric: metric.metric, mean: estimate?.overTrials.mean,
              mcse: estimate?.overTrials.mcse, sd: estimate?.overTrials.standardDeviation,
              trials: estimate?.overTrials.count ?? 0, low: estimate?.distinctUncertaintyInterval90?.lower,
              high: estimate?.distinctUncertaintyInterval90?.upper))
        }
      }
    }
    return rows
  }
}
