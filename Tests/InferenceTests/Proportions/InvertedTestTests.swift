import Foundation
import GSLNumerics
import Inference
import Testing

/// An interval that inverts a test ends where the p-value of the test is α.
@Suite("Limits of inverted tests")
struct InvertedTestTests {
  static let tables: [(Int, Int, Int, Int)] = [
    (56, 70, 48, 80), (1, 2, 0, 3), (412, 2000, 498, 2010), (3, 100_000, 9, 99_990),
    (20_600, 100_000, 20_912, 100_500), (7, 1_000, 400_000_000, 1_000_000_000),
    (250_000_000, 1_000_000_000, 250_030_000, 1_000_000_000), (0, 10, 0, 20), (0, 5, 5, 5),
  ]
  static let levels = [0.5, 0.9, 0.95, 0.9999]

  // The limit is known to an ulp or so, and an ulp of it moves ln p by its share of the standard
  // error: 2⁻⁵²·0.4·√(10⁹) ≈ 3·10⁻¹², times the deviate's few units.
  let allowed = 1e-9

  @Test("Miettinen–Nurminen: the score test of either limit has p = α")
  func difference() throws {
    for (x1, n1, x2, n2) in Self.tables {
      let arms = TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
      for level in Self.levels {
        let level = try ConfidenceLevel(level)
        let interval = try #require(
          try arms.interval(DifferenceMethod.miettinenNurminen, at: level).value)
        for limit in [interval.lower, interval.upper] where abs(limit) < 1 {
          let p = try #require(try arms.scoreTest(ofDifference: limit).value?.p)
          #expect(abs(p.ln - log(level.alpha)) < allowed, "\(arms) \(limit)")
        }
      }
    }
  }

  @Test("Koopman: the score test of either limit has p = α")
  func ratio() throws {
    for (x1, n1, x2, n2) in Self.tables {
      let arms = TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
      for level in Self.levels {
        let level = try ConfidenceLevel(level)
        let interval = try #require(try arms.interval(RatioMethod.koopman, at: level).value)
        for limit in [interval.lower, interval.upper] where limit > 0 && limit.isFinite {
          let p = try #require(try arms.scoreTest(ofRatio: limit).value?.p)
          #expect(abs(p.ln - log(level.alpha)) < allowed, "\(arms) \(limit)")
        }
      }
    }
  }

  @Test("Wilson: the score statistic at either limit is the normal deviate")
  func wilson() throws {
    for (x, n) in [(0, 7), (3, 7), (412, 2000), (1, 1_000_000), (250_000_000, 1_000_000_000)] {
      for level in Self.levels {
        let level = try ConfidenceLevel(level)
        let interval = try #require(try ObservedCount(x, of: n).interval(.wilson, at: level).value)
        for limit in [interval.lower, interval.upper] where limit > 0 && limit < 1 {
          let spread = (limit * (1 - limit) / Double(n)).squareRoot()
          let deviate = (Double(x) / Double(n) - limit) / spread
          #expect(abs(try StandardNormal.lnBothTails(deviate) - log(level.alpha)) < allowed)
        }
      }
    }
  }

  @Test("Clopper–Pearson: each tail of the binomial at its limit sums to α/2")
  func clopperPearson() throws {
    for (x, n) in [(0, 1), (1, 2), (3, 7), (20, 20), (412, 2000), (999, 1000)] {
      for level in Self.levels {
        let level = try ConfidenceLevel(level)
        let interval = try #require(
          try ObservedCount(x, of: n).interval(.clopperPearson, at: level).value)
        if x > 0 {
          let above = try (x...n).reduce(0) {
            $0 + exp(try lnBinomialMass($1, of: n, probability: interval.lower))
          }
          #expect(abs(above / (level.alpha / 2) - 1) < 1e-10)
        }
        if x < n {
          let below = try (0...x).reduce(0) {
            $0 + exp(try lnBinomialMass($1, of: n, probability: interval.upper))
          }
          // The limit is known to half an ulp of 1, its distance to 1 to that much less.
          let rounding = Double.ulpOfOne / (1 - interval.upper)
          #expect(abs(below / (level.alpha / 2) - 1) < 1e-10 + rounding)
        }
      }
    }
  }

  @Test("the score test of no difference is the one Miettinen–Nurminen inverts")
  func same() throws {
    for (x1, n1, x2, n2) in Self.tables {
      let arms = TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
      let plain = try #require(try arms.test(.score).value)
      let inverted = try #require(try arms.scoreTest(ofDifference: 0).value)
      #expect(abs(plain.p.ln - inverted.p.ln) <= 1e-9 * max(1, abs(plain.p.ln)))
    }
  }
}
