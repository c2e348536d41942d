import GSLNumerics
import Testing

@testable import Inference

@Suite("What chance explains")
struct PermutationNullTests {
  /// What is added up of two columns, twenty trials at a time.
  private static func sums(
    _ first: [Double], _ second: [Double],
    _ add: (inout FoldSums, UnsafePointer<Double>, UnsafePointer<Double>, Int) -> Void
  ) -> FoldSums {
    var sums = FoldSums()
    for start in stride(from: 0, to: first.count, by: 20) {
      let part = start..<min(start + 20, first.count)
      add(&sums, Array(first[part]), Array(second[part]), part.count)
    }
    return sums
  }

  @Test(
    "Products are added up by fold, and what is left over of ten too",
    arguments: [1, 9, 10, 11, 19, 20, 1_203])
  func productsOfFolds(trials: Int) throws {
    let first = try DecisionTests.normals(trials, seed: 1)
    let second = try DecisionTests.normals(trials, seed: 2)
    var expected = [Double](repeating: 0, count: AdditiveFit.folds)
    for trial in 0..<trials { expected[trial % AdditiveFit.folds] += first[trial] * second[trial] }
    let found = Self.sums(first, second) { $0.addProductsByFold($1, $2, trials: $3) }
    #expect((0..<AdditiveFit.folds).map { found[$0] } == expected)
  }

  @Test(
    "Products are added up without each fold, as if the others were all there are",
    arguments: [1, 9, 10, 11, 19, 20, 1_203])
  func productsWithoutFolds(trials: Int) throws {
    let first = try DecisionTests.normals(trials, seed: 1)
    let second = try DecisionTests.normals(trials, seed: 2)
    let found = Self.sums(first, second) { $0.addProductsWithoutFold($1, $2, trials: $3) }
    for fold in 0..<AdditiveFit.folds {
      let others = (0..<trials).filter { $0 % AdditiveFit.folds != fold }
      #expect(found[fold] == others.reduce(0) { $0 + first[$1] * second[$1] })
    }
  }

  @Test("A fit is that of sums taken trial by trial within each fold", arguments: [400, 401, 437, 1_203])
  func fit(trials: Int) throws {
    let columns = try (0..<6).map { try DecisionTests.normals(trials, seed: UInt64(3 + $0)) }
    let quantity = try DecisionTests.normals(trials, seed: 2)
    let fit = try #require(AdditiveFit(columns, quantity))
    let size = columns.count + 1
    var gram = [Double](repeating: 0, count: size * size)
    var product = [Double](repeating: 0, count: size)
    for fold in 0..<AdditiveFit.folds {
      var (own, ownProduct) = (gram.map { _ in 0.0 }, product.map { _ in 0.0 })
      for trial in stride(from: fold, to: trials, by: AdditiveFit.folds) {
        let row = [1] + columns.map { $0[trial] }
        for first in 0..<size {
          ownProduct[first] += row[first] * quantity[trial]
          for second in 0...first { own[first * size + second] += row[first] * row[second] }
        }
      }
      gram = fold == 0 ? own : zip(gram, own).map { $0 + $1 }
      product = fold == 0 ? ownProduct : zip(product, ownProduct).map { $0 + $1 }
    }
    #expect(fit.whole == CholeskyFactor(gram, size: size)?.solved(product))
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
