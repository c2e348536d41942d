import Testing

@testable import Inference

@Suite("Smooth functions of inputs")
struct SmoothBasisTests {
  private func basis(_ parameters: Int, trials: Int) throws -> SmoothBasis {
    let columns = try (0..<parameters).map {
      RankedDraws(try DecisionTests.normals(trials, seed: UInt64(20 + $0)))
    }
    return SmoothBasis(of: ParameterGroup(names: columns.indices.map { "p\($0)" }, columns: columns))
  }

  @Test("functions have mean 0 and mean square 1, and are orthogonal", arguments: [1, 2, 3, 4])
  func orthonormal(parameters: Int) throws {
    let trials = 1_003
    let basis = try basis(parameters, trials: trials)
    // Four of each, and the products of two where there are few.
    #expect(basis.count == [4, 9, 15, 16][parameters - 1])
    let numbers = basis.numbers(trials: trials)
    func mean(_ number: (Int) -> Double) -> Double {
      (0..<trials).reduce(0) { $0 + number($1) } / Double(trials)
    }
    for first in 0..<basis.count {
      #expect(abs(mean { numbers[first * trials + $0] }) < 1e-12)
      for second in 0...first {
        let product = mean { numbers[first * trials + $0] * numbers[second * trials + $0] }
        #expect(abs(product - (first == second ? 1 : 0)) < 1e-11)
      }
    }
  }

  @Test("some trials at a time have the numbers that all have", arguments: [1, 199, 200, 201, 1_003])
  func blocks(trials: Int) throws {
    let functions = SmoothFunctions([try basis(1, trials: 1_003), try basis(3, trials: 1_003)])
    #expect(functions.groups == [0..<4, 4..<19] && functions.count == 19)
    let all = functions.numbers(trials: 1_003)
    var found: [Double] = []
    var expected: [Double] = []
    functions.forEachBlock(of: trials) { block in
      for function in 0..<functions.count {
        for index in 0..<block.trials.count {
          found.append(block[function][index])
          expected.append(all[function * 1_003 + block.trials.lowerBound + index])
        }
      }
    }
    #expect(found.count == 19 * trials && found == expected)
  }

  @Test("ranks that are tied share their mean")
  func ties() {
    let draws = RankedDraws([3, 1, 3, 2])
    let ranks = [Double](unsafeUninitializedCapacity: 4) { numbers, filled in
      if let start = numbers.baseAddress { draws.writeRanks(0..<4, to: start) }
      filled = 4
    }
    #expect(ranks == [3.5, 1, 3.5, 2])
  }
}
