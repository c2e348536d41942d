public import ExperimentDesign
import PromptFlow
import RandomStreams
import Synchronization

/// Simulates an experiment's trials, on any number of threads, always to the same bits.
///
/// Everything random about an install is a function of (seed, trial, install,
/// purpose); everything counted is an integer. So threads, the order in which
/// work is done, and stopping and going on change nothing.
public struct Simulator: Sendable {
  /// How lives are played.
  ///
  /// Both find the same, to the last integer.
  public enum Engine: String, CaseIterable, Sendable {
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
  public let places: ParameterPlaces
  private let engine: Engine
  private let placeIndex: [String: Int]
  /// By scenario, the numbers of every trial; `nil` where trials draw theirs.
  private let lasting: [ScenarioNumbers]?
  /// Lives of one work unit: a trial of more is shared between threads, and whoever stops waits for one.
  private static let unitLives = 524_288
  /// Installs of one work unit: those that tallies are proven for, fewer where many arms and scenarios make each longer.
  private var unitInstalls: Int {
    let lives = experiment.scenarios.count * (experiment.design == .paired ? experiment.arms.count : 1)
    return min(TallyLimits.installsOfAUnit, max(256, Self.unitLives / lives))
  }
  /// Trials that may wait to be handed over: 256, or 256 MiB of them.
  private var mostWaiting: Int {
    TrialMemory.trials(in: 256 << 20, cells: experiment.cells, days: experiment.tallyDays, atMost: 256)
  }

  /// A simulator of an experiment under a seed.
  public init(experiment: Experiment, seed: UInt64, engine: Engine = .fast) {
    let places = ParameterPlaces(of: experiment)
    self.engine = engine
    self.experiment = experiment
    self.seed = seed
    self.places = places
    placeIndex = Dictionary(uniqueKeysWithValues: places.places.enumerated().map { ($1, $0) })
    lasting =
      places.parameters.isEmpty
      ? experiment.scenarios.indices.map { ScenarioNumbers(experiment, scenario: $0, .none) }
      : nil
  }

  /// Runs trials and hands over each result in the order of `trials`.
  ///
  /// - Parameters:
  ///   - trials: 0-based numbers, ascending.
  ///   - threads: at least 1.
  ///   - shouldStop: asked before every work unit; trials in hand are then dropped.
  ///   - onTrial: called once per trial, in order, never twice at a time.
  /// - Throws: what `onTrial` throws, or ``OverlongLife``; no further trial is handed over then.
  public func run<Trials: RandomAccessCollection & Sendable>(
    trials: Trials, threads: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    onTrial: @escaping @Sendable (TrialResult) throws -> Void
  ) async throws where Trials.Element == Int, Trials.Index == Int {
    let unit = unitInstalls
    let unitsPerTrial = max(1, (experiment.installs + unit - 1) / unit)
    let desk = Desk(trials: trials, unitsPerTrial: unitsPerTrial, mostWaiting: mostWaiting)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, threads) {
        group.addTask {
          while !shouldStop(), let work = desk.next() {
            let lower = work.unit * unit
            let part = simulate(
              trial: work.trial, installs: lower..<min(lower + unit, experiment.installs))
            guard part.sums.overlongLives == 0 else {
              throw OverlongLife(trial: work.trial, installs: part.sums.overlongLives)
            }
            try desk.handIn(part, work, onTrial)
          }
        }
      }
      try await group.waitForAll()
    }
    try desk.close(onTrial)
  }

  /// Simulates one trial alone, as a run of it would.
  ///
  /// - Throws: ``OverlongLife``, with all installs of the trial that it concerns.
  public func checkedTrial(_ number: Int) throws(OverlongLife) -> TrialResult {
    let part = allInstalls(of: number)
    guard part.sums.overlongLives == 0 else {
      throw OverlongLife(trial: number, installs: part.sums.overlongLives)
    }
    return part.result(number)
  }

  /// Simulates one trial alone, to measure or to test by.
  ///
  /// A life of more than ``ExperimentDesign/TallyLimits/sessionsOfALife`` is cut there, so results that people are
  /// shown come from ``checkedTrial(_:)``.
  package func trial(_ number: Int) -> TrialResult { allInstalls(of: number).result(number) }

  private func allInstalls(of number: Int) -> Part {
    let unit = unitInstalls
    let part = simulate(trial: number, installs: 0..<min(unit, experiment.installs))
    for lower in stride(from: unit, to: experiment.installs, by: unit) {
      let upper = min(lower + unit, experiment.installs)
      part.sums.merge(simulate(trial: number, installs: lower..<upper).sums)
    }
    return part
  }

  /// What a work unit found.
  struct Part: Sendable {
    let sums: TrialHalves
    var draws: [Double]

    /// The trial's result; the part is not to be used any more.
    func result(_ trial: Int) -> TrialResult { sums.result(trial: trial, draws: draws) }
  }

  func simulate(trial: Int, installs: Range<Int>) -> Part {
    let stream = Seed(seed).trial(UInt64(trial))
    let draws = drawParameters(stream)
    let halves = TrialHalves(experiment)
    for scenario in experiment.scenarios.indices {
      let numbers = lasting?[scenario] ?? ScenarioNumbers(experiment, scenario: scenario, draws)
      var crowd = ClearCrowd(
        numbers, baseline: experiment.baselineIndex, horizon: experiment.horizonDays,
        usesBatches: engine == .fast, halves.even.ledgers(scenario: scenario))
      for (parity, sums) in halves.byParity {
        sums.note(numbers, scenario: scenario)
        crowd.count(in: sums.ledgers(scenario: scenario))
        let half = HalfInstalls(of: installs, parity: parity)
        switch experiment.design {
        case .paired: crowd.play(half, of: stream)  // every install lives once under every arm
        case .split: playSplit(half, stream, &crowd)
        }
        crowd.add(only: experiment.design == .split)
      }
    }
    return Part(sums: halves, draws: draws.values)
  }

  /// Each install is randomised to one arm by weight.
  private func playSplit(_ installs: HalfInstalls, _ stream: TrialStream, _ crowd: inout ClearCrowd) {
    let cumulative = cumulativeWeights
    for position in 0..<installs.count {
      let stream = stream.install(installs[position])
      let u = stream.uniform(purpose: Purpose.arm)
      var arm = 0
      while u >= cumulative[arm] { arm += 1 }
      crowd.play(stream, only: arm)
    }
  }

  /// Upper ends of the arms' shares of the uniform that randomises an install.
  var cumulativeWeights: [Double] {
    let total = experiment.arms.reduce(0) { $0 + $1.weight }
    var cumulative: [Double] = []
    for arm in experiment.arms { cumulative.append((cumulative.last ?? 0) + arm.weight / total) }
    cumulative[cumulative.count - 1] = 1
    return cumulative
  }

  /// Draws the trial's parameters; limits that bind several together are kept by drawing again.
  func drawParameters(_ stream: TrialStream) -> ParameterDraws {
    var draws = ParameterDraws(
      places: places, index: placeIndex, joints: experiment.joints, trial: stream)
    guard !places.parameters.isEmpty else { return draws }
    for segment in experiment.scenarios.flatMap(\.segments) {
      draws.redraw([segment.restricted, segment.requestsOff], trial: stream) { $0[0] + $0[1] <= 1 }
      draws.redraw(
        [segment.willingness.withActivity, segment.willingness.withStaying], trial: stream
      ) { $0[0] * $0[0] + $0[1] * $0[1] <= 1 }
    }
    return draws
  }
}

/// Hands out work units and collects their results in order.
private final class Desk<Trials: RandomAccessCollection & Sendable>: Sendable
where Trials.Element == Int, Trials.Index == Int {
  struct Work {
    var trial: Int
    var unit: Int
    /// Position of the trial in the list.
    var position: Int
  }

  private struct State {
    var next = 0
    /// Trials that some units of are in.
    var parts: [Int: (part: Simulator.Part, units: Int)] = [:]
    /// Whole trials that wait for an earlier one.
    var done: [Int: TrialResult] = [:]
    var failed = false
  }

  /// Results that may wait to be handed over before a thread that brings another waits too.
  private let mostWaiting: Int

  private let trials: Trials
  private let unitsPerTrial: Int
  private let state = Mutex(State())
  /// Trials handed over; held while handing over, so that it happens in order and one at a time.
  private let counter = Mutex(0)

  init(trials: Trials, unitsPerTrial: Int, mostWaiting: Int) {
    self.trials = trials
    self.mostWaiting = mostWaiting
    self.unitsPerTrial = unitsPerTrial
  }

  func next() -> Work? {
    state.withLock { state in
      let number = state.next
      guard !state.failed, number / unitsPerTrial < trials.count else { return nil }
      state.next += 1
      let position = number / unitsPerTrial
      let trial = trials[trials.startIndex + position]
      return Work(trial: trial, unit: number % unitsPerTrial, position: position)
    }
  }

  /// Takes in a work unit's part; every whole trial that is next in order is then handed over.
  ///
  /// Handing over means writing to disk, so it has a lock of its own: the other threads go on
  /// simulating meanwhile, and whoever holds it hands over what they left. Only when the disk falls
  /// far behind does a thread wait for it, so that what waits stays small.
  func handIn(
    _ part: Simulator.Part, _ work: Work, _ onTrial: (TrialResult) throws -> Void
  ) throws {
    let waiting = state.withLock { state in
      var known = state.parts.removeValue(forKey: work.position) ?? (part, 0)
      if known.units > 0 { known.part.sums.merge(part.sums) }
      known.units += 1
      if known.units == unitsPerTrial {
        state.done[work.position] = known.part.result(work.trial)
      } else {
        state.parts[work.position] = known
      }
      return state.done.count
    }
    if waiting > mostWaiting {
      try counter.withLock { try handOver(&$0, onTrial) }
    } else {
      _ = try counter.withLockIfAvailable { try handOver(&$0, onTrial) }
    }
  }

  /// Hands over what was handed in while another thread was just about to let go of the lock.
  func close(_ onTrial: (TrialResult) throws -> Void) throws {
    try counter.withLock { try handOver(&$0, onTrial) }
  }

  /// - Parameter handedOver: how many trials have been.
  private func handOver(_ handedOver: inout Int, _ onTrial: (TrialResult) throws -> Void) throws {
    while let result = next(after: handedOver) {
      handedOver += 1
      do {
        try onTrial(result)
      } catch {
        state.withLock { $0.failed = true }
        throw error
      }
    }
  }

  private func next(after handedOver: Int) -> TrialResult? {
    state.withLock { state in
      state.failed ? nil : state.done.removeValue(forKey: handedOver)
    }
  }
}
