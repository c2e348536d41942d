import ExperimentDesign
import GSLNumerics
public import Inference
import Simulation
public import TextFormats

/// What becomes of a scenario's winner where something else than what the file says is true: an alternative model, or
/// another value of a number that the file gives without evidence.
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

  /// What is tried in place of what the file says: a model, or a number.
  public struct Tried: Codable, Equatable, Sendable {
    package var model: AlternativeModel?
    /// A single number without measured evidence.
    package var input: ExactInput?
    /// 0.05 or 0.95: the quantile of what the number stands in place of at which it is held.
    package var probability: Double?
  }

  package var tried: Tried
  package var outcome: Outcome
  /// Position of the arm that is best there.
  @OptionNames public var best: Int
  /// By how much that arm leads the winner, or the next best arm where it is the winner, in the objective's units, over the
  /// trials there, made more precise by the run's own (``ControlledMean``).
  public var lead: MonteCarloNumber
  /// The mean objective of every arm there, in the run's order; `nil` for an arm without a value.
  @PerOption public var means: [Double?]
}

extension ScenarioSummary {
  /// Models under which another arm is better.
  var modelsAgainst: [AlternativeVerdict] {
    (alternatives ?? []).filter { $0.tried.model != nil && $0.outcome == .falls }
  }

  /// Numbers that the answer is conditional on being exact: at an end of what each stands in place of another arm is
  /// best.
  ///
  /// The five with the largest effect, that first.
  public var exactInputs: [ExactInput] {
    let inputs = (alternatives ?? []).filter { $0.outcome == .falls }
      .sorted { abs($0.lead.value) > abs($1.lead.value) }.compactMap(\.tried.input)
    return Array(inputs.indices.filter { !inputs[..<$0].contains(inputs[$0]) }.map { inputs[$0] }.prefix(5))
  }
}

/// Runs the alternative models of an experiment, and tries numbers that are given without evidence, at a reduced size and
/// under the same seed, so with the same people and draws.
///
/// Many trials of few installs, because trials whose inputs are drawn together say their error by blocks of 50, of which
/// there have to be some (``MonteCarloMean``).
///
/// That is enough to see an answer turn, at a fraction of the run's own time: what the few trials have by
/// chance is known from the run's own differences in the same trials and taken off. Where it is not
/// enough, the outcome is open. Models count against the best arm together as often as one alone would: their errors are
/// simultaneous (Bonferroni).
extension RunSummaryBuilder {
  /// Trials of each alternative model at most.
  private static let mostTrials = 400

  /// How large the alternative models of a run are.
  ///
  /// They have 12,000 installs in all at most, and 2,000 in a trial: a run of few large trials is not to wait for them.
  static func sizeOfAlternatives(trials: Int, installs: Int) -> (trials: Int, installs: Int) {
    let trials = min(trials, mostTrials)
    return (trials, min(installs, 2_000, 12_000 / trials))
  }

  private typealias Case = (tried: AlternativeVerdict.Tried, experiment: Experiment)

  /// The models that change something in the experiment, and then its single numbers at the ends of what they stand in place
  /// of, by path; `nil` where the trials are too few in every scenario, so that none of them would change what to do.
  private func cases(_ summary: RunSummary) -> [Case]? {
    let isTooEarly = summary.scenarios.allSatisfy { scenario in
      if case .moreTrials = decide(summary.facts(of: scenario)).advice { true } else { false }
    }
    guard !isTooEarly else { return nil }
    guard outline.arms.count > 1, let experiment = outline.context?.experiment else { return [] }
    return AlternativeModel.allCases.compactMap { model in
      model.experiment(from: experiment).map { (.init(model: model), $0) }
    } + experiment.numbersAtEnds
  }

  /// Whether a summary has all that ``judged(_:onStep:)`` finds, so that it need not be made again.
  package func isJudged(_ summary: RunSummary) -> Bool {
    guard let cases = cases(summary) else { return true }
    return summary.scenarios.allSatisfy { scenario in
      guard scenario.verdict != nil, scenario.decision != nil else { return scenario.alternatives != nil }
      return scenario.alternatives?.map(\.tried) == cases.map(\.tried)
    }
  }

  /// What becomes of the winners of its scenarios, model by model and number by number.
  ///
  /// - Parameters:
  ///   - summary: of its trials; left as it was where ``shouldStop`` says so, and where they are too few to say what to do.
  ///   - onStep: called before the first simulations and between some of them with how many are done, and of how many.
  /// - Returns: the summary with its scenarios' ``ScenarioSummary/alternatives``; models that change nothing in the
  ///   experiment are left out.
  package func judged(
    _ summary: RunSummary, onStep: (_ done: Int, _ most: Int) -> Void = { _, _ in }
  ) async throws -> RunSummary {
    guard let cases = cases(summary) else { return summary }
    var judged = summary
    for scenario in summary.scenarios.indices { judged.scenarios[scenario].alternatives = [] }
    let numbers = cases.count { $0.tried.input != nil }
    let size = Self.sizeOfAlternatives(trials: outline.trials, installs: outline.installs)
    // So that many numbers take no longer than five.
    let trialsOfANumber = max(
      Self.mostTrials / 4, Self.mostTrials * min(10, numbers) / max(1, numbers) / 50 * 50)
    let controls = logs.map { $0.map { $0.objectiveSeries(outline.objective).values } }
    let experiments = cases.map { own in
      let trials = own.tried.input == nil ? size.trials : min(size.trials, trialsOfANumber)
      return own.experiment.changed { ($0.trials, $0.installs) = (trials, size.installs) }
    }
    let tallies = Simulator.ofAlike(experiments, seed: outline.seed)
    let trials = experiments.map(\.trials).max() ?? 0
    // Case by case, scenario by scenario and arm by arm.
    var values = TrialLog(in: TrialFile())
    let (scenarios, arms) = (summary.scenarios.count, outline.arms.count)
    for first in stride(from: 0, to: trials, by: 50) {
      onStep(cases.count * first / trials, cases.count)
      // Empty where it is stopped.
      let rows = try concurrently(min(50, trials - first), threads: threads) { place -> [Double?] in
        guard !shouldStop() else { return [] }
        return tallies(first + place).joined().joined().map {
          TrialSeries(of: outline.objective, in: [$0]).values[0]
        }
      }
      guard !rows.contains(where: \.isEmpty) else { return summary }
      for row in rows {
        for column in 0..<cases.count * scenarios * arms {
          values.append(column < row.count ? row[column] : nil)
        }
        values.endRow()
      }
    }
    for (place, own) in cases.enumerated() {
      for scenario in summary.scenarios.indices {
        let found = outline.arms.indices.map { arm in
          Array(values[(place * scenarios + scenario) * arms + arm].prefix(experiments[place].trials))
        }
        let verdict = try verdict(
          own.tried, of: own.tried.input == nil ? cases.count - numbers : numbers, found, controls[scenario],
          summary.scenarios[scenario])
        if let verdict { judged.scenarios[scenario].alternatives?.append(verdict) }
      }
    }
    onStep(cases.count, cases.count)
    return judged
  }

  /// What became of a scenario's winner where the arms have these values; `nil` where that cannot be said.
  ///
  /// - Parameter comparisons: how many share the chance of an error.
  private func verdict(
    _ tried: AlternativeVerdict.Tried, of comparisons: Int, _ values: [[Double?]],
    _ controls: [[Double?]], _ scenario: ScenarioSummary
  ) throws -> AlternativeVerdict? {
    // Of another run than the whole one the trials are others, and say nothing of these.
    func controlled(_ values: [Double?], by control: [Double?]) throws -> ControlledMean? {
      try ControlledMean(values, control: control, trialsOfABlock: outline.trialsOfABlock)
    }
    guard let verdict = scenario.verdict, let margin = scenario.decision?.margin else { return nil }
    let (winner, blocked) = (verdict.best, scenario.blocked)
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    let others = try scenario.arms.indices.compactMap { other -> (arm: Int, ahead: ControlledMean)? in
      guard other != winner, !blocked.contains(other) else { return nil }
      return try controlled(
        pairedDifferences(values[other], values[winner]),
        by: pairedDifferences(controls[other], controls[winner])
      ).map { (other, $0) }
    }
    guard let first = others.max(by: { (sign * $0.ahead.mean, $1.arm) < (sign * $1.ahead.mean, $0.arm) })
    else { return nil }
    let ahead = sign * first.ahead.mean
    let isNear = others.allSatisfy { sign * $0.ahead.mean + 1.645 * $0.ahead.mcse <= margin }
    let t = try StudentT(degreesOfFreedom: Double(first.ahead.degreesOfFreedom))
      .quantile(1 - 0.025 / Double(comparisons))
    let isAhead = ahead > 0
    let range = outline.objective.singleMetric?.legalRange
    return AlternativeVerdict(
      tried: tried, outcome: isNear ? .stands : ahead > t * first.ahead.mcse ? .falls : .open,
      best: isAhead ? first.arm : winner,
      lead: MonteCarloNumber(
        value: isAhead ? first.ahead.mean : -first.ahead.mean, mcse: first.ahead.mcse),
      means: try zip(values, controls).map { values, control in
        let mean = try controlled(values, by: control)?.mean ?? MonteCarloMean(values)?.mean
        return mean.map { mean in range.map { min($0.upperBound, max($0.lowerBound, mean)) } ?? mean }
      })
  }
}

extension Experiment {
  /// The experiment with single numbers without measured evidence at both ends of what they stand in place of, by path.
  ///
  /// All others keep their draws under the same seed. Ends that are the number itself are left out.
  fileprivate var numbersAtEnds: [(AlternativeVerdict.Tried, Experiment)] {
    var known: [String: Parameter] = [:]
    forEachParameter { if $0.constant != nil { known[$0.path] = $0 } }
    return openInputs.ranges.keys.sorted().flatMap { path -> [(AlternativeVerdict.Tried, Experiment)] in
      guard let number = known[path], let value = number.constant, let ends = replacedEnds(of: number)
      else { return [] }
      return [(0.05, ends.low), (0.95, ends.high)].filter { $0.1 != value }.map { probability, end in
        let held = changed {
          $0.changeParameters { if $0.path == path { $0 = $0.replacing(.constant(end)) } }
        }
        return (.init(input: ExactInput(path: path, value: value), probability: probability), held)
      }
    }
  }
}
