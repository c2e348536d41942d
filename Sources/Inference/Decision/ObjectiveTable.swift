/// The objective of every competing arm in every trial, with what is known of its noise.
///
/// The rows of a decision: any unbiased estimate of the expectation under a trial's parameters
/// will do, 0/1 outcomes or scores; the smaller its sampling variance, the less has to be removed.
public struct ObjectiveTable: Equatable, Sendable {
  /// Positions of the competing arms in the run's order.
  public let arms: [Int]
  /// By trial and competing arm, more being better; trials in which any of them has no value are left out.
  let values: TrialRows
  /// The values less their trial's mean over the arms.
  private(set) var deviations: TrialRows
  private(set) var noise: TrialNoise
  /// The draws of the noise, centred over the arms, where every trial has one of every arm.
  private var draws: TrialRows?
  /// Whether every trial tells what each half of its installs gives.
  var hasHalves: Bool { draws != nil }
  /// Whether the noise is known, so that what is said of expectations is free of it.
  public var noiseIsKnown: Bool { noise != .unknown }
  /// What estimates of a real test would vary by, by trial and competing arm; `nil` where unknown.
  private(set) var testVariances: TrialRows?
  /// Trials that were left out.
  public let missing: Int
  /// Trials that are drawn together.
  let trialsOfABlock: Int

  /// - Parameters:
  ///   - competing: positions of the arms that may be chosen, at least one.
  ///   - series: for every arm of the run, in its order, the objective trial by trial.
  ///   - lessIsBetter: whether the smallest objective is the best.
  /// - Returns: `nil` when no trial has a value of every competing arm.
  public init?(competing: [Int], series: [TrialSeries], lessIsBetter: Bool) {
    let sign = lessIsBetter ? -1.0 : 1.0
    let trials = series.first?.values.indices ?? 0..<0
    var complete: [Int] = []
    var values = TrialRows(arms: competing.count)
    var deviations = values
    var draws = values
    values.reserve(trials.count)
    deviations.reserve(trials.count)
    draws.reserve(trials.count)
    let own = competing.map { series[$0].values }
    let noises = competing.map { series[$0].noise }
    var row: [Double] = []
    for trial in trials {
      row.removeAll(keepingCapacity: true)
      for values in own { if let value = values[trial] { row.append(sign * value) } }
      guard row.count == competing.count else { continue }
      complete.append(trial)
      values.append(row)
      centre(&row)
      deviations.append(row)
      row.removeAll(keepingCapacity: true)
      for noise in noises { if let draw = noise[trial] { row.append(sign * draw) } }
      guard row.count == competing.count else { continue }
      centre(&row)
      draws.append(row)
    }
    guard !complete.isEmpty, !competing.isEmpty else { return nil }
    arms = competing
    missing = trials.count - complete.count
    trialsOfABlock = series[competing[0]].trialsOfABlock
    let hasAllDraws = draws.count == deviations.count
    self.values = values
    self.deviations = deviations
    self.draws = hasAllDraws ? draws : nil
    let chosen = competing.map { series[$0] }
    noise = TrialNoise(of: chosen, trials: complete, draws: hasAllDraws ? draws : nil)
    testVariances = TrialRows(chosen.map(\.testVariances), trials: complete)
  }
}

extension ObjectiveTable {
  /// The values alone, which is all that the value of learning an input is worked out from.
  public var valuesAlone: ObjectiveTable {
    var table = self
    table.deviations = TrialRows(arms: arms.count)
    table.noise = .unknown
    table.draws = nil
    table.testVariances = nil
    return table
  }
}

/// One half of the installs of every trial.
enum InstallHalf: Double, CaseIterable {
  case first = 1
  case second = -1
}

extension ObjectiveTable {
  /// The deviations that one half of the installs gives: those of all, more or less the draw of their noise.
  ///
  /// With halves of one size that is their very score, as a draw is half of what the two differ by. Its noise has
  /// twice the variance.
  /// - Returns: `nil` where a trial has no draw.
  func deviations(of half: InstallHalf) -> TrialRows? {
    guard let draws else { return nil }
    var rows = TrialRows(arms: arms.count)
    rows.reserve(deviations.count)
    for trial in 0..<deviations.count {
      rows.append(arms.indices.map { deviations[trial, $0] + half.rawValue * draws[trial, $0] })
    }
    return rows
  }
}

/// What is known of the noise of the arms' estimates within a trial.
enum TrialNoise: Equatable, Sendable {
  /// The arms share people: a draw of their noise in each of the table's trials, centred over the arms, and
  /// whether the trial has one.
  case shared(TrialRows, isKnown: [Bool])
  /// The trials do not tell it.
  case unknown

  /// - Parameters:
  ///   - series: the competing arms'.
  ///   - trials: those in which each of them has a value.
  ///   - draws: of the noise in these, centred over the arms, of either sign; `nil` where some have none.
  init(of series: [TrialSeries], trials: [Int], draws all: TrialRows?) {
    if let all {
      let isEnough = TrialSeries.areEnough(trials.count, of: trials.count)
      self = isEnough ? .shared(all, isKnown: trials.map { _ in true }) : .unknown
      return
    }
    var draws = TrialRows(arms: series.count)
    var isKnown: [Bool] = []
    isKnown.reserveCapacity(trials.count)
    let noises = series.map(\.noise)
    var row: [Double] = []
    for trial in trials {
      row.removeAll(keepingCapacity: true)
      for noise in noises { if let draw = noise[trial] { row.append(draw) } }
      isKnown.append(row.count == series.count)
      // The sign of a draw is of no account.
      if row.count == series.count { centre(&row) } else { row = series.map { _ in 0 } }
      draws.append(row)
    }
    let isEnough = TrialSeries.areEnough(isKnown.count { $0 }, of: trials.count)
    self = isEnough ? .shared(draws, isKnown: isKnown) : .unknown
  }
}
