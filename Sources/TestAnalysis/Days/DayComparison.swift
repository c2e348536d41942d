public import Inference
import TestData
public import TextFormats

/// An arm against the baseline by one of several days after the install: no test, as several are looked at.
///
/// Where arms ask at different moments each day is another question: what is asked late is not in yet at
/// an early day, so the difference moves in one direction with the day.
public struct DayComparison: Encodable, Sendable {
  /// The days that are always looked at.
  public static let days = [1, 3, 7, 14, 30]

  /// Days of 24 hours since the install; installs at least that old are compared.
  public let day: Int
  /// The position of the arm.
  @OptionNames public private(set) var option: Int
  /// What became of its installs and of the baseline's.
  public let counts: TwoArms
  /// How large the difference may be.
  public let interval: Interval?
}

extension AnalysedTest {
  /// Compares the arms by each day, and warns of an arm that is still rising.
  mutating func addDays(_ table: TestTable, _ horizon: TestTable.Horizon) throws {
    guard arms.count > 1, let panel = mainPanel else { return }
    addRising(horizon)
    // Of all installs together, which the verdict is not of where parts of the test are compared.
    guard !panel.restsOnParts else { return }
    let others = table.horizons.filter { $0.arms.allSatisfy { ($0.counts.installs ?? 0) > 0 } }
    guard others.count > 1 else { return }
    byDay = try others.flatMap { other in
      let counts = try other.arms.map { Optional($0.counts) }.observed(.installs)
      return try panel.statistics.comparisons.map { comparison in
        let pair = TwoArms(counts[comparison.option], against: counts[baseline])
        return DayComparison(
          day: other.day, option: comparison.option, counts: pair,
          interval: try pair.interval(at: panel.statistics.together.level))
      }
    }
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
    guard asOf != nil, let day, let assigned else { return nil }
    let young = byDay.filter {
      2 * $0.counts.arm.n < assigned[$0.option] || 2 * $0.counts.baseline.n < assigned[baseline]
    }
    return byDay.map(\.day).last { found in found > day && !young.contains { $0.day == found } }
  }
}
