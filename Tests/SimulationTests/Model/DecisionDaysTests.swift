import RandomStreams
import Testing

@testable import Simulation

@Suite("The median day of the decision")
struct DecisionDaysTests {
  private static let second = 1.0 / 86_400

  /// The mean of the two in the middle, or the one.
  private func exactMedian(_ days: [Double]) -> Double {
    let sorted = days.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// How far the median of a histogram is from the exact one, in parts of what it may be.
  private func error(_ days: [Double]) -> Double {
    let histogram = DecisionDays()
    for day in days { histogram.add(day) }
    let exact = exactMedian(days)
    guard let found = histogram.median else { return .infinity }
    return abs(found - exact) / max(0.01 * exact, Self.second)
  }

  @Test(
    "is within 1% or a second at every horizon",
    arguments: Array(stride(from: 1, through: 365, by: 7)) + [365, 3_650])
  func horizons(horizon: Int) {
    let stream = TrialStream(seed: 17, trial: 0).install(UInt64(horizon))
    var worst = 0.0
    var draw: UInt32 = 0
    for count in [1, 2, 3, 10, 101, 2_000] {
      // Late, evenly spread, early, within minutes, and within seconds of the install.
      for power in [0.5, 1, 4, 12, 24] {
        let days = (0..<count).map { _ in
          draw += 1
          return Double(horizon)
            * ElementaryFunctions.exp(
              power * ElementaryFunctions.log(stream.uniform(purpose: 1, index: draw)))
        }
        worst = max(worst, error(days))
      }
    }
    #expect(worst < 1)
  }

  @Test("is exact where half answer at the install, and exists where anybody answers")
  func edges() {
    #expect(DecisionDays().median == nil)
    #expect(error([0, 0, 0, 5, 7]) == 0)
    // The two in the middle lie far apart: in no bin, in the shortest and in the longest.
    for pair in [[0.0, 300], [1e-6, 0.0023], [1e-9, 3_650], [4e-6, 0.002], [0x1p-19, 0x1p-19]] {
      #expect(error(pair) < 1)
    }
  }

  @Test("of parts put together is that of all days, whichever parts of time they have answers in")
  func merged() throws {
    let days = [[0.0, 0.3, 4], [4, 4.01, 700], [1e-9, 0.3, 29.5, 29.6], []]
    let merged = DecisionDays()
    let all = DecisionDays()
    for part in days {
      let own = DecisionDays()
      for day in part {
        own.add(day)
        all.add(day)
      }
      merged.merge(own)
      #expect(merged.median == all.median)
    }
    #expect(abs(try #require(all.median) - exactMedian(days.flatMap { $0 })) < 0.04)
  }
}
