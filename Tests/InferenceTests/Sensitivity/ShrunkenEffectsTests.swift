import Foundation
import SeededNumbers
import Testing

@testable import Inference

@Suite("Effects of segments")
struct ShrunkenEffectsTests {
  @Test("restricted maximum likelihood gives what metafor prints for the thirteen BCG trials")
  func vaccine() throws {
    // Colditz et al. 1994, log risk ratios as escalc() of metafor rounds them; rma() prints tau^2 = 0.3132,
    // estimate -0.7145, se 0.1798.
    let fit = try RandomEffects(
      [
        -0.8893, -1.5854, -1.3481, -1.4416, -0.2175, -0.7861, -1.6209, 0.0120, -0.4694, -1.3713, -0.3394,
        0.4459,
        -0.0173,
      ],
      variances: [
        0.3256, 0.1946, 0.4154, 0.0200, 0.0512, 0.0069, 0.2230, 0.0040, 0.0564, 0.0730, 0.0124, 0.5325,
        0.0714,
      ])
    // The inputs have four decimals.
    #expect(abs(fit.betweenVariance - 0.3132) < 2e-4)
    #expect(abs(fit.mean + 0.7145) < 1e-4 && abs(fit.standardError - 0.1798) < 1e-4)
  }

  @Test("the eight schools are what a grid of 200,000 spreads gives")
  func schools() throws {
    // Rubin 1981. Reference: the same model summed over 200,000 values of τ up to 200, in double precision.
    let found = try ShrunkenEffects(
      [28, 8, -3, 7, -1, 1, 18, 12], variances: [15, 10, 16, 11, 9, 11, 10, 18].map { $0 * $0 },
      largestSpread: 200, at: .ninetyFive)
    #expect(abs(found.mean - 7.9323749) < 1e-4)
    #expect(found.fit.betweenVariance == 0)
    let first = found.effects[0]
    #expect(abs(first.estimate - 11.4002590) < 1e-4)
    #expect(abs(first.interval.lower + 2.1050164) < 1e-3 && abs(first.interval.upper - 31.6234110) < 1e-3)
    #expect(abs(first.reversal - 0.0494721) < 1e-5)
    #expect(
      abs(found.effects[4].estimate - 5.1264248) < 1e-4 && abs(found.effects[4].reversal - 0.1925694) < 1e-5)
  }

  @Test("segments that do not differ share their mean, and those that do keep their own")
  func extremes() throws {
    func groups(_ rates: [Double]) throws -> [TwoArms] {
      try rates.map {
        TwoArms(
          try ObservedCount(Int(20_000 * $0), of: 20_000), against: try ObservedCount(5_000, of: 20_000))
      }
    }
    let alike = try #require(
      try ShrunkenEffects.of(try groups([0.28, 0.281, 0.279, 0.28]), at: .ninetyFive).value
    ).effects
    #expect(alike.fit.betweenVariance == 0 && alike.effects.allSatisfy { abs($0.estimate - 0.03) < 0.0015 })
    let apart = try #require(
      try ShrunkenEffects.of(try groups([0.40, 0.30, 0.35, 0.15]), at: .ninetyFive).value
    ).effects
    #expect(abs(apart.effects[3].estimate + 0.10) < 0.005 && apart.effects[3].reversal > 0.999)
    #expect(apart.effects[0].reversal < 0.001)
  }

  @Test("fewer than three segments that are large enough have no effects")
  func tooFew() throws {
    let pair = TwoArms(try ObservedCount(5, of: 20), against: try ObservedCount(5, of: 20))
    let tiny = TwoArms(try ObservedCount(1, of: 9), against: try ObservedCount(5, of: 20))
    #expect(try ShrunkenEffects.of([pair, pair, tiny], at: .ninetyFive).reason == .tooFewStrata(people: 10))
  }

  @Test("intervals of shrunken effects cover 95 of 100 of the effects, and err less than raw differences")
  func coverage() throws {
    var draws = SplitMix(seed: 77)
    func normal() -> Double {
      (-2 * log(1 - draws.uniform())).squareRoot() * cos(2 * Double.pi * draws.uniform())
    }
    var covered = 0
    var raw = 0.0
    var shrunken = 0.0
    let tests = 150
    for _ in 0..<tests {
      let truths = (0..<8).map { _ in 0.03 + 0.015 * normal() }
      let estimates = truths.map { $0 + 0.02 * normal() }
      let found = try ShrunkenEffects(
        estimates, variances: truths.map { _ in 0.0004 }, largestSpread: 1, at: .ninetyFive)
      for (truth, (estimate, effect)) in zip(truths, zip(estimates, found.effects)) {
        if effect.interval.contains(truth) { covered += 1 }
        raw += (estimate - truth) * (estimate - truth)
        shrunken += (effect.estimate - truth) * (effect.estimate - truth)
      }
    }
    // Effects of one test share their mean; even with an eighth of the information four standard errors are 0.071.
    #expect(abs(Double(covered) / Double(8 * tests) - 0.95) < 0.04)
    #expect(shrunken < 0.7 * raw)
  }
}
