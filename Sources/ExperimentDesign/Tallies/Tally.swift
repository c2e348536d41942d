/// The sums over the installs of one trial, scenario, arm and segment.
public struct Tally: Hashable, Sendable {
  /// Indexed by ``Counter/rawValue``.
  public var counts: [Int64]
  /// Indexed by ``Amount/rawValue``.
  public var amounts: [Double]
  /// First answers that allowed, by the day of their session: element 0 is day 0
  /// itself, element d the sessions that start in (d − 1, d].
  public var allowedByDay: [Int64]
  /// First answers that denied, by the day of their session.
  public var deniedByDay: [Int64]
  /// Scores of allowing, 1e-9 of an install, by the day of the answer's session.
  public var allowedScoreByDay: [Int64]
  /// Median day of the first answer, among the answered; `nil` when none did.
  public var medianDaysToDecision: Double?
  /// Installs authorized here and not under the baseline.
  ///
  /// With its reverse, the discordant counts of a paired design; zero under `split`.
  public var gainedOverBaseline: Int64
  /// Installs authorized under the baseline and not here.
  public var lostToBaseline: Int64
  /// What two halves of the installs tell of the noise in the scores.
  ///
  /// `nil` in sums over segments.
  public var noise: ScoreNoise?

  /// An empty tally over a horizon of `days` whole days.
  public init(days: Int) {
    let byDay = [Int64](repeating: 0, count: days + 1)
    self.init(
      counts: Array(repeating: 0, count: Counter.count), amounts: Array(repeating: 0, count: Amount.count),
      allowedByDay: byDay, deniedByDay: byDay, allowedScoreByDay: byDay, gainedOverBaseline: 0,
      lostToBaseline: 0)
  }

  /// A tally of numbers that are all known; of people without noise and without a median day yet.
  ///
  /// - Precondition: a count per counter, an amount per ``Amount``, and lists by day of one length.
  package init(
    counts: [Int64], amounts: [Double], allowedByDay: [Int64], deniedByDay: [Int64],
    allowedScoreByDay: [Int64], gainedOverBaseline: Int64, lostToBaseline: Int64
  ) {
    precondition(counts.count == Counter.count && amounts.count == Amount.count, "a number of each")
    self.counts = counts
    self.amounts = amounts
    self.allowedByDay = allowedByDay
    self.deniedByDay = deniedByDay
    self.allowedScoreByDay = allowedScoreByDay
    self.gainedOverBaseline = gainedOverBaseline
    self.lostToBaseline = lostToBaseline
  }

  /// The count of one counter.
  @inlinable
  public subscript(_ counter: Counter) -> Int64 {
    get { counts[counter.rawValue] }
    set { counts[counter.rawValue] = newValue }
  }

  /// The sum of one amount.
  @inlinable
  public subscript(_ amount: Amount) -> Double {
    get { amounts[amount.rawValue] }
    set { amounts[amount.rawValue] = newValue }
  }
}

/// What one trial found.
public struct TrialResult: Hashable, Sendable {
  /// 0-based.
  public var trial: Int
  /// Values drawn for the paths in ``Experiment/uncertain``'s order.
  public var draws: [Double]
  /// Tallies by scenario, arm and segment.
  ///
  /// The median of days to the decision and its noise stand in the arm's whole (``wholes``), not in its segments.
  public var tallies: [[[Tally]]]
  /// Tallies by scenario and arm over all segments.
  public var wholes: [[Tally]]

  /// The findings of one trial.
  public init(trial: Int, draws: [Double], tallies: [[[Tally]]], wholes: [[Tally]]) {
    self.trial = trial
    self.draws = draws
    self.tallies = tallies
    self.wholes = wholes
  }
}

extension Tally {
  /// The sum of tallies over segments; the median of days and the noise are no sums and stay `nil`.
  ///
  /// Amounts are added in the order of the segments, which the file fixes.
  ///
  /// - Parameters:
  ///   - parts: all over the same whole days, and within ``TallyLimits``.
  ///   - days: these, for a sum of no part.
  @inlinable
  public init(sum parts: some Collection<Tally>, days: Int) {
    self = parts.first ?? Tally(days: days)
    medianDaysToDecision = nil
    noise = nil
    // The loops below copy all lists before they begin, which a sum of one part need not.
    guard parts.count > 1 else { return }
    for part in parts.dropFirst() {
      for index in counts.indices { counts[index] += part.counts[index] }
      for index in amounts.indices { amounts[index] += part.amounts[index] }
      for day in allowedByDay.indices {
        allowedByDay[day] += part.allowedByDay[day]
        deniedByDay[day] += part.deniedByDay[day]
        allowedScoreByDay[day] += part.allowedScoreByDay[day]
      }
      gainedOverBaseline += part.gainedOverBaseline
      lostToBaseline += part.lostToBaseline
    }
  }
}
