import GSLNumerics
import Testing

@testable import Inference

@Suite("What chance explains")
struct PermutationNullTests {
  @Test(
    "Products are added up by fold, and what is left over of ten too",
    arguments: [1, 9, 10, 11, 19, 20, 1_203])
  func productsOfFolds(trials: Int) throws {
    let first = try DecisionTests.normals(trials, seed: 1)
    let second = try DecisionTests.normals(trials, seed: 2)
    var expected = [Double](repeating: 0, count: AdditiveFit.folds)
    for trial in 0..<trials { expected[trial % AdditiveFit.folds] += first[trial] * second[trial] }
    #expect(productsByFold(first, second) == expected)
  }

  @Test("folds that cut across blocks leave the mean of what chance explains where it is")
  func foldsAcrossBlocks() throws {
    var shares: [Double] = []
    let trials = 1_000
    for seed in 0..<400 {
      func column(_ kind: Int) throws -> [Double] {
        standardised(
          try StratifiedNormals.draws(blocks: trials / 50, of: 50, seed: UInt64(1 + 10 * seed + kind)))
      }
      let columns = [try column(0)]
      let quantity = try column(1)
      let fit = try #require(AdditiveFit(columns, quantity))
      let own = fit.contribution(of: columns, from: 0)
      shares.append(
        (0..<trials).reduce(0) { $0 + own[$1] * (quantity[$1] - fit.intercept(of: $1)) } / Double(trials))
    }
    // Of 45 trials of the block that the fit has seen each adds 1/49² of a trial's own part, 1/1000 of the variance.
    let expected = 45.0 / (49 * 49) / Double(trials)
    let error = try sampleStandardDeviation(shares) / Double(shares.count).squareRoot()
    #expect(abs(try sampleMean(shares) - expected) < 4 * error)
    // That is far below what one share varies by.
    #expect(expected < 0.05 * (try sampleStandardDeviation(shares)))
  }
}
