import Inference
import Testing

@Suite("The chance that an expectation is at least 0")
struct ChanceAtLeastZeroTests {
  /// 400 trials, of which every fifth is below 0, each with a draw of the noise.
  private func series(low: Double = -0.5, noise: Double, block: Int = 50) -> TrialSeries {
    TrialSeries(
      (0..<400).map { $0 % 5 == 0 ? low : 1 }, noise: (0..<400).map { $0 % 2 == 0 ? noise : -noise },
      trialsOfABlock: block)
  }

  @Test("is the share of draws, with an error although every block has the same share")
  func share() throws {
    let chance = try #require(try series(noise: 0).chanceOfAtLeastZero(parametersVary: true))
    // Plus-four of 0 of 400.
    #expect(chance.value == 0.8 && abs(chance.mcse - 0.003492) < 1e-6)
    let apart = try #require(try series(noise: 0, block: 1).chanceOfAtLeastZero(parametersVary: true))
    #expect(apart.value == 0.8 && abs(apart.mcse - 0.01997) < 1e-4)
  }

  @Test("is of draws as they are, and none where noise hides the inputs, unless it is hardly in doubt")
  func noise() throws {
    // Of the variance of 0.194 the noise has 0.09, or more than all.
    #expect(try series(low: -0.1, noise: 0.3).chanceOfAtLeastZero(parametersVary: true)?.value == 0.8)
    #expect(try series(low: -0.1, noise: 0.6).chanceOfAtLeastZero(parametersVary: true) == nil)
    #expect(try series(low: 0.1, noise: 0.6).chanceOfAtLeastZero(parametersVary: true)?.value == 1)
  }

  @Test("is 1 or 0 without uncertain inputs, and unknown of few trials or of none")
  func ends() throws {
    #expect(try series(noise: 0).chanceOfAtLeastZero(parametersVary: false)?.value == 1)
    func few(_ values: [Double?]) -> TrialSeries { TrialSeries(values) }
    #expect(try few([1, -2]).chanceOfAtLeastZero(parametersVary: false)?.value == 0)
    #expect(try few(Array(repeating: 1, count: 18)).chanceOfAtLeastZero(parametersVary: true) == nil)
    #expect(try few([nil, nil]).chanceOfAtLeastZero(parametersVary: false) == nil)
  }
}
