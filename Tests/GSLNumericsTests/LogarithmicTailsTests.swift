import Foundation
import Testing

@testable import GSLNumerics

/// Reference values: mpmath 1.4.1 at 40 digits and more.
@Suite("Tails by their logarithms")
struct LogarithmicTailsTests {
  /// A relative error of 10⁻¹² of the probability, and of its logarithm below e⁻¹⁰⁰.
  func agree(_ value: Double, _ reference: Double) -> Bool {
    abs(value - reference) <= 1e-12 * max(min(1, abs(reference)), abs(reference) / 100)
  }

  @Test(
    "of the normal distribution, past where the probability underflows",
    arguments: [
      (-8.0, -6.22096057427178606e-16), (-1, -0.17275377902344989), (0, -0.693147180559945309),
      (0.3, -0.962102818168850657), (2, -3.78318433368203195), (8, -35.0134371599145499),
      (29, -424.787419909730163), (31, -484.853963627179289), (38.5, -745.695270290411081),
      (100, -5005.52420869420509), (44721.35, -999999584.538394764),
    ])
  func normal(_ deviate: Double, _ reference: Double) throws {
    #expect(agree(try StandardNormal.lnUpperTail(deviate), reference))
  }

  @Test(
    "of both normal tails together, near 0 too",
    arguments: [
      (1e-9, -7.97884561121175292e-10), (0.1, -0.0830074121703280162), (0.49, -0.471390352166023858),
      (0.51, -0.494211961774764048), (3, -5.91457904095040423), (40, -803.915294833193843),
    ])
  func bothNormal(_ deviate: Double, _ reference: Double) throws {
    #expect(agree(try StandardNormal.lnBothTails(deviate), reference))
    #expect(agree(try StandardNormal.lnBothTails(-deviate), reference))
  }

  @Test(
    "of χ², past where the probability underflows",
    arguments: [
      (1.0, 1400.0, -703.848618125122317), (2, 2.5, -1.25), (2, 20000, -10000),
      (3, 0.01, -0.000265200221125818777), (3, 150, -72.7138724590600594),
      (3, 1400, -696.602964072860803), (9, 2.5, -0.0193015916046577944),
      (9, 150, -62.2954026899322062), (9, 20000, -9970.21719524267901),
      (60, 150, -20.573798320249189), (60, 1400, -581.23346226139998),
    ])
  func chiSquare(_ degrees: Double, _ x: Double, _ reference: Double) throws {
    #expect(agree(try ChiSquare(degreesOfFreedom: degrees).lnUpperTail(x), reference))
  }

  @Test("NaN and infinity are refused")
  func refusals() throws {
    #expect(throws: NumericsError.self) { try StandardNormal.lnUpperTail(.nan) }
    #expect(throws: NumericsError.self) { try StandardNormal.lnBothTails(.infinity) }
    #expect(throws: NumericsError.self) { try ChiSquare(degreesOfFreedom: 2).lnUpperTail(-1) }
  }
}

/// Reference values: log-gammas of mpmath 1.4.1 at 60 digits.
@Suite("Saddle-point probabilities")
struct SaddlePointTests {
  /// To 10⁻¹¹ of the probability near the mode at any n, where differences of log-gammas lose all but
  /// five digits at n = 10⁹; and to 10⁻¹⁴ of the logarithm far from it.
  func agree(_ value: Double, _ reference: Double) -> Bool {
    abs(value - reference) <= max(1e-11, 1e-14 * abs(reference))
  }

  @Test(
    "binomial",
    arguments: [
      (10, 3, 0.25, -1.38516584774009235), (2000, 412, 0.2, -4.03766682188680428),
      (1_000_000_000, 250_030_000, 0.25, -12.8435592357330882),
      (1_000_000_000, 1_000_000_000, 0.5, -693147180.559945309),
      (1_000_000_000, 1, 1e-9, -0.9999999995),
    ])
  func binomial(_ n: Int, _ x: Int, _ probability: Double, _ reference: Double) {
    let found = SaddlePoint.lnBinomial(Double(x), Double(n - x), p: probability, q: 1 - probability)
    #expect(agree(found, reference))
  }
}
