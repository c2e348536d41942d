public import ExperimentDesign
import PromptFlow
import RandomStreams

/// Simulates an experiment's trials, on any number of threads, always to the same bits.
///
/// Everything random about an install is a function of (seed, trial, install,
/// purpose); everything counted is an integer. So threads, the order in which
/// work is done, and stopping and going on change nothing.
public struct Simulator: Sendable {
  /// How lives are played.
  ///
  /// Both find the same, to the last integer.
  package enum Engine: CaseIterable, Sendable {
    /// Every session second by second, by the machines that ship: the definition.
    case reference
    /// Most lives by formulas, in batches; what does not fit as the reference does.
    case fast
  }

  /// What is simulated.
  public let experiment: Experiment
  /// The number that fixes every draw.
  public let seed: UInt64
  /// The parameters drawn per trial; ``ExperimentDesign/TrialResult/draws`` is in this order.
  public let uncertain: [Parameter]
  private let engine: Engine
  private let sampler: ParameterSampler
  /// What blocks keep their columns in.
  var pieces: ColumnPieces
  /// By scenario, the numbers of every trial; `nil` where trials draw theirs.
  private let lasting: [TrialScenario]?
  /// Lives of one work unit: a trial of more is shared between threads, and a thread that stops waits for one.
  private static let unitLives = 524_288
  /// Installs of one work unit: those that tallies are proven for, fewer where many arms and scenarios make each longer.
  private var unitInstalls: Int {
    let lives = experiment.scenarios.count * experiment.arms.count
    return min(TallyLimits.installsOfAUnit, max(256, Self.unitLives / lives))
  }

  /// A simulator of an experiment under a seed.
  public init(experiment: Experiment, seed: UInt64) {
    self.init(experiment: experiment, seed: seed, engine: .fast)
  }

  /// A simulator that plays lives in one of two ways.
  package init(experiment: Experiment, seed: UInt64, engine: Engine) {
    let uncertain = experiment.uncertain
    self.engine = engine
    self.experiment = experiment
    self.seed = seed
    self.uncertain = uncertain
    pieces = ColumnPieces(installs: experiment.installs)
    sampler = ParameterSampler(uncertain, joints: experiment.joints, sampling: experiment.sampling)
    lasting =
      uncertain.isEmpty
      ? experiment.scenarios.indices.map { TrialScenario(experiment, scenario: $0, .none) }
      : nil
  }

  /// Runs trials and hands over each result in the order of `trials`.
  ///
  /// - Parameters:
  ///   - trials: 0-based numbers, ascending.
  ///   - threads: at least 1.
  ///   - shouldStop: asked before every work unit; trials in hand are then dropped.
  ///   - onTrial: called once per trial, in order, never twice at a time.
  /// - Throws: what `onTrial` throws; no further trial is handed over then.
  public func run<Trials: RandomAccessCollection & Sendable>(
    trials: Trials, threads: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    onTrial: @escaping @Sendable (TrialResult) throws -> Void
  ) async throws where Trials.Element == Int, Trials.Index == Int {
    let unit = unitInstalls
    let unitsPerTrial = max(1, (experiment.installs + unit - 1) / unit)
    let mostWaiting = TrialMemory.trials(
      in: 64 << 20, cells: experiment.cells, days: experiment.tallyDays, atMost: 64)
    let queue = WorkQueue(trials: trials, unitsPerTrial: unitsPerTrial, mostWaiting: mostWaiting)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, threads) {
        group.addTask {
          while !shouldStop(), let work = queue.next() {
            let lower = work.unit * unit
            let part = simulate(
              trial: work.trial, installs: lower..<min(lower + unit, experiment.installs))
            try queue.handIn(part, work, onTrial)
          }
        }
      }
      try await group.waitForAll()
    }
    try queue.close(onTrial)
  }

  /// Simulates one trial alone, as a run of it would.
  public func trial(_ number: Int) -> TrialResult {
    let unit = unitInstalls
    let part = simulate(trial: number, installs: 0..<min(unit, experiment.installs))
    for lower in stride(from: unit, to: experiment.installs, by: unit) {
      let upper = min(lower + unit, experiment.installs)
      part.sums.merge(simulate(trial: number, installs: lower..<upper).sums)
    }
    return part.result(number)
  }

  /// What a work unit found.
  struct Part: Sendable {
    let sums: TrialHalves
    let draws: [Double]
    /// The trial's numbers in the last scenario.
    let numbers: TrialScenario?

    /// The trial's result; the part is not to be used any more.
    func result(_ trial: Int) -> TrialResult { sums.result(trial: trial, draws: draws) }
  }

  /// - Parameter known: numbers of the trial in another experiment under the same seed.
  func simulate(trial: Int, installs: Range<Int>, known: TrialScenario? = nil) -> Part {
    let stream = TrialStream(seed: seed, trial: UInt64(trial))
    let draws = drawParameters(stream)
    let halves = TrialHalves(experiment)
    let players = scenarioPlayers(draws, countingIn: halves, known)
    // Several scenarios take turns, so that the people of the one before are still near.
    let turn = players.count > 1 ? MetPeople.mostInstalls : max(1, installs.count)
    for lower in stride(from: installs.lowerBound, to: installs.upperBound, by: turn) {
      let met = players.count > 1 ? MetPeople(pieces) : nil
      for player in players {
        player.play(lower..<min(lower + turn, installs.upperBound), of: stream, met)
      }
    }
    return Part(sums: halves, draws: draws.values, numbers: players.last?.numbers)
  }

  private func scenarioPlayers(
    _ draws: ParameterDraws, countingIn halves: TrialHalves, _ known: TrialScenario?
  ) -> [ScenarioPlayer] {
    var players: [ScenarioPlayer] = []
    for scenario in experiment.scenarios.indices {
      let numbers =
        lasting?[scenario]
        ?? TrialScenario(experiment, scenario: scenario, draws, known: players.last?.numbers ?? known)
      let batches = BatchEngine(
        numbers, baseline: experiment.baselineIndex, horizon: experiment.horizonDays,
        isFast: engine == .fast, pieces: pieces, halves.even.writers(scenario: scenario))
      players.append(
        ScenarioPlayer(numbers, batches, halves.both.map { $0.writers(scenario: scenario) }))
      for sums in halves.both { sums.note(numbers, scenario: scenario) }
    }
    return players
  }

  /// Draws the trial's parameters; limits that bind several together are kept by drawing again.
  func drawParameters(_ stream: TrialStream) -> ParameterDraws {
    var draws = ParameterDraws(sampler, trial: stream)
    guard !uncertain.isEmpty else { return draws }
    for segment in experiment.scenarios.flatMap(\.segments) {
      draws.redraw([segment[.restricted], segment[.requestsOff]], trial: stream) { $0[0] + $0[1] <= 1 }
      draws.redraw(
        [segment[.withActivity], segment[.withStaying]], trial: stream
      ) { $0[0] * $0[0] + $0[1] * $0[1] <= 1 }
    }
    return draws
  }
}
