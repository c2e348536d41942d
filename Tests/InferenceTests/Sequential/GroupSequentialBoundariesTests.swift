import GSLNumerics
import Inference
import Testing

/// Against the published tables and the program that is called "numpy" here.
///
/// That is an independent one: the forward recursion of the density of the survivors on the Brownian
/// scale, 500 to 2,000 Gauss–Legendre points over each whole region, boundaries by bisection (numpy
/// 2.4, scipy 1.17). Its values are given to nine places; the agreement asked for is the 10⁻⁶ that the
/// type promises.
@Suite("Boundaries of tests with several looks")
struct GroupSequentialBoundariesTests {
  static let tolerance = 1e-6

  static func boundaries(_ fractions: [Double], level: Double = 0.05) throws -> [Double] {
    try GroupSequentialBoundaries(level: level, fractions: fractions)
      .looks.compactMap(\.bound)
  }

  static func worstDistance(_ found: [Double], _ expected: [Double]) -> Double {
    guard found.count == expected.count else { return .infinity }
    return zip(found, expected).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test(
    "equal and unequal looks agree with the density recursion to a millionth",
    arguments: [
      ([0.2, 0.4, 0.6, 0.8, 1], [4.876884949, 3.357011922, 2.680280065, 2.289816768, 2.031032043]),
      ([0.13, 0.2, 0.205, 0.6, 0.97], [6.106794278, 4.876957288, 4.85870373, 2.668655093, 2.020632642]),
    ])
  func numpy(_ fractions: [Double], _ expected: [Double]) throws {
    let found = try Self.boundaries(fractions)
    #expect(Self.worstDistance(found, expected) < Self.tolerance)
  }

  @Test("two hundred looks keep the accuracy from 31 standard deviations down to two")
  func twoHundredLooks() throws {
    let fractions = (1...200).map { Double($0) / 200 }
    let positions = [0, 1, 49, 99, 199]
    let obrienFleming = try GroupSequentialBoundaries(
      level: 0.05, fractions: fractions)
    #expect(
      Self.worstDistance(
        positions.compactMap { obrienFleming.looks[$0].bound },
        [31.676368473, 22.383142568, 4.411639229, 3.115228555, 2.201340395]) < Self.tolerance)
  }

  @Test("one look is the ordinary test")
  func oneLook() throws {
    let found = try Self.boundaries([1])
    #expect(Self.worstDistance(found, [1.959963984540054]) < 1e-9)
  }

  @Test("later looks do not change the boundaries of earlier ones")
  func laterLooksChangeNothing() throws {
    let whole = try Self.boundaries([0.1, 0.3, 0.35, 0.9, 1])
    let soFar = try Self.boundaries([0.1, 0.3, 0.35])
    // Only the grid of the last look differs.
    #expect(Self.worstDistance(Array(whole.prefix(3)), soFar) < 1e-9)
  }

  @Test("what is spent is what the spending function allows")
  func spentIsDue() throws {
    let fractions = [0.02, 0.021, 0.4, 0.401, 0.95]
    let test = try GroupSequentialBoundaries(level: 0.1, fractions: fractions)
    // Of each side a half of the level: 2 − 2Φ(z₁₋α⸝₄ / √t).
    let quantile = try StandardNormal.quantile(0.1 / 4)
    let due = try fractions.map { try 4 * StandardNormal.cumulative(quantile / $0.squareRoot()) }
    var spent = 0.0
    let found = try test.stopping(drift: 0).atEachLook.map { look in
      spent += look
      return spent
    }
    #expect(Self.worstDistance(found, due) < 1e-10)
  }

  @Test("a look that may spend next to nothing cannot stop, and costs the others nothing")
  func nothingToSpend() throws {
    let test = try GroupSequentialBoundaries(
      level: 0.05, fractions: [0.0001, 0.5, 1])
    #expect(try test.looks[0].bound == nil && test.stopping(drift: 0).atEachLook[0] == 0)
    let without = try Self.boundaries([0.5, 1])
    #expect(Self.worstDistance(test.looks.compactMap(\.bound), without) < 1e-9)
  }

  @Test("levels out of range are refused")
  func refused() {
    for level in [0, -0.1, 0.6, .nan] {
      #expect(throws: NumericsError.self) { try GroupSequentialBoundaries(level: level, fractions: [1]) }
    }
  }
}
