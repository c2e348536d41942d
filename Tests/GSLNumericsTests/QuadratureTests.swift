import Foundation
import GSLNumerics
import Testing

@Suite("Adaptive quadrature")
struct QuadratureTests {
  @Test("integrable singularities at the ends do not spoil the integral: arcsine density")
  func endpointSingularities() throws {
    let found = try integral(from: 0, to: 1, relativeTolerance: 1e-9) {
      1 / (Double.pi * ($0 * (1 - $0)).squareRoot())
    }
    #expect(abs(found - 1) < 1e-8)
  }

  @Test("a divergent integral and a NaN integrand throw and do not end the process")
  func refusals() {
    #expect(throws: NumericsError.self) { try integral(from: 0, to: 1) { 1 / $0 } }
    #expect(throws: NumericsError.self) { try integral(from: 0, to: 1) { _ in .nan } }
  }
}
