import ExperimentDesign
import Inference
import Simulation

/// What the trials of a search found of each strategy, each simulated once.
///
/// All strategies meet the same people and inputs in a trial, whichever of them are simulated together. So those that are
/// needed longer get further trials, and what was found stays.
struct StrategyTrials {
  /// What is searched, at the size of the search.
  let experiment: Experiment
  /// The views by which strategies are compared, the file's own first.
  let views: [StrategyView]
  /// What is kept beside the objective, under the first view.
  let metrics: [Metric]
  /// Trials of each strategy, summed over the strategies: those that an earlier search kept too.
  private(set) var strategyTrials = 0
  /// Where trials are kept; `nil` for nowhere.
  private let memory: (any SearchMemory)?
  private let seed: UInt64
  private let threads: Int
  /// By alternative model, the experiment under it; under `nil` as it is written.
  private let models: [AlternativeModel?: Experiment]
  private var found: [Int: Found] = [:]

  /// Strategies that are simulated together: what a trial takes in memory stays small.
  private static let together = 500

  /// What is known of one strategy.
  private struct Found {
    /// By view, the objective of every trial, more being better; not a number where a trial has none.
    var merits: [[Double]]
    /// Under the first view.
    var objective: SeriesLog
    /// In the order of ``StrategyTrials/metrics``.
    var metrics: [SeriesLog]
  }

  /// What some trials found of one strategy.
  private struct Part {
    /// By view.
    var merits: [[Double]]
    var objective: TrialSeries
    var metrics: [TrialSeries]

    /// As they are kept.
    var numbers: [Double] {
      merits.flatMap { $0 }
        + ([objective] + metrics).flatMap { series in
          [series.values, series.noise, series.samplingVariances, series.testVariances].flatMap {
            $0.map { $0 ?? .nan }
          }
        }
    }

    init(merits: [[Double]], objective: TrialSeries, metrics: [TrialSeries]) {
      self.merits = merits
      self.objective = objective
      self.metrics = metrics
    }

    /// - Returns: `nil` for numbers of other views or metrics.
    init?(_ kept: SearchTrials, views: Int, metrics: Int) {
      guard kept.count > 0, kept.numbers.count == kept.count * (views + 4 * (1 + metrics)) else { return nil }
      func column(_ index: Int) -> ArraySlice<Double> {
        kept.numbers[(index * kept.count)..<((index + 1) * kept.count)]
      }
      let series = (0...metrics).map { index in
        let columns = (0..<4).map { part in
          column(views + 4 * index + part).map { number -> Double? in number.isNaN ? nil : number }
        }
        return TrialSeries(
          values: columns[0], noise: columns[1], samplingVariances: columns[2], testVariances: columns[3])
      }
      merits = (0..<views).map { Array(column($0)) }
      objective = series[0]
      self.metrics = Array(series.dropFirst())
    }
  }

  /// - Throws: `ExperimentFault` where an alternative model makes no experiment.
  init(
    _ experiment: Experiment, views: [StrategyView], metrics: [Metric], seed: UInt64, threads: Int,
    memory: (any SearchMemory)? = nil
  ) throws(ExperimentFault) {
    self.experiment = experiment
    self.views = views
    self.metrics = metrics
    self.seed = seed
    self.threads = threads
    self.memory = memory
    var models: [AlternativeModel?: Experiment] = [:]
    for view in views {
      models[view.model] = try view.model?.experiment(from: experiment) ?? experiment
    }
    self.models = models
  }

  /// Simulates what some strategies lack of the first trials.
  ///
  /// - Parameters:
  ///   - arms: positions in the experiment.
  ///   - count: trials that each of them has then at least.
  /// - Returns: whether all have them: `false` where it was stopped.
  /// - Throws: `OverlongLife`, `ExperimentFault`, and what keeping throws.
  mutating func extend(
    _ arms: [Int], to count: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> Bool {
    for arm in arms { recall(arm, to: count) }
    let behind = Dictionary(grouping: arms.filter { trials(of: $0) < count }, by: trials)
    for known in behind.keys.sorted() {
      let group = behind[known] ?? []
      for first in stride(from: 0, to: group.count, by: Self.together) {
        let part = Array(group[first..<min(first + Self.together, group.count)])
        guard let byView = try await tallies(of: part, known..<count, shouldStop) else { return false }
        let found = part.indices.map { position in
          self.part(byView.map { view in view.map { $0[position] } })
        }
        try memory?.keep(
          zip(part, found).map { arm, found in
            SearchTrials(
              installs: experiment.installs, strategy: arm, first: known, count: count - known,
              numbers: found.numbers)
          })
        for (arm, found) in zip(part, found) { add(found, to: arm) }
        strategyTrials += part.count * (count - known)
      }
    }
    return true
  }

  /// Takes over what an earlier search kept of a strategy, up to a number of trials.
  private mutating func recall(_ arm: Int, to count: Int) {
    while let kept = memory?.trials(installs: experiment.installs, strategy: arm, from: trials(of: arm)),
      trials(of: arm) + kept.count <= count,
      let part = Part(kept, views: views.count, metrics: metrics.count)
    {
      add(part, to: arm)
      strategyTrials += kept.count
    }
  }

  /// How many trials a strategy has.
  func trials(of arm: Int) -> Int { found[arm]?.merits[0].count ?? 0 }

  /// By view, the objective of a strategy in every trial, more being better; not a number where a trial has none.
  func merits(of arm: Int) -> [[Double]] { found[arm]?.merits ?? views.map { _ in [] } }

  /// The objective of a strategy under the first view, as the file has it.
  func objective(of arm: Int) -> TrialSeries? { found[arm]?.objective.series }

  /// A metric of a strategy under the first view; `nil` where it is not kept.
  func series(of metric: Metric, arm: Int) -> TrialSeries? {
    metrics.firstIndex(of: metric).flatMap { found[arm]?.metrics[$0].series }
  }

  private func part(_ byView: [[Tally]]) -> Part {
    let sign = experiment.objective.lessIsBetter ? -1.0 : 1.0
    let series = byView.map { TrialSeries(of: experiment.objective, in: $0) }
    return Part(
      merits: series.map { $0.values.map { $0.map { sign * $0 } ?? .nan } }, objective: series[0],
      metrics: metrics.map { TrialSeries(of: $0, in: byView[0]) })
  }

  private mutating func add(_ part: Part, to arm: Int) {
    let log = SeriesLog(trialsOfABlock: 1, testVarianceRatio: 1)
    var own =
      found[arm]
      ?? Found(merits: views.map { _ in [] }, objective: log, metrics: metrics.map { _ in log })
    for (view, merits) in part.merits.enumerated() { own.merits[view] += merits }
    own.objective.append(part.objective)
    for (index, series) in part.metrics.enumerated() { own.metrics[index].append(series) }
    found[arm] = own
  }

  /// By strategy, what is counted in some trials of another size, under all views; `nil` where it was stopped.
  func lives(
    of arms: [Int], trials: Int, installs: Int, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[Tally]]? {
    var lives: [[Tally]] = []
    for first in stride(from: 0, to: arms.count, by: Self.together) {
      let part = Array(arms[first..<min(first + Self.together, arms.count)])
      guard let byView = try await tallies(of: part, 0..<trials, installs: installs, shouldStop) else {
        return nil
      }
      lives += part.indices.map { position in byView.flatMap { $0.map { $0[position] } } }
    }
    return lives
  }

  /// Whether a guardrail is broken by the mean of the trials so far and three Monte Carlo errors.
  func isBeyond(_ guardrail: GuardrailLimit, arm: Int) -> Bool {
    let values = (series(of: guardrail.metric, arm: arm)?.values ?? []).compactMap { $0 }
    guard values.count > 1 else { return false }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    return guardrail.isBroken(by: guardrail.metric.isLoss ? mean - 3 * error : mean + 3 * error)
  }

  /// By view, trial and strategy, what is counted; `nil` where it was stopped.
  ///
  /// - Parameter installs: `nil` for those of the search.
  private func tallies(
    of arms: [Int], _ trials: Range<Int>, installs: Int? = nil,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [[[Tally]]]? {
    var byModel: [AlternativeModel?: [TrialResult]] = [:]
    for (model, whole) in models {
      let collected = TrialCollector()
      let part = try whole.replacing(
        installs: installs, baseline: whole.arms[arms[0]].name, arms: arms.map { whole.arms[$0] })
      try await Simulator(experiment: part, seed: seed).run(
        trials: trials, threads: threads, shouldStop: shouldStop
      ) { collected.add($0) }
      let results = collected.all
      guard results.count == trials.count else { return nil }
      byModel[model] = results
    }
    return views.map { view in
      (byModel[view.model] ?? []).map { $0.wholes[ScenarioIndex(view.scenario)] }
    }
  }
}
