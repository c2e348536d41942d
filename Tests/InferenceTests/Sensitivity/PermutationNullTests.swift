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
}
