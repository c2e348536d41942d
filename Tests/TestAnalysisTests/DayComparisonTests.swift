import Inference
import TestAnalysis
import TestData
import Testing

@Suite("The day is part of the question")
struct DayComparisonTests {
  /// An arm asks at launch, another three days later and persuades more: worse by day 1, better by day 7.
  private static let rows = [
    Rows(arm: "launch", count: 200, asked: "2026-01-01T00:00:05Z", answer: "authorized"),
    Rows(arm: "launch", count: 800, asked: "2026-01-01T00:00:05Z", answer: "denied"),
    Rows(arm: "third", count: 300, asked: "2026-01-04T12:00:00Z", answer: "authorized"),
    Rows(arm: "third", count: 700),
  ]

  @Test(
    "the difference is given at each day that has matured installs, where options ask at different moments")
  func byDay() throws {
    let found = try analysis(Self.rows, days: DayComparison.days) { $0.day = 7 }.byDay
    #expect(found.map(\.day) == [1, 3, 7, 14, 30])
    #expect(found.map(\.counts.arm.x) == [0, 0, 300, 300, 300])
    #expect(found.allSatisfy { $0.counts.arm.n + $0.counts.baseline.n == 2_000 })
    let first = try #require(found[0].interval)
    let last = try #require(found[4].interval)
    #expect(first.upper < -0.15 && last.lower > 0.05)
  }

  @Test("the day chosen is the day of the verdict, whatever others are counted")
  func chosenDay() throws {
    for (day, verdict) in [(1, Inference.Verdict.worse), (7, .better)] {
      let found = try analysis(Self.rows, days: DayComparison.days) { $0.day = day }
      #expect(try #require(found.mainPanel).judgements[0].verdict == verdict)
    }
  }

  @Test("an option that gained more than the margin over the last third of the days is called rising")
  func rising() throws {
    func rising(day: Int) throws -> [Int] {
      try analysis(Self.rows, days: (DayComparison.days + [day]).sorted()) { $0.day = day }.rising
    }
    // Asked after three and a half days: rising at day 4, not in yet at day 3, settled at day 7.
    #expect(try rising(day: 4) == [1])
    #expect(try rising(day: 7).isEmpty)
    #expect(try !rising(day: 3).contains(0))
  }
}
