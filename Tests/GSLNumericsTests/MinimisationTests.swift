import Foundation
import GSLNumerics
import Testing

@Suite("Minima by the Nelder–Mead simplex")
struct MinimisationTests {
  @Test("Rosenbrock's valley is followed to its end from the classic start")
  func rosenbrock() throws {
    let found = try minimum(startingAt: [[-1.2, 1]]) { x in
      let valley = x[1] - x[0] * x[0]
      return 100 * valley * valley + (1 - x[0]) * (1 - x[0])
    }
    #expect(abs(found.point[0] - 1) < 1e-6)
    #expect(abs(found.point[1] - 1) < 1e-6)
  }

  @Test("of several starts the one that reaches the lower minimum wins, and is named")
  func severalStarts() throws {
    // Minima near −1 (lower) and 1.
    let function: ([Double]) -> Double = { x in
      (x[0] * x[0] - 1) * (x[0] * x[0] - 1) + 0.2 * x[0]
    }
    let found = try minimum(startingAt: [[1.5], [-1.5]], step: 0.1, of: function)
    #expect(found.start == 1)
    #expect(found.point[0] < 0)
  }

  @Test("the search stops early once the value is good enough")
  func goodEnough() throws {
    var evaluations = 0
    _ = try minimum(startingAt: [[3], [4]], goodEnough: 1e-2) { x in
      evaluations += 1
      return x[0] * x[0]
    }
    #expect(evaluations < 40)
  }

  @Test("the search stops once enough starts agree on the best value")
  func confirmations() throws {
    var furthest = 0.0
    _ = try minimum(startingAt: [[3], [4], [50]], confirmations: 2) { x in
      furthest = max(furthest, x[0])
      return 1 + x[0] * x[0]
    }
    #expect(furthest < 10)
  }

  @Test("a function that is NaN in part of its domain is minimised over the rest")
  func partlyUndefined() throws {
    let found = try minimum(startingAt: [[2.0]]) { x in x[0] - log(x[0]) }
    #expect(abs(found.point[0] - 1) < 1e-6)
  }

  @Test("no starts, starts of unequal dimension and too few iterations are refused")
  func refusals() {
    let square: ([Double]) -> Double = { $0[0] * $0[0] }
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) {
      try minimum(startingAt: [], of: square)
    }
    #expect(throws: NumericsError.unequalLengths(first: 1, second: 2)) {
      try minimum(startingAt: [[1], [1, 2]], of: square)
    }
    #expect(throws: NumericsError.notConverged(routine: "minimum", iterations: 3)) {
      try minimum(startingAt: [[1]], iterationLimit: 3, of: square)
    }
  }
}
