import GSLNumerics
import Testing

@Suite("Eigenvalues of a symmetric matrix")
struct SymmetricEigensystemTests {
  @Test("they come largest first, each with a unit vector that the matrix stretches by it")
  func stretches() throws {
    let matrix = [[2.0, 1, 0], [1, 2, 0], [0, 0, 5]]
    let system = try SymmetricEigensystem(of: matrix)
    // By hand: 5, 2 + 1 and 2 − 1.
    for (found, expected) in zip(system.values, [5.0, 3, 1]) { #expect(abs(found - expected) < 1e-13) }
    for (value, vector) in zip(system.values, system.vectors) {
      #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 1) < 1e-13)
      for row in 0..<3 {
        let image = zip(matrix[row], vector).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(abs(image - value * vector[row]) < 1e-13)
      }
    }
  }

  @Test("what is no square matrix of finite numbers is refused")
  func refusals() {
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) { try SymmetricEigensystem(of: []) }
    #expect(throws: NumericsError.unequalLengths(first: 2, second: 1)) {
      try SymmetricEigensystem(of: [[1, 0], [0]])
    }
    #expect(throws: NumericsError.notFinite(position: 0)) { try SymmetricEigensystem(of: [[.nan]]) }
  }
}
