import Foundation
import GSLNumerics
import Inference
import Testing

/// What must hold of any counts: symmetries, order and coverage, over all tables of small sizes.
@Suite("Laws of intervals and tests of proportions")
struct ProportionLawTests {
  static let tables: [TwoArms] = {
    var tables: [TwoArms] = []
    for (first, second) in [(1, 1), (3, 5), (7, 4)] {
      for x in 0...first {
        for y in 0...second {
          guard let arm = try? ObservedCount(x, of: first),
            let baseline = try? ObservedCount(y, of: second)
          else { continue }
          tables.append(TwoArms(arm, against: baseline))
        }
      }
    }
    return tables
  }()

  @Test(
    "counting the others turns the interval of a proportion about ½", arguments: ProportionMethod.allCases)
  func complement(_ method: ProportionMethod) throws {
    for n in [1, 2, 9, 1_000] {
      for x in stride(from: 0, through: n, by: max(1, n / 20)) {
        let count = try ObservedCount(x, of: n)
        let own = try #require(try count.interval(method, at: .ninetyFive).value)
        let other = try #require(try count.complement.interval(method, at: .ninetyFive).value)
        #expect(abs(own.lower + other.upper - 1) < 1e-14)
      }
    }
  }

  @Test(
    "more of the same n never lowers a limit; more confidence never narrows",
    arguments: ProportionMethod.allCases)
  func monotone(_ method: ProportionMethod) throws {
    let n = 12
    for (narrow, wide) in [(0.5, 0.9), (0.95, 0.9999)] {
      let levels = (try ConfidenceLevel(narrow), try ConfidenceLevel(wide))
      let inner = try (0...n).map {
        try #require(try ObservedCount($0, of: n).interval(method, at: levels.0).value)
      }
      let outer = try (0...n).map {
        try #require(try ObservedCount($0, of: n).interval(method, at: levels.1).value)
      }
      #expect(zip(inner, inner.dropFirst()).allSatisfy { $0.lower <= $1.lower && $0.upper <= $1.upper })
      #expect(zip(inner, outer).allSatisfy { $1.lower <= $0.lower && $0.upper <= $1.upper })
      #expect(inner.enumerated().allSatisfy { $1.contains(Double($0) / Double(n)) })
    }
  }

  @Test(
    "swapping the arms turns the interval of the difference about 0", arguments: DifferenceMethod.allCases)
  func swapDifference(_ method: DifferenceMethod) throws {
    for arms in Self.tables {
      let own = try #require(try arms.interval(method, at: .ninetyFive).value)
      let swapped = try #require(
        try TwoArms(arms.baseline, against: arms.arm).interval(method, at: .ninetyFive).value)
      #expect(abs(own.lower + swapped.upper) < 1e-13 && abs(own.upper + swapped.lower) < 1e-13)
      #expect(own.lower >= -1 && own.upper <= 1 && own.lower <= own.upper)
    }
  }

  @Test("swapping the arms inverts the ratio, and its interval")
  func swapRatio() throws {
    for arms in Self.tables {
      let own = try #require(try arms.interval(RatioMethod.koopman, at: .ninetyFive).value)
      let swapped = try #require(
        try TwoArms(arms.baseline, against: arms.arm)
          .interval(RatioMethod.koopman, at: .ninetyFive).value)
      // Both kept free of ∞·0: one limit is the reciprocal of the other.
      #expect(abs(own.lower - 1 / swapped.upper) <= 1e-12 * own.lower)
      #expect(own.lower <= own.upper && !own.upper.isNaN)
    }
  }

  @Test(
    "the p-values do not depend on which arm comes first, or on what is counted",
    arguments: EqualityTest.allCases)
  func invariance(_ test: EqualityTest) throws {
    for arms in Self.tables {
      let p = try #require(try arms.test(test).value?.p.value)
      let swapped = try #require(
        try TwoArms(arms.baseline, against: arms.arm).test(test).value?.p.value)
      let others = try #require(
        try TwoArms(arms.arm.complement, against: arms.baseline.complement).test(test).value?.p.value)
      #expect(abs(p - swapped) < 1e-9 * p && abs(p - others) < 1e-9 * p)
      #expect(p > 0 && p <= 1)
    }
  }

  @Test("Boschloo's p-value is never above Fisher's")
  func uniformlyMorePowerful() throws {
    for arms in Self.tables {
      let fisher = try #require(try arms.test(.fisher).value?.p.ln)
      let boschloo = try #require(try arms.test(.boschloo).value?.p.ln)
      #expect(boschloo <= fisher + 1e-12)
    }
  }

  @Test("Clopper–Pearson covers at least what it says, for every p, by enumeration")
  func clopperPearsonCovers() throws {
    for n in [1, 5, 17] {
      let intervals = try (0...n).map {
        try #require(try ObservedCount($0, of: n).interval(.clopperPearson, at: .ninetyFive).value)
      }
      for step in 1..<200 {
        let p = Double(step) / 200
        var covered = 0.0
        for x in 0...n where intervals[x].contains(p) {
          covered += exp(try lnBinomialMass(x, of: n, probability: p))
        }
        #expect(covered >= 0.95 - 1e-12)
      }
    }
  }

  @Test("Fisher's and Boschloo's tests never reject a true null more often than α, by enumeration")
  func exactSizes() throws {
    let (first, second) = (6, 9)
    for test in [EqualityTest.fisher, .boschloo] {
      for step in 1..<40 {
        let p = Double(step) / 40
        var rejected = 0.0
        for x in 0...first {
          for y in 0...second {
            let arms = TwoArms(try ObservedCount(x, of: first), against: try ObservedCount(y, of: second))
            guard let value = try arms.test(test).value?.p.value, value <= 0.05 else { continue }
            rejected += exp(
              try lnBinomialMass(x, of: first, probability: p)
                + lnBinomialMass(y, of: second, probability: p))
          }
        }
        #expect(rejected <= 0.05 + 1e-12)
      }
    }
  }
}
