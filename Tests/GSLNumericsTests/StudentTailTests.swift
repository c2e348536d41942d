import Foundation
import GSLNumerics
import Testing

@Suite("The far tail of Student's t")
struct StudentTailTests {
  @Test(
    "logarithms agree with the density integrated to forty digits",
    arguments: [
      // mpmath 1.4: quadrature of the density from t on, scaled by its value there.
      (1, 3, -2.2787085952902987),
      (1.7276, 2.5, -2.5975355367891731),
      (3.4, 10, -7.3981084398898533),
      (12, 40, -31.580946013536055),
      (100, 20, -83.586783906561771),
      (1234.5, 100, -1367.5078501456064),
      (1234.5, 1000, -4139.0176000537821),
      (1e6, 5, -15.064829835370246),
      (1e6, 60, -1801.7795192273431),
      (57.3, 2, -3.6839281252022243),
      (29.5, 0.3, -0.95935351533694321),
    ])
  func tail(degreesOfFreedom: Double, t: Double, expected: Double) throws {
    let found = try StudentT(degreesOfFreedom: degreesOfFreedom).lnUpperTail(t)
    // 10⁻¹⁰ of the probability, or of a logarithm that large a few ulps times the degrees of freedom.
    #expect(abs(found - expected) < max(1e-10, 1e-13 * abs(expected)))
  }

  @Test("the two ways meet at t = 2", arguments: [1, 1.3, 2, 7.5, 40, 1_000, 1e6])
  func meeting(degreesOfFreedom: Double) throws {
    let student = try StudentT(degreesOfFreedom: degreesOfFreedom)
    let below = try student.lnUpperTail(2)
    let above = try student.lnUpperTail(2.0.nextUp)
    // Ten digits of the probability each, at a million degrees of freedom.
    #expect(abs(below - above) < 1e-10)
  }

  @Test("the middle is a half, and below it is refused")
  func domain() throws {
    let student = try StudentT(degreesOfFreedom: 3)
    #expect(abs(try student.lnUpperTail(0) - log(0.5)) < 1e-15)
    // Cubed: P(T > t) is c/t³ so far out.
    let ratio = try student.lnUpperTail(1e200) - student.lnUpperTail(1e199)
    #expect(abs(ratio + 3 * log(10)) < 1e-11)
    for t in [-1, Double.nan, .infinity] {
      #expect(throws: NumericsError.self) { try student.lnUpperTail(t) }
    }
  }
}
