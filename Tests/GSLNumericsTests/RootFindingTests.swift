import Foundation
import GSLNumerics
import Testing

@Suite("Roots by Brent's method")
struct RootFindingTests {
  @Test("an end of the bracket that is a root is the answer")
  func rootAtAnEnd() throws {
    #expect(try root(from: 0, to: 1) { $0 } == 0)
    #expect(try root(from: -1, to: 0) { $0 } == 0)
  }

  @Test("no sign change, a bracket out of order and NaN are distinguished")
  func refusals() {
    #expect(throws: NumericsError.noSignChange(lower: -1, upper: 1)) {
      try root(from: -1, to: 1) { $0 * $0 + 1 }
    }
    #expect(throws: NumericsError.self) { try root(from: 1, to: 0) { $0 } }
    #expect(throws: NumericsError.noFiniteResult(routine: "root")) {
      try root(from: -1, to: 1) { log($0) }
    }
  }
}
