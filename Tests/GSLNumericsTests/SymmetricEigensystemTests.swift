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

  @Test("The scale of a matrix scales its values and nothing else", arguments: [-1_000, -500, 0, 500, 900])
  func scale(exponent: Int) throws {
    let scale = Double(sign: .plus, exponent: exponent, significand: 1)
    let matrix: [[Double]] = [[2, 0.3, -0.1], [0.3, 1, 0.4], [-0.1, 0.4, 0.5]]
    let system = try SymmetricEigensystem(of: matrix)
    let scaled = try SymmetricEigensystem(of: matrix.map { $0.map { $0 * scale } })
    #expect(scaled.values == system.values.map { $0 * scale })
    #expect(scaled.vectors == system.vectors)
  }

  @Test("Numbers below the normal ones have a decomposition that ends")
  func subnormal() throws {
    let tiny = Double.leastNonzeroMagnitude * 2_000
    let system = try SymmetricEigensystem(of: [[tiny, tiny / 2], [tiny / 2, tiny]])
    #expect(system.values.count == 2 && system.values[0] >= system.values[1])
    #expect(try SymmetricEigensystem(of: [[0, 0], [0, 0]]).values == [0, 0])
  }
}
