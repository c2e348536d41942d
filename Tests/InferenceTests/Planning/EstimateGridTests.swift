import Foundation
import Testing

@testable import Inference

@Suite("Estimates that a test can give")
struct EstimateGridTests {
  @Test(
    "their chances are the normal density and add to 1",
    arguments: [(-0.03, 0.001), (0.0, 0.02), (0.04, 0.002)])
  func density(difference: Double, error: Double) throws {
    let grid = try #require(
      EstimateGrid(differences: [-0.03, 0, 0.04], errors: [0.001, 0.02, 0.002]))
    var chances = [Double](repeating: -1, count: grid.count)
    let written = grid.write(difference: difference, error: error, to: &chances)
    #expect(!written.isEmpty)
    // Evenly spaced, from seven errors of the widest below the lowest difference to as many above the highest.
    let (start, end) = (-0.03 - 7 * 0.02, 0.04 + 7 * 0.02)
    let step = (end - start) / Double(grid.count - 1)
    for point in written {
      let exact =
        normalDensity((start + Double(point) * step - difference) / error) * step / error
      #expect(abs(chances[point] / exact - 1) < 1e-10)
    }
    #expect(abs(written.reduce(0) { $0 + chances[$1] } - 1) < 1e-11)
    #expect(chances.indices.allSatisfy { written.contains($0) == (chances[$0] >= 0) })
  }

  @Test("there are none of no draws, nor without an error")
  func none() {
    #expect(EstimateGrid(differences: [], errors: []) == nil)
    #expect(EstimateGrid(differences: [0.1], errors: [0]) == nil)
  }
}
