import Foundation
import GSLNumerics
import Inference
import Testing

/// Examples printed in papers, to the digits printed.
@Suite("Proportions against published examples")
struct PublishedProportionTests {
  /// Seven of the eight contrasts of Newcombe (1998, Statistics in Medicine 17: 873–890), table II, 95 %:
  /// Miettinen–Nurminen (method 5) and the hybrid of score intervals (method 10).
  static let newcombe: [(arm: [Int], baseline: [Int], mn: [Double], hybrid: [Double])] = [
    ([56, 70], [48, 80], [0.0528, 0.3382], [0.0524, 0.3339]),
    ([9, 10], [3, 10], [0.1700, 0.8406], [0.1705, 0.8090]),
    ([6, 7], [2, 7], [0.0342, 0.8534], [0.0582, 0.8062]),
    ([5, 56], [0, 29], [-0.0326, 0.1933], [-0.0381, 0.1926]),
    ([0, 10], [0, 20], [-0.1658, 0.2844], [-0.1611, 0.2775]),
    ([0, 10], [0, 10], [-0.2879, 0.2879], [-0.2775, 0.2775]),
    ([10, 10], [0, 20], [0.7156, 1], [0.6791, 1]),
  ]

  @Test("Newcombe's table II, to its four decimals")
  func differences() throws {
    for row in Self.newcombe {
      let arms = TwoArms(
        try ObservedCount(row.arm[0], of: row.arm[1]),
        against: try ObservedCount(row.baseline[0], of: row.baseline[1]))
      for (method, limits) in [
        (DifferenceMethod.miettinenNurminen, row.mn), (.newcombe, row.hybrid),
      ] {
        let interval = try #require(try arms.interval(method, at: .ninetyFive).value)
        #expect(abs(interval.lower - limits[0]) <= 0.00005001, "\(row) \(method)")
        #expect(abs(interval.upper - limits[1]) <= 0.00005001, "\(row) \(method)")
      }
    }
  }

  /// Newcombe (1998, Statistics in Medicine 17: 857–872), table I, 95 %: 81/263, 15/148, 0/20, 1/29
  /// by Wilson's method without continuity correction and by Clopper and Pearson's.
  @Test("Newcombe's table I, to its four decimals")
  func singleProportions() throws {
    for (x, n, wilson, exact) in [
      (81, 263, [0.2553, 0.3662], [0.2527, 0.3676]), (15, 148, [0.0624, 0.1605], [0.0578, 0.1617]),
      (0, 20, [0, 0.1611], [0, 0.1684]), (1, 29, [0.0061, 0.1718], [0.0009, 0.1776]),
    ] {
      let count = try ObservedCount(x, of: n)
      for (method, limits) in [(ProportionMethod.wilson, wilson), (.clopperPearson, exact)] {
        let interval = try #require(try count.interval(method, at: .ninetyFive).value)
        #expect(abs(interval.lower - limits[0]) <= 0.00005001, "\(x)/\(n) \(method)")
        #expect(abs(interval.upper - limits[1]) <= 0.00005001, "\(x)/\(n) \(method)")
      }
    }
  }

  @Test("Koopman's example 36/40 against 16/80 gives 2.94…7.15 (Koopman 1984)")
  func ratio() throws {
    let arms = TwoArms(try ObservedCount(36, of: 40), against: try ObservedCount(16, of: 80))
    let interval = try #require(try arms.interval(RatioMethod.koopman, at: .ninetyFive).value)
    #expect(abs(interval.lower - 2.94) <= 0.005)
    #expect(abs(interval.upper - 7.15) <= 0.005)
  }

  @Test("Fisher's tea: 3 of 4 against 1 of 4 gives 34/70")
  func tea() throws {
    let arms = TwoArms(try ObservedCount(3, of: 4), against: try ObservedCount(1, of: 4))
    let p = try #require(try arms.test(.fisher).value?.p.value)
    #expect(abs(p - 34.0 / 70) < 1e-14)
  }

  /// Enumerated in Python 3.11 with exact fractions for Fisher's p-value of every table, and the
  /// largest rejection probability over 20,001 proportions refined by SciPy 1.17.1.
  @Test(
    "Boschloo's test agrees with an enumeration in fractions",
    arguments: [
      (3, 4, 1, 4, 0.2890625),
      (7, 8, 2, 9, 0.012725830078125),
      (0, 10, 3, 10, 0.11577606201171875),
      (9, 10, 3, 10, 0.007955551147460938),
      (1, 3, 5, 20, 1),
      (12, 25, 5, 30, 0.014354075241363284),
      (20, 25, 5, 30, 1.9741943342310724e-06),
      (2, 40, 9, 35, 0.0141737038545236),
    ])
  func boschloo(_ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int, _ reference: Double) throws {
    let arms = TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
    let p = try #require(try arms.test(.boschloo).value?.p.value)
    #expect(abs(p - reference) < 1e-11 * reference)
  }
}
