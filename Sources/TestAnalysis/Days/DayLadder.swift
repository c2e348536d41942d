public import Inference
import TestData
public import TextFormats

/// The difference between arms by each of several days after the install.
///
/// Where arms ask at different moments each day is another question: what is asked late is not in yet at
/// an early day, so the difference moves in one direction with the day.
public struct DayLadder: Encodable, Sendable {
  /// The days that are always looked at.
  public static let days = [1, 3, 7, 14, 30]

  /// One day.
  public struct Rung: Encodable, Sendable {
    /// Days of 24 hours since the install.
    public let day: Int
    /// One per arm other than the baseline, in order, of installs at least that old.
    public let comparisons: [Comparison]
  }

  /// An arm against the baseline by one day: no test, as several days are looked at.
  public struct Comparison: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var option: Int
    /// What became of its installs and of the baseline's.
    public let counts: TwoArms
    /// How large the difference may be.
    public let interval: Interval?
  }

  /// The days at which every arm has matured installs, ascending.
  public let rungs: [Rung]
}

extension AnalysedTest {
  /// Compares the arms by each day, and warns of an arm that is still rising.
  mutating func addLadder(_ table: TestTable, _ horizon: TestTable.Horizon) throws {
    guard arms.count > 1, let panel = mainPanel else { return }
    addRising(horizon)
    // Of all installs together, which the verdict is not of where parts of the test are compared.
    guard !panel.restsOnParts else { return }
    var plain = options.statistics
    plain.hasPosteriors = false
    let rungs = try table.horizons.filter { $0.arms.allSatisfy { ($0.counts.installs ?? 0) > 0 } }.map {
      other in
      let counts = other.arms.map { Optional($0.counts) }
      return DayLadder.Rung(
        day: other.day,
        comparisons: try CountsAnalysis(
          counts.observed(.installs), baseline: baseline, options: plain, together: panel.statistics.together
        ).comparisons.map { .init(option: $0.option, counts: $0.counts, interval: $0.interval) })
    }
    if rungs.count > 1 { ladder = DayLadder(rungs: rungs) }
  }

  /// Warns of arms whose share that has allowed gained more than the margin over the last third of the days.
  private mutating func addRising(_ horizon: TestTable.Horizon) {
    for (arm, matured) in horizon.arms.enumerated() {
      guard let installs = matured.counts.installs, installs > 0 else { continue }
      let rise = Double(matured.allowedLate) / Double(installs)
      guard rise > options.statistics.margin else { continue }
      cautions.insert(.stillRising(arm: arm, rise: rise, day: horizon.day), at: 0)
    }
  }
}

extension AnalysedTest {
  /// Arms whose share that has allowed still rises with the day after the install.
  public var rising: [Int] {
    cautions.compactMap { if case .stillRising(let arm, _, _) = $0 { arm } else { nil } }.sorted()
  }

  /// The largest later day that half of every arm's installs have reached; `nil` where there is none, and for counts.
  public var laterDay: Int? {
    guard case .events(_, let day, _) = material, let assigned else { return nil }
    return ladder?.rungs.last { rung in
      rung.day > day
        && rung.comparisons.allSatisfy {
          2 * $0.counts.arm.n >= assigned[$0.option] && 2 * $0.counts.baseline.n >= assigned[baseline]
        }
    }?.day
  }
}
