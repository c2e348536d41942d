import GSLNumerics
public import Inference
import TestData

/// The difference between arms by each of several days after the install.
///
/// Where arms ask at different moments each day is another question: what is asked late is not in yet at
/// an early day, so the difference moves in one direction with the day.
public struct DayLadder: Sendable {
  /// The days that are always looked at.
  public static let days = [1, 3, 7, 14, 30]

  /// One day.
  public struct Rung: Sendable {
    /// Days of 24 hours since the install.
    public let day: Int
    /// Installs at least that old and what became of them, per arm.
    public let counts: [ObservedCount]
    /// One per arm other than the baseline, in order: the interval of its difference to the baseline.
    public let intervals: [ConfidenceInterval?]
  }

  /// The days at which every arm has matured installs, ascending.
  public let rungs: [Rung]
}

extension AnalysedTest {
  /// Compares the arms by each day, and warns of an arm that is still rising.
  ///
  /// - Throws: what the numerical routines throw.
  mutating func addLadder(_ table: EventTable, _ horizon: EventTable.Horizon) throws {
    guard arms.count > 1, !options.sameTrigger, let panel = mainPanel else { return }
    var rungs: [DayLadder.Rung] = []
    for other in table.horizons where other.arms.allSatisfy({ ($0.counts.installs ?? 0) > 0 }) {
      let counts = try other.arms.map { try ObservedCount($0.counts.allowed, of: $0.counts.installs ?? 0) }
      rungs.append(
        DayLadder.Rung(
          day: other.day, counts: counts,
          intervals: try arms.indices.filter { $0 != baseline }.map { arm in
            try TwoArms(counts[arm], against: counts[baseline])
              .interval(.miettinenNurminen, at: panel.statistics.comparisonLevel).value
          }))
    }
    if rungs.count > 1 { ladder = DayLadder(rungs: rungs) }
    try addRising(table, day: horizon.day)
  }

  /// Warns of arms whose share that has allowed gained more than the margin over the last third of the days.
  private mutating func addRising(_ table: EventTable, day: Int) throws {
    let start = Double(day) * 2 / 3
    for arm in arms.indices {
      let times = try DecisionTimes(table.arms[arm].followUp, throughDay: day)
      guard let now = times.incidence(of: .allowed, by: Double(day)),
        let before = times.incidence(of: .allowed, by: start)
      else { continue }
      let rise = now.probability - before.probability
      guard rise > options.statistics.margin else { continue }
      cautions.insert(.stillRising(arm: arm, rise: rise, day: day), at: 0)
    }
  }
}

extension DecisionTimes {
  /// The decisions of an arm up to a day; who decided later was undecided then.
  init(_ followUp: FollowUp, throughDay day: Int) throws {
    let hours = day * 24
    func decisions(_ all: [Int]) -> [Int] { Array(all.prefix(hours + 1)) }
    var undecided = Array(followUp.watched.prefix(hours + 1))
    while undecided.count <= hours { undecided.append(0) }
    for all in [followUp.allowed, followUp.denied, followUp.watched] {
      undecided[hours] += all.dropFirst(hours + 1).reduce(0, +)
    }
    try self.init(
      allowed: decisions(followUp.allowed), denied: decisions(followUp.denied), undecided: undecided,
      binsPerDay: 24)
  }
}
