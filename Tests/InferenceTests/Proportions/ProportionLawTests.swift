import Foundation
import GSLNumerics
import Inference
import Testing

/// So many of so many against others.
func arms(_ x1: Int, _ n1: Int, _ x2: Int, _ n2: Int) throws -> TwoArms {
  TwoArms(try ObservedCount(x1, of: n1), against: try ObservedCount(x2, of: n2))
}

/// What must hold of any counts: symmetries and order, over all tables of small sizes; and published examples.
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

  @Test("swapping the arms turns the interval of the difference about 0, and inverts that of the ratio")
  func swapped() throws {
    for arms in Self.tables {
      let turned = TwoArms(arms.baseline, against: arms.arm)
      let own = try #require(try arms.interval(at: .ninetyFive))
      let other = try #require(try turned.interval(at: .ninetyFive))
      #expect(abs(own.lower + other.upper) < 1e-13 && abs(own.upper + other.lower) < 1e-13)
      #expect(own.lower >= -1 && own.upper <= 1 && own.lower <= own.upper)
      let ratio = try #require(try arms.ratioInterval(at: .ninetyFive))
      let inverse = try #require(try turned.ratioInterval(at: .ninetyFive))
      // Kept free of ∞·0: one limit is the reciprocal of the other.
      #expect(abs(ratio.lower - 1 / inverse.upper) <= 1e-12 * ratio.lower)
      #expect(ratio.lower <= ratio.upper && !ratio.upper.isNaN)
    }
  }

  /// Four of the contrasts of Newcombe (1998, Statistics in Medicine 17: 873–890), table II, 95 %, method 5.
  @Test(
    "Newcombe's table II, to its four decimals",
    arguments: [
      ([56, 70, 48, 80], [0.0528, 0.3382]), ([9, 10, 3, 10], [0.1700, 0.8406]),
      ([5, 56, 0, 29], [-0.0326, 0.1933]), ([0, 10, 0, 20], [-0.1658, 0.2844]),
    ])
  func newcombe(counts: [Int], limits: [Double]) throws {
    let arms = try arms(counts[0], counts[1], counts[2], counts[3])
    let interval = try #require(try arms.interval(at: .ninetyFive))
    #expect(abs(interval.lower - limits[0]) <= 0.00005001 && abs(interval.upper - limits[1]) <= 0.00005001)
  }

  @Test("Koopman's example 36/40 against 16/80 gives 2.94…7.15 (Koopman 1984)")
  func koopman() throws {
    let arms = try arms(36, 40, 16, 80)
    let interval = try #require(try arms.ratioInterval(at: .ninetyFive))
    #expect(abs(interval.lower - 2.94) <= 0.005 && abs(interval.upper - 7.15) <= 0.005)
  }
}

@Suite("Counts at the edge")
struct DegenerateCountTests {
  @Test("what is no count is refused, and says why")
  func refusals() {
    for (x, n) in [(3, 2), (-1, 2), (0, -1), (3, 1_000_000_001)] {
      #expect(throws: NumericsError.self) { try ObservedCount(x, of: n) }
    }
    for level in [0.4, .nan] { #expect(throws: NumericsError.self) { try ConfidenceLevel(level) } }
  }

  @Test("0 of 0 has no rate, no interval and no comparison")
  func empty() throws {
    let none = try ObservedCount(0, of: 0)
    #expect(try none.rate == nil && none.interval(at: .ninetyFive) == nil)
    let both = TwoArms(none, against: try ObservedCount(1, of: 2))
    #expect(both.difference == nil && both.ratio == nil)
    #expect(try both.interval(at: .ninetyFive) == nil && both.ratioInterval(at: .ninetyFive) == nil)
    #expect(both.test() == nil)
  }

  @Test("nobody, or everybody, in both arms: no evidence of a difference, and an interval about 0")
  func noVariation() throws {
    for table in [try arms(0, 10, 0, 20), try arms(10, 10, 20, 20), try arms(0, 1, 0, 1)] {
      #expect(table.test()?.p.value == 1)
      let interval = try #require(try table.interval(at: .ninetyFive))
      #expect(interval.lower < 0 && interval.upper > 0)
    }
  }

  @Test("ratios: nobody in the baseline leaves no upper limit, nobody in the option none below")
  func ratios() throws {
    let upward = try #require(try arms(3, 10, 0, 10).ratioInterval(at: .ninetyFive))
    #expect(upward.upper == .infinity && upward.lower > 0)
    #expect(try arms(3, 10, 0, 10).ratio == nil)
    let downward = try #require(try arms(0, 10, 3, 10).ratioInterval(at: .ninetyFive))
    #expect(downward.lower == 0 && downward.upper < 1.5)
    let neither = try #require(try arms(0, 10, 0, 10).ratioInterval(at: .ninetyFive))
    #expect(neither.lower == 0 && neither.upper == .infinity)
  }

  @Test("no number that leaves is NaN, whatever the counts")
  func neverNaN() throws {
    for (n1, n2) in [(1, 1_000_000_000), (1_000_000_000, 1_000_000_000), (1, 2), (30, 2)] {
      for x1 in Set([0, 1, n1 / 2, n1]) {
        for x2 in Set([0, 1, n2 / 2, n2]) {
          let table = try arms(x1, n1, x2, n2)
          let intervals = try [table.interval(at: .ninetyFive), table.ratioInterval(at: .ninetyFive)]
          let values = intervals.flatMap { [$0?.lower, $0?.upper] } + [table.test()?.p.value]
          #expect(values.allSatisfy { $0.map { !$0.isNaN } ?? false }, "\(table)")
          #expect(try !table.chanceBetter().isNaN, "\(table)")
        }
      }
    }
  }
}
