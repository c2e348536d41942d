import GSLNumerics
import Inference
import Testing

@Suite("Assumptions ranked by correlation")
struct RankedAssumptionsTests {
  @Test("the strongest comes first whatever its sign, ties in the order given")
  func order() throws {
    let difference: [Double?] = [1, 2, 3, 4, 5]
    let ranked = try rankedAssumptions(
      names: ["weak", "opposed", "same", "still"],
      draws: [[2, 1, 3, 5, 4], [5, 4, 3, 2, 1], [1, 2, 3, 4, 5], [7, 7, 7, 7, 7]],
      difference: difference)
    #expect(ranked.map(\.parameter) == ["opposed", "same", "weak"])
    for (assumption, expected) in zip(ranked, [-1, 1, 0.8]) {
      #expect(abs(assumption.correlation - expected) < 1e-14)
    }
  }

  @Test("trials without a difference are left out of both sides")
  func missingTrials() throws {
    let ranked = try rankedAssumptions(
      names: ["a"], draws: [[1, 2, -100, 3, 4]], difference: [10, 20, nil, 30, 40])
    #expect(abs(try #require(ranked.first).correlation - 1) < 1e-14)
    #expect(ranked.map(\.trials) == [4])
  }

  @Test("nothing is ranked against a difference that does not vary or hardly exists")
  func nothingToRank() throws {
    #expect(try rankedAssumptions(names: ["a"], draws: [[1, 2, 3]], difference: [1, 1, 1]).isEmpty)
    #expect(try rankedAssumptions(names: ["a"], draws: [[1, 2, 3]], difference: [1, nil, 2]).isEmpty)
    #expect(try rankedAssumptions(names: [], draws: [], difference: [1, 2, 3]).isEmpty)
  }

  @Test("a correlation stands out beyond z/√(trials − 1), with a larger z among more parameters")
  func standsOut() throws {
    // 0.8 over five trials is within 0.98; over a monotone sequence of ten, 1 is beyond 0.65.
    let five = try rankedAssumptions(
      names: ["a"], draws: [[2, 1, 3, 5, 4]], difference: [1, 2, 3, 4, 5])
    #expect(try five.map { try $0.standsOut(among: 1) } == [false])
    let rising = (0..<10).map(Double.init)
    let ten = try rankedAssumptions(names: ["a"], draws: [rising], difference: rising)
    #expect(try ten.map { try $0.standsOut(among: 1) } == [true])
    // Among a thousand, z is 4.06 and the bound over ten trials is beyond any correlation.
    #expect(try ten.map { try $0.standsOut(among: 1000) } == [false])
  }

  @Test("draws of another length than the trials are refused")
  func refusals() {
    #expect(throws: NumericsError.unequalLengths(first: 3, second: 2)) {
      try rankedAssumptions(names: ["a"], draws: [[1, 2]], difference: [1, 2, 3])
    }
    #expect(throws: NumericsError.unequalLengths(first: 2, second: 1)) {
      try rankedAssumptions(names: ["a", "b"], draws: [[1, 2]], difference: [1, 2])
    }
  }
}
