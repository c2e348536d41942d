import GSLNumerics
import Testing

// Reference values: mpmath 1.3 at 25 digits, and SciPy 1.17 for Student's t.
@Suite("Distribution functions")
struct DistributionsTests {
  @Test("the normal distribution function keeps relative accuracy far in the tail")
  func normalCumulative() throws {
    #expect(abs(try StandardNormal.cumulative(1.5) - 0.933192798731141934) < 1e-15)
    let tail = 6.220960574271784e-16
    #expect(abs(try StandardNormal.cumulative(-8) - tail) < 1e-12 * tail)
    #expect(try StandardNormal.cumulative(.infinity) == 1)
  }

  @Test("the normal quantile inverts the distribution function")
  func normalQuantile() throws {
    #expect(abs(try StandardNormal.quantile(0.975) - 1.959963984540054) < 1e-14)
    for probability in [1e-10, 0.05, 0.5, 0.9] {
      let back = try StandardNormal.cumulative(StandardNormal.quantile(probability))
      #expect(abs(back - probability) < 1e-12 * probability)
    }
  }

  @Test("chi-square has a quantile of every share, also where it is as good as 0")
  func chiSquareQuantile() throws {
    for step in 1...400 {
      let law = try ChiSquare(degreesOfFreedom: 0.01 * Double(step))
      for share in [0.05, 0.95, 0.99] {
        let found = 1 - (try law.upperTail(law.quantile(share)))
        // Below the least number that there is, 0 stands for the quantile.
        #expect(try abs(found - share) < 1e-6 || law.quantile(share) < 1e-300, "\(step) \(share): \(found)")
      }
    }
  }

  @Test("chi-square gives its tail to full accuracy")
  func chiSquare() throws {
    let law = try ChiSquare(degreesOfFreedom: 3)
    #expect(abs(try law.upperTail(3.84) - 0.27926761711861017) < 1e-14)
    let tail = 7.7167903556341571e-26
    #expect(abs(try law.upperTail(120) - tail) < 1e-11 * tail)
  }

  @Test("Student's t takes fractional degrees of freedom")
  func studentT() throws {
    #expect(abs(try StudentT(degreesOfFreedom: 5.5).upperTail(2.1) - 0.0423459625648734) < 1e-12)
    #expect(abs(try StudentT(degreesOfFreedom: 4).quantile(0.95) - 2.1318467863266495) < 1e-10)
  }

  @Test("arguments outside a distribution are refused, NaN included")
  func refusals() {
    #expect(throws: NumericsError.self) { try StandardNormal.quantile(0) }
    #expect(throws: NumericsError.self) { try StandardNormal.quantile(1) }
    #expect(throws: NumericsError.self) { try StandardNormal.cumulative(.nan) }
    #expect(throws: NumericsError.self) { try ChiSquare(degreesOfFreedom: 0) }
    #expect(throws: NumericsError.self) { try ChiSquare(degreesOfFreedom: 1).upperTail(-1) }
    #expect(throws: NumericsError.self) { try StudentT(degreesOfFreedom: .nan) }
  }
}
