import Inference
import Testing

@Suite("Differences within strata, put together")
struct MantelHaenszelTests {
  private func pairs(_ counts: [(Int, Int, Int, Int)]) throws -> [TwoArms] {
    try counts.map { try arms($0.0, $0.1, $0.2, $0.3) }
  }

  /// Tuberculosis among the vaccinated and the others in thirteen trials of the BCG vaccine.
  ///
  /// From Colditz and others (JAMA 271, 1994).
  private static let vaccine = [
    (4, 123, 11, 139), (6, 306, 29, 303), (3, 231, 11, 220), (62, 13598, 248, 12867), (33, 5069, 47, 5808),
    (180, 1541, 372, 1451), (8, 2545, 10, 629), (505, 88391, 499, 88391), (29, 7499, 45, 7277),
    (17, 1716, 65, 1665), (186, 50634, 141, 27338), (5, 2498, 3, 2341), (27, 16913, 29, 17854),
  ]

  @Test("the BCG trials: -0.0033, from -0.0039 to -0.0027, z -11.4708")
  func vaccine() throws {
    let found = try #require(try MeasuredDifference.mantelHaenszel(pairs(Self.vaccine)))
    // As printed by metafor's rma.mh(measure = "RD") for dat.bcg, in its own tests against Stata's metan.
    #expect(abs(found.estimate + 0.0033) < 5e-5)
    let interval = try #require(try found.interval(at: .ninetyFive))
    #expect(abs(interval.lower + 0.0039) < 5e-5 && abs(interval.upper + 0.0027) < 5e-5)
    #expect(abs(found.estimate / found.standardError + 11.4708) < 5e-5)
    // The formula of Sato, Greenland and Robins in exact fractions, Python 3.
    #expect(abs(found.estimate + 0.003288181832612999) < 1e-15)
    #expect(abs(found.standardError - 0.0002866567485273736) < 1e-15)
  }

  @Test("the test is that which the interval inverts")
  func test() throws {
    // Admissions to six departments at Berkeley.
    let admissions = [
      (512, 825, 89, 108), (353, 560, 17, 25), (120, 325, 202, 593), (138, 417, 131, 375),
      (53, 191, 94, 393), (22, 373, 24, 341),
    ]
    let found = try #require(try MeasuredDifference.mantelHaenszel(pairs(admissions)))
    let (test, interval) = (try #require(try found.test()), try #require(try found.interval(at: .ninetyFive)))
    #expect(test.statistic == found.estimate / found.standardError)
    #expect(test.p.value > 0.05 && interval.contains(0))
  }

  @Test("strata that are split unlike and differ do no harm: equal rates have no difference")
  func simpson() throws {
    let found = try #require(
      try MeasuredDifference.mantelHaenszel(pairs([(10, 100, 90, 900), (360, 900, 40, 100)]))
    )
    #expect(abs(found.estimate) < 1e-15 && abs(found.standardError - 0.030276503540974917) < 1e-15)
  }

  @Test("no stratum with both arms, or nothing to tell apart, has none")
  func absent() throws {
    #expect(try MeasuredDifference.mantelHaenszel(pairs([(1, 2, 0, 0)])) == nil)
    #expect(try MeasuredDifference.mantelHaenszel(pairs([(0, 20, 0, 30)])) == nil)
  }
}
