public import ExperimentDesign
import GSLNumerics
public import Inference
public import TextFormats

/// What becomes of a scenario's winner under an alternative model.
public struct AlternativeVerdict: Codable, Equatable, Sendable {
  /// What became of it.
  public enum Outcome: String, Codable, Equatable, Sendable {
    /// It is best here too, or within the margin of the best by 1.645 Monte Carlo errors.
    case stands
    /// Another arm is better.
    case falls
    /// It is tied with the best at this size.
    case open
  }

  package var model: AlternativeModel
  /// What became of the winner.
  public var outcome: Outcome
  /// Position of the arm that is best under the alternative model.
  @OptionNames public var best: Int
  /// By how much that arm leads the winner, or the next best arm where it is the winner, in the objective's units, over the
  /// alternative model's trials, made more precise by the run's own (``ControlledMean``).
  public var lead: MonteCarloNumber
  /// The mean objective of every arm there, in the run's order; `nil` for an arm without a value.
  @PerOption public var means: [Double?]
}

/// Runs the alternative models of an experiment, and tries numbers that are given without evidence, at a reduced size: at
/// most ``trials`` trials of ``installs`` installs in all, under the same seed and so with
/// the same people and draws.
///
/// Many trials of few installs, because trials whose inputs are drawn together say their error by blocks of 50, of which
/// there have to be some (``MonteCarloMean``).
///
/// That is enough to see an answer turn, at a fraction of the run's own time: what the few trials have by
/// chance is known from the run's own differences in the same trials and taken off. Where it is not
/// enough, the outcome is open. Models count against the best arm together as often as one alone would: their errors are
/// simultaneous (Bonferroni).
public struct AlternativeStudy: Sendable {
  /// Trials of each alternative model at most.
  public static let trials = 400
  /// Installs of all trials of an alternative model at most.
  public static let installs = 12_000
  /// Installs of one of them at most: a run of few large trials is not to wait for its alternative models.
  private static let installsOfATrial = 2_000

  /// How large the alternative models of a run are.
  public static func size(trials: Int, installs: Int) -> (trials: Int, installs: Int) {
    let trials = min(trials, Self.trials)
    return (trials, min(installs, installsOfATrial, Self.installs / trials))
  }

  private let experiment: Experiment
  private let seed: UInt64
  private let threads: Int

  /// A study of an experiment's trials under a seed.
  public init(of experiment: Experiment, seed: UInt64, threads: Int) {
    self.experiment = experiment
    self.seed = seed
    self.threads = threads
  }

  /// The models that change something in the experiment.
  private func models() throws -> [(model: AlternativeModel, experiment: Experiment)] {
    try AlternativeModel.allCases.compactMap { model in
      try model.experiment(from: experiment).map { (model, $0) }
    }
  }

  /// Whether a summary has all that this study finds, so that it need not be made again.
  ///
  /// - Throws: `NumericsError` where an end of what is assumed possible is not found.
  public func isWhole(in summary: RunSummary) throws -> Bool {
    let (models, numbers) = (try models().map(\.model), try experiment.numbersToTry())
    return summary.scenarios.allSatisfy { scenario in
      guard scenario.verdict != nil, scenario.decision != nil else { return scenario.alternatives != nil }
      return scenario.alternatives?.map(\.model) == models
        && (scenario.triedNumbers ?? []).elementsEqual(numbers) {
          $0.input == $1.input && $0.probability == $1.probability
        }
    }
  }

  /// What becomes of the winners of a run's scenarios, model by model.
  ///
  /// - Parameters:
  ///   - builder: what made the summary, with its trials.
  ///   - shouldStop: asked before every work unit; the summary is left as it was where it says so.
  ///   - onStep: called before the first simulation and after each of them with how many are done, and of how many.
  /// - Returns: the summary with its scenarios' ``ScenarioSummary/alternatives`` and
  ///   ``ScenarioSummary/triedNumbers``; models that change nothing in the experiment are left out.
  public func judged(
    _ summary: RunSummary, of builder: RunSummaryBuilder, shouldStop: @escaping @Sendable () -> Bool,
    onStep: (_ done: Int, _ most: Int) -> Void = { _, _ in }
  ) async throws -> RunSummary {
    guard summary.segment == nil else { return summary }
    let original = summary
    var summary = summary
    for scenario in summary.scenarios.indices {
      summary.scenarios[scenario].alternatives = []
      summary.scenarios[scenario].triedNumbers = []
    }
    guard summary.outline.arms.count > 1 else { return summary }
    let (models, numbers) = (try models(), try experiment.numbersToTry())
    // So that many numbers take no longer than five.
    let trialsOfANumber = max(
      Self.trials / 4, Self.trials * min(10, numbers.count) / max(1, numbers.count) / 50 * 50)
    let controls = summary.scenarios.indices.map { scenario in
      summary.outline.arms.indices.map { builder.objectiveSeries(scenario: scenario, arm: $0).values }
    }
    let cases = models.map(\.experiment) + numbers.map { experiment.replacing($0.input.path, with: $0.end) }
    for (place, alternative) in cases.enumerated() {
      onStep(place, cases.count)
      let number = place < models.count ? nil : numbers[place - models.count]
      let values = try await simulated(
        alternative, like: summary.outline, trials: number == nil ? Self.trials : trialsOfANumber, shouldStop)
      guard let values else { return original }
      for scenario in summary.scenarios.indices {
        let found = try found(
          values[scenario], controls[scenario], summary.scenarios[scenario], summary.outline,
          comparisons: number == nil ? models.count : numbers.count)
        guard let found else { continue }
        if let number {
          summary.scenarios[scenario].triedNumbers?.append(
            TriedNumber(
              input: number.input, probability: number.probability, outcome: found.outcome, lead: found.lead))
        } else {
          summary.scenarios[scenario].alternatives?.append(
            AlternativeVerdict(
              model: models[place].model, outcome: found.outcome, best: found.best, lead: found.lead,
              means: try means(values[scenario], controls[scenario], summary.outline)))
        }
      }
    }
    onStep(cases.count, cases.count)
    return summary
  }

  /// The objective under an alternative model at the reduced size, by scenario, arm and trial; `nil` where it was stopped.
  private func simulated(
    _ alternative: Experiment, like outline: RunOutline, trials most: Int,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[TrialColumn]]? {
    let size = Self.size(trials: alternative.trials, installs: alternative.installs)
    let alternative = alternative.changed {
      ($0.trials, $0.installs) = (min(size.trials, most), size.installs)
    }
    let results = try await alternative.simulated(
      0..<alternative.trials, seed: seed, threads: threads, shouldStop: shouldStop)
    guard results.count == alternative.trials else { return nil }
    return outline.scenarios.indices.map { scenario in
      outline.arms.indices.map { arm in
        TrialSeries(of: outline.objective, in: results.map { $0.wholes[scenario][arm] }).values
      }
    }
  }

  /// The mean objective of every arm where they have these values, in its legal range.
  private func means(
    _ values: [TrialColumn], _ controls: [TrialColumn], _ outline: RunOutline
  ) throws -> [Double?] {
    let range = outline.objective.singleMetric?.legalRange
    return try zip(values, controls).map { values, control in
      let controlled = try ControlledMean(
        Array(values), control: Array(control), trialsOfABlock: outline.trialsOfABlock)
      let mean = try controlled?.mean ?? MonteCarloMean(values)?.mean
      return mean.map { mean in range.map { min($0.upperBound, max($0.lowerBound, mean)) } ?? mean }
    }
  }

  /// What became of a scenario's winner where the arms have these values; `nil` where that cannot be said.
  ///
  /// - Parameter comparisons: how many such questions are asked at once, which share the chance of an error.
  private func found(
    _ values: [TrialColumn], _ controls: [TrialColumn], _ scenario: ScenarioSummary, _ outline: RunOutline,
    comparisons: Int
  ) throws(NumericsError) -> (outcome: AlternativeVerdict.Outcome, best: Int, lead: MonteCarloNumber)? {
    guard let verdict = scenario.verdict, let margin = scenario.decision?.margin else { return nil }
    let winner = verdict.best
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    var others: [(arm: Int, ahead: ControlledMean)] = []
    for other in scenario.arms.indices where other != winner && !verdict.leftOut.contains(other) {
      // Of another run than the whole one the trials are others, and say nothing of these.
      let control = pairedDifferences(controls[other], controls[winner])
      if let ahead = try ControlledMean(
        Array(pairedDifferences(values[other], values[winner])), control: Array(control),
        trialsOfABlock: outline.trialsOfABlock)
      {
        others.append((other, ahead))
      }
    }
    guard let first = others.max(by: { (sign * $0.ahead.mean, $1.arm) < (sign * $1.ahead.mean, $0.arm) })
    else { return nil }
    let ahead = sign * first.ahead.mean
    let isNear = others.allSatisfy { sign * $0.ahead.mean + 1.645 * $0.ahead.mcse <= margin }
    let t = try StudentT(degreesOfFreedom: Double(first.ahead.degreesOfFreedom))
      .quantile(1 - 0.025 / Double(comparisons))
    let isAhead = ahead > 0
    return (
      isNear ? .stands : ahead > t * first.ahead.mcse ? .falls : .open, isAhead ? first.arm : winner,
      MonteCarloNumber(
        value: isAhead ? first.ahead.mean : -first.ahead.mean, mcse: first.ahead.mcse)
    )
  }
}
