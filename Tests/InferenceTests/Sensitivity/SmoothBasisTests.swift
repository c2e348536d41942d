import Testing

@testable import Inference

@Suite("Smooth functions of inputs")
struct SmoothBasisTests {
  private func basis(_ parameters: Int, trials: Int) throws -> SmoothBasis {
    SmoothBasis(
      of: try (0..<parameters).map {
        RankedDraws(try DecisionTests.normals(trials, seed: UInt64(20 + $0)))
      })
  }

  @Test("functions have mean 0 and mean square 1, and are orthogonal", arguments: [1, 2, 3, 4])
  func orthonormal(parameters: Int) throws {
    let basis = try basis(parameters, trials: 1_003)
    // Four of each, and the products of two where there are few.
    #expect(basis.count == [4, 9, 15, 16][parameters - 1])
    for first in 0..<basis.count {
      #expect(abs(basis.columns[first].reduce(0, +)) < 1e-9)
      for second in 0...first {
        let product = meanProduct(basis.columns[first], basis.columns[second])
        #expect(abs(product - (first == second ? 1 : 0)) < 1e-11)
      }
    }
  }

  @Test("ranks that are tied share their mean")
  func ties() {
    #expect(RankedDraws([3, 1, 3, 2]).ranks == [3.5, 1, 3.5, 2])
  }
}
