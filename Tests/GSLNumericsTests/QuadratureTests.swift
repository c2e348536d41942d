import GSLNumerics
import Testing

@Suite("Adaptive quadrature")
struct QuadratureTests {
  @Test("a divergent integral and a NaN integrand throw and do not end the process")
  func refusals() {
    #expect(throws: NumericsError.self) { try integral(from: 0, to: 1) { 1 / $0 } }
    #expect(throws: NumericsError.self) { try integral(from: 0, to: 1) { _ in .nan } }
  }
}
