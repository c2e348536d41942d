import Foundation
import GSLNumerics
import Inference
import Testing

@Suite("Counts at the edge")
struct DegenerateCountTests {
  func arms(_ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int) throws -> TwoArms {
    TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
  }

  @Test("what is no count is refused, and says why")
  func refusals() {
    #expect(throws: ObservedCountError.moreThanAll(x: 3, n: 2)) { try ObservedCount(3, of: 2) }
    #expect(throws: ObservedCountError.negative(-1)) { try ObservedCount(-1, of: 2) }
    #expect(throws: ObservedCountError.tooMany(n: 1_000_000_001)) {
      try ObservedCount(3, of: 1_000_000_001)
    }
    #expect(ObservedCountError.moreThanAll(x: 3, n: 2).description == "3 of 2: x must be at most n")
    #expect(throws: NumericsError.self) { try ConfidenceLevel(0.4) }
    #expect(throws: NumericsError.self) { try ConfidenceLevel(.nan) }
    #expect(throws: NumericsError.self) { try BetaPrior(a: 0, b: 1) }
  }

  @Test("0 of 0 has no rate, no interval and no comparison")
  func empty() throws {
    let none = try ObservedCount(0, of: 0)
    #expect(none.rate == nil)
    for method in ProportionMethod.allCases {
      #expect(try none.interval(method, at: .ninetyFive).reason == .emptyArm)
    }
    let both = TwoArms(none, against: try ObservedCount(1, of: 2))
    #expect(both.difference.reason == .emptyArm && both.ratio.reason == .emptyArm)
    for method in DifferenceMethod.allCases {
      #expect(try both.interval(method, at: .ninetyFive).reason == .emptyArm)
    }
    for test in EqualityTest.allCases { #expect(try both.test(test).reason == .emptyArm) }
    #expect(try both.verdict(margin: 0.1, at: .ninetyFive).reason == .emptyArm)
  }

  @Test("nobody, or everybody, in both arms: no evidence of a difference, and an interval about 0")
  func noVariation() throws {
    for table in [try arms(0, 10, 0, 20), try arms(10, 10, 20, 20), try arms(0, 1, 0, 1)] {
      for test in EqualityTest.allCases {
        #expect(try table.test(test).value?.p == .one)
      }
      let interval = try #require(
        try table.interval(DifferenceMethod.miettinenNurminen, at: .ninetyFive).value)
      #expect(interval.lower < 0 && interval.upper > 0)
    }
  }

  @Test("nobody in 10 against nobody in 10: z²/(n(N − 1)/N + z²) either side of 0")
  func nobodyInEither() throws {
    // With x₁ = x₂ = 0 the constrained pair at δ > 0 is (δ, 0), so δ² = z²δ(1 − δ)/n·N/(N − 1).
    let z2 = 3.8414588206941245
    let expected = z2 / (10 * 19 / 20 + z2)
    let interval = try #require(
      try arms(0, 10, 0, 10).interval(DifferenceMethod.miettinenNurminen, at: .ninetyFive).value)
    #expect(abs(interval.upper - expected) < 1e-14 && abs(interval.lower + expected) < 1e-14)
  }

  @Test("ratios: nobody in the baseline leaves no upper limit, nobody in the option none below")
  func ratios() throws {
    let upward = try #require(try arms(3, 10, 0, 10).interval(RatioMethod.koopman, at: .ninetyFive).value)
    #expect(upward.upper == .infinity && upward.lower > 0)
    #expect(try arms(3, 10, 0, 10).ratio.reason == .baselineRateIsZero)
    let downward = try #require(try arms(0, 10, 3, 10).interval(RatioMethod.koopman, at: .ninetyFive).value)
    #expect(downward.lower == 0 && downward.upper < 1.5)
    let neither = try #require(try arms(0, 10, 0, 10).interval(RatioMethod.koopman, at: .ninetyFive).value)
    #expect(neither.lower == 0 && neither.upper == .infinity)
    #expect(try arms(0, 10, 3, 10).interval(RatioMethod.katz, at: .ninetyFive).reason == .emptyCell)
    #expect(try arms(10, 10, 3, 10).interval(OddsRatioMethod.woolf, at: .ninetyFive).reason == .emptyCell)
  }

  @Test("a p-value too small for a number is given by its logarithm")
  func beyondUnderflow() throws {
    let table = try arms(1_000_000, 1_000_000, 0, 1_000_000)
    for test in [EqualityTest.score, .zPooled, .chiSquare, .fisher] {
      let p = try #require(try table.test(test).value?.p)
      #expect(p.value == 0 && p.ln < -900_000 && p.ln.isFinite)
    }
    let boschloo = try #require(try arms(2_500, 2_500, 0, 2_500).test(.boschloo).value?.p)
    // Two tables, all against none and the reverse, at p = ½: 2·2⁻⁵⁰⁰⁰.
    #expect(abs(boschloo.ln + 4_999 * log(2)) < 1e-8)
  }

  @Test("Boschloo's test is refused above 5,000 people, with the reason")
  func tooMany() throws {
    let reason = try arms(1, 2_501, 2, 2_500).test(.boschloo).reason
    #expect(reason == .tooManyToEnumerate(people: 5_001, most: 5_000))
    #expect(reason?.description == "it enumerates every table, and 5001 people are more than 5000")
  }

  @Test("no number that leaves is NaN, whatever the counts")
  func neverNaN() throws {
    #if DEBUG
      let sizes = [1, 1_000_000_000]
    #else
      let sizes = [1, 2, 30, 1_000_000_000]
    #endif
    for n1 in sizes {
      for n2 in sizes {
        for x1 in Set([0, 1, n1 / 2, n1]) {
          for x2 in Set([0, 1, n2 / 2, n2]) {
            let table = try arms(x1, n1, x2, n2)
            var values: [Double] = []
            for method in DifferenceMethod.allCases {
              if let found = try table.interval(method, at: .ninetyFive).value {
                values += [found.lower, found.upper]
              }
            }
            for method in RatioMethod.allCases {
              if let found = try table.interval(method, at: .ninetyFive).value {
                values += [found.lower, found.upper]
              }
            }
            let posterior = try table.posterior(at: .ninetyFive)
            values += [
              posterior.better, posterior.expectedLoss, posterior.difference.lower,
              posterior.difference.upper,
            ]
            for test in [EqualityTest.score, .zPooled, .chiSquare, .fisher] {
              if let found = try table.test(test).value { values += [found.p.ln, found.statistic ?? 0] }
            }
            #expect(values.allSatisfy { !$0.isNaN }, "\(table)")
          }
        }
      }
    }
  }
}
