import Foundation
import GSLNumerics
import Testing

@Suite("Roots by Brent's method")
struct RootFindingTests {
  @Test("the root of cos x = x is found to the tolerance asked for")
  func dottieNumber() throws {
    let found = try root(from: 0, to: 1) { cos($0) - $0 }
    #expect(abs(found - 0.7390851332151607) < 1e-12)
  }

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

@Suite("Roots by Newton's method inside a bracket")
struct GuardedNewtonTests {
  @Test("the root of an increasing function is found in few steps")
  func cubic() throws {
    var steps = 0
    let found = try root(near: 1, from: -10, to: 10, absoluteTolerance: 1e-9) { x in
      steps += 1
      return (x * x * x + x - 1, 3 * x * x + 1)
    }
    #expect(abs(found - 0.6823278038280193) < 1e-12 && steps < 8)
  }

  @Test("where the function is flat, or jumps, the bracket is halved")
  func flatAndJumping() throws {
    // Newton's step from 5 would leave for 1e12.
    let flat = try root(near: 5, from: -10, to: 10, absoluteTolerance: 1e-9) { x in
      (atan(40 * x), 40 / (1 + 1600 * x * x) * 1e-6)
    }
    #expect(abs(flat) < 1e-6)
    let jump = try root(near: 0, from: -1, to: 1, absoluteTolerance: 1e-9) { x in (x < 0.25 ? -1 : 1, 0) }
    #expect(abs(jump - 0.25) < 1e-8)
  }

  @Test("steps that go from one side of a jump to the other, and hardly narrow the bracket, end all the same")
  func aboutAJump() throws {
    // From x the step leads to -0.999 x, so that each narrows the bracket by a thousandth.
    let jump = try root(near: -0.9, from: -1, to: 1, absoluteTolerance: 1e-9) { x in
      (x < 0 ? -1 : 1, 1 / (1.999 * max(abs(x), 1e-300)))
    }
    #expect(abs(jump) < 1e-8)
  }

  @Test("a bracket out of order, a guess outside and what is not a number are refused")
  func refusals() {
    let line: (Double) -> (value: Double, slope: Double) = { ($0, 1) }
    #expect(throws: NumericsError.self) {
      try root(near: 0, from: 1, to: -1, absoluteTolerance: 1e-9, of: line)
    }
    #expect(throws: NumericsError.self) {
      try root(near: 2, from: -1, to: 1, absoluteTolerance: 1e-9, of: line)
    }
    #expect(throws: NumericsError.noFiniteResult(routine: "root")) {
      try root(near: 0.5, from: -1, to: 1, absoluteTolerance: 1e-9) { _ in (.nan, .nan) }
    }
  }
}
