import Foundation
import ModelOracles
import Testing

@testable import Simulation

@Suite("The log-odds at which a given share of people with spread-out willingness says yes")
struct InterceptTests {
  @Test("solves to 1e-10 of brute-force quadrature, to 1e-7 where few stay and all hangs on it")
  func skewedStaying() {
    for (rho, a, b, tolerance) in [
      (0.5, 1.2, 2.8, 1e-10), (1.0, 0.8, 0.8, 1e-10), (0.7, 6.0, 0.5, 1e-10), (0.4, 0.35, 1.1, 1e-10),
      (-0.9, 0.3, 4.0, 1e-7),
      // People who hardly differ in how soon they leave.
      (0.9, 5, 5, 1e-10), (0.9, 20, 30, 1e-10), (0.5, 200, 300, 1e-10), (0.7, 2_000, 300, 1e-10),
    ] {
      let people = WillingnessQuadrature(withStaying: rho, a: a, b: b)
      let intercept = Intercept(withStaying: rho, leaving: (a, b), widest: 2)
      for (rate, spread) in [(0.3, 1.0), (0.05, 2.0), (0.9, 0.3)] {
        let solved = intercept.solve(rate: rate, spread: spread)
        let share = people.mean { 1 / (1 + exp(-solved - spread * $0)) }
        #expect(abs(share - rate) < tolerance, "ρ \(rho), Beta(\(a), \(b)), \(rate), \(spread)")
      }
    }
  }

  @Test("solves to 1e-10 for normal willingness, up to spreads beyond any use")
  func normalWillingness() {
    let step = 1e-3
    for (rate, spread) in [(0.279, 0.5), (0.279, 1.5), (0.02, 3.0), (0.999, 1.0)] {
      let solved = Intercept(withStaying: 0, leaving: nil, widest: spread)
        .solve(rate: rate, spread: spread)
      var share = 0.0
      for index in -10_000...10_000 {
        let z = Double(index) * step
        share += exp(-z * z / 2) / (1 + exp(-solved - spread * z))
      }
      share *= step / (2 * Double.pi).squareRoot()
      #expect(abs(share - rate) < 1e-10, "\(rate), \(spread): \(share)")
    }
  }

  @Test("without spread the intercept is the log-odds, whatever the staying")
  func withoutSpread() {
    let solved = Intercept(withStaying: 0.6, leaving: (2, 3), widest: 0).solve(rate: 0.3, spread: 0)
    #expect(abs(solved - log(0.3 / 0.7)) < 1e-15)
  }

  @Test("rises with the rate")
  func rises() {
    let intercept = Intercept(withStaying: -0.4, leaving: (0.7, 2), widest: 1.3)
    let solved = [1e-6, 0.01, 0.3, 0.7, 0.99, 1 - 1e-9].map { intercept.solve(rate: $0, spread: 1.3) }
    #expect(solved == solved.sorted() && Set(solved).count == 6)
    #expect(solved.allSatisfy { $0.isFinite })
  }
}
