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
    guard arms.count > 1, let panel = mainPanel else { return }
    addRising(table, day: horizon.day)
    // Of all installs together, which the verdict is not of where parts of the test are compared.
    guard !panel.restsOnParts else { return }
    var rungs: [DayLadder.Rung] = []
    for other in table.horizons where other.arms.allSatisfy({ ($0.counts.installs ?? 0) > 0 }) {
      let counts = try other.arms.map { try ObservedCount($0.counts.allowed, of: $0.counts.installs ?? 0) }
      rungs.append(
        DayLadder.Rung(
          day: other.day, counts: counts,
          intervals: try arms.indices.filter { $0 != baseline }.map { arm in
            try TwoArms(counts[arm], against: counts[baseline])
              .interval(at: panel.statistics.comparisonLevel)
          }))
    }
    if rungs.count > 1 { ladder = DayLadder(rungs: rungs) }
  }

  /// Warns of arms whose share that has allowed gained more than the margin over the last third of the days.
  private mutating func addRising(_ table: EventTable, day: Int) {
    for arm in arms.indices {
      let followUp = table.arms[arm].followUp
      guard let now = followUp.shareAllowed(by: day * 24, of: day),
        let before = followUp.shareAllowed(by: day * 16, of: day)
      else { continue }
      let rise = now - before
      guard rise > options.statistics.margin else { continue }
      cautions.insert(.stillRising(arm: arm, rise: rise, day: day), at: 0)
    }
  }
}

extension FollowUp {
  /// The share of installs of every age that has allowed by an hour, each counted for as long as it was watched.
  ///
  /// Aalen and Johansen's estimate: Σ S d/n over the hours, where n are the installs still watched and undecided, d
  /// of them allow, and S is the share undecided before. Decisions after the last day count as none.
  /// - Returns: `nil` where nobody was watched that long.
  func shareAllowed(by hour: Int, of day: Int) -> Double? {
    let last = day * 24
    func entry(_ all: [Int], _ hour: Int) -> Int { hour < all.count ? all[hour] : 0 }
    func later(_ all: [Int]) -> Int { all.dropFirst(last + 1).reduce(0, +) }
    let leaving = (0...last).map { hour in
      entry(allowed, hour) + entry(denied, hour) + entry(watched, hour)
        + (hour == last ? later(allowed) + later(denied) + later(watched) : 0)
    }
    var atRisk = leaving.reduce(0, +)
    // Somebody decides, or is last seen, at the hour or after it; or all have decided before.
    guard atRisk > 0 else { return nil }
    var incidence = 0.0
    var undecided = 1.0
    for hour in 0...hour where leaving[hour] > 0 {
      let deciding = entry(allowed, hour) + entry(denied, hour)
      if deciding > 0 {
        let n = Double(atRisk)
        incidence += undecided * (Double(entry(allowed, hour)) / n)
        undecided *= 1 - Double(deciding) / n
      }
      atRisk -= leaving[hour]
    }
    let isWatched = leaving[hour...].contains { $0 > 0 } || undecided == 0
    return isWatched ? min(1, incidence) : nil
  }
}
