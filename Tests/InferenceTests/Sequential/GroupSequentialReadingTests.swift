import GSLNumerics
import Inference
import Testing

@Suite("A running test read at its looks")
struct GroupSequentialReadingTests {
  static func counts(_ looks: [((Int, Int), (Int, Int))]) throws -> [TwoArms] {
    try looks.map { try arms($0.0.0, $0.0.1, $0.1.0, $0.1.1) }
  }

  /// The second of two equal arms against the first.
  private func reading(
    planned: Int, _ looks: [((Int, Int), (Int, Int))]
  ) throws -> GroupSequentialReading {
    let plan = LookedAtTest(planned: planned, shares: [1, 1], level: .ninetyFive)
    return try GroupSequentialReading(plan, arm: 1, baseline: 0, counts: Self.counts(looks))
  }

  @Test("scores are those of the interval, bounds those of the information in hand")
  func looks() throws {
    let reading = try reading(
      planned: 10_000,
      [((230, 1_000), (200, 1_000)), ((460, 2_000), (400, 2_000)), ((690, 3_000), (590, 3_000))])
    #expect(reading.looks.map(\.fraction) == [0.2, 0.4, 0.6])
    // (0.23 − 0.2)/√(0.215 · 0.785 · 2/1000 · 2000/1999), in Python; the bounds are the published ones.
    let scores = reading.looks.map { $0.score ?? .nan }
    #expect(abs(scores[0] - 1.632872212837632 * (1999.0 / 2000).squareRoot()) < 1e-13)
    #expect(zip(reading.looks, [4.8769, 3.3569, 2.6803]).allSatisfy { abs(($0.bound ?? 0) - $1) < 2e-4 })
    #expect(reading.firstCrossing == 2)
    let interval = try #require(reading.looks[2].interval)
    #expect(interval.lower > 0)
  }

  @Test("a last look short of the plan spends all that is left, nearly as if it were alone")
  func final() throws {
    let boundaries = try GroupSequentialBoundaries(level: 0.05, fractions: [0.2, 0.6], isComplete: true)
    #expect(abs(try boundaries.stopping(drift: 0).atEachLook.reduce(0, +) - 0.05) < 1e-9)
    // Nothing was spent at the first look to speak of.
    #expect(abs((boundaries.looks[1].bound ?? 0) - 1.95996) < 1e-3)
  }

  @Test("after the plan is complete there is nothing left to spend")
  func overrun() throws {
    let reading = try reading(
      planned: 2_000,
      [((50, 500), (55, 500)), ((110, 1_100), (100, 1_100)), ((400, 2_000), (200, 2_000))])
    #expect(reading.looks.map(\.fraction) == [0.5, 1, 1] && reading.looks[1].bound != nil)
    #expect(reading.looks[2].bound == nil && reading.looks[2].interval == nil)
    #expect(reading.firstCrossing == nil)
  }

  @Test(
    "a look stops the test exactly where its interval leaves 0 out, whatever the split",
    arguments: [((228, 1_000), (1_800, 9_000)), ((229, 1_000), (1_800, 9_000)), ((150, 500), (1_170, 4_500))])
  func oneStatistic(arm: (Int, Int), baseline: (Int, Int)) throws {
    for planned in stride(from: 10_000, through: 10_800, by: 100) {
      let plan = LookedAtTest(planned: planned, shares: [9, 1], level: .ninetyFive)
      let look = try #require(
        GroupSequentialReading(plan, arm: 1, baseline: 0, counts: Self.counts([(arm, baseline)])).looks.first)
      let (score, bound) = (try #require(look.score), try #require(look.bound))
      let interval = try #require(look.interval)
      #expect((abs(score) > bound) == !interval.contains(0))
    }
  }

  @Test("the level is shared by the comparisons")
  func comparisons() throws {
    let counts = try Self.counts([((50, 500), (55, 500)), ((110, 1_000), (100, 1_000))])
    let three = LookedAtTest(planned: 4_000, shares: [1, 1, 1, 1], level: .ninetyFive)
    let third = LookedAtTest(
      planned: 2_000, shares: [1, 1], level: ConfidenceLevel.ninetyFive.simultaneous(over: 3))
    let found = try [(three, 2), (third, 1)].map {
      try GroupSequentialReading($0, arm: $1, baseline: 0, counts: counts).looks.map(\.bound)
    }
    #expect(found[0] == found[1])
  }

  @Test("a look that adds nothing has no bound, and costs the others nothing")
  func repeatedLook() throws {
    let twice = try reading(
      planned: 2_000, [((0, 0), (0, 0)), ((5, 500), (5, 500)), ((5, 500), (5, 500))])
    let once = try reading(planned: 2_000, [((5, 500), (5, 500))])
    #expect(twice.looks.map(\.bound) == [nil, once.looks[0].bound, nil])
  }

  @Test("looks that go backwards are refused")
  func refused() throws {
    #expect(throws: NumericsError.self) {
      try reading(planned: 2_000, [((5, 50), (5, 50)), ((4, 40), (5, 50))])
    }
  }
}
