import PromptFlow
import Testing

@Suite("Experiments that an app runs on itself")
struct InAppExperimentTests {
  @Test(
    "the hash is GrowthBook's version 2, on its published cases",
    // growthbook/growthbook @0cf0a65f packages/sdk-js/test/cases.json, "hash", spec 0.5.0.
    arguments: [
      ("seed", "a", 505), ("seed", "b", 2696), ("foo", "ab", 2575), ("foo", "def", 2019),
      ("89123klj", "8952klfjas09ujkasdf", 1240), ("90850943850283058242805", "123", 7516),
      ("()**(%$##$%#$#", "___)((*\":&", 128),
    ])
  func hash(seed: String, value: String, bucket: Int) {
    #expect(AssignmentHash.bucket(of: value, seed: seed) == bucket)
  }

  @Test(
    "the ranges are GrowthBook's, on its published cases",
    // The same file, "getBucketRange".
    arguments: [
      (2, 1, nil, [0, 0.5, 0.5, 1]), (2, 0.5, nil, [0, 0.25, 0.5, 0.75]), (2, 0, nil, [0, 0, 0.5, 0.5]),
      (4, 1, nil, [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]), (2, 1, [0.4, 0.6], [0, 0.4, 0.4, 1]),
      (3, 1, [0.2, 0.3, 0.5], [0, 0.2, 0.2, 0.5, 0.5, 1]),
      (3, 0.2, [0.2, 0.3, 0.5], [0, 0.04, 0.2, 0.26, 0.5, 0.6]), (2, -0.2, nil, [0, 0, 0.5, 0.5]),
      (2, 1.5, nil, [0, 0.5, 0.5, 1]), (2, 1, [0.4, 0.1], [0, 0.5, 0.5, 1]),
      (2, 1, [0.7, 0.6], [0, 0.5, 0.5, 1]),
      (4, 1, [0.4, 0.4, 0.2], [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]),
      (2, 1, [0.4, 0.5999], [0, 0.4, 0.4, 0.9999]),
    ] as [(Int, Double, [Double]?, [Double])])
  func ranges(count: Int, coverage: Double, weights: [Double]?, expected: [Double]) {
    let found = AssignmentHash.ranges(count: count, coverage: coverage, weights: weights)
      .flatMap { [$0.lowerBound, $0.upperBound] }
    // Sums and products of at most four doubles below 1: a few ulps.
    let near = zip(found, expected).filter { abs($0.0 - $0.1) < 1e-12 }
    #expect(found.count == expected.count && near.count == expected.count)
  }

  private func experiment(_ salt: String = "", coverage: Double = 1) throws -> InAppExperiment {
    try InAppExperiment(
      "timing", salt: salt,
      arms: [.init("launch", weight: 0.5), .init("third", weight: 0.3), .init("late", weight: 0.2)],
      coverage: coverage)
  }

  @Test("arms get their shares, within what chance allows")
  func shares() throws {
    let experiment = try experiment()
    let count = 20_000
    var found: [String: Int] = [:]
    for number in 0..<count { found[experiment.arm(of: "install-\(number)")?.name ?? "", default: 0] += 1 }
    // Five standard errors of a share: 5 √(p (1 − p) / n).
    for arm in experiment.arms {
      let share = Double(found[arm.name] ?? 0) / Double(count)
      let error = (arm.weight * (1 - arm.weight) / Double(count)).squareRoot()
      let distance = abs(share - arm.weight)
      #expect(distance < 5 * error)
    }
  }

  @Test("an install keeps its arm, and another salt mixes the arms anew")
  func salts() throws {
    let first = try experiment("2026-11")
    let second = try experiment("2026-12")
    let names = (0..<4_000).map { "install-\($0)" }
    #expect(names.map { first.arm(of: $0) } == names.map { first.arm(of: $0) })
    // Independent assignment agrees with chance 0.5² + 0.3² + 0.2² = 0.38.
    let same = names.filter { first.arm(of: $0) == second.arm(of: $0) }.count
    let error = (0.38 * 0.62 / 4_000.0).squareRoot()
    let distance = abs(Double(same) / 4_000 - 0.38)
    #expect(distance < 5 * error)
  }

  @Test("those outside the coverage take no part, and more coverage moves nobody")
  func coverage() throws {
    let half = try experiment(coverage: 0.5)
    let whole = try experiment()
    let names = (0..<4_000).map { "install-\($0)" }
    let inside = names.filter { half.arm(of: $0) != nil }
    let error = (0.25 / 4_000.0).squareRoot()
    let distance = abs(Double(inside.count) / 4_000 - 0.5)
    #expect(distance < 5 * error)
    #expect(inside.allSatisfy { half.arm(of: $0) == whole.arm(of: $0) })
  }

  @Test(
    "arms that make no experiment are refused, with the reason",
    arguments: [
      ([.init("a", weight: 1)], 1, .fewerThanTwoArms(1)),
      ([.init("a", weight: 0.5), .init("a", weight: 0.5)], 1, .sameName("a")),
      ([.init("a", weight: -1), .init("b", weight: 0.5)], 1, .weight(arm: "a", -1)),
      ([.init("a", weight: 0.5), .init("b", weight: 0.4)], 1, .weightsSum(0.9)),
      ([.init("a", weight: 0.5), .init("b", weight: 0.5)], 2, .coverage(2)),
    ] as [([InAppExperiment.Arm], Double, InAppExperiment.Problem)])
  func problems(arms: [InAppExperiment.Arm], coverage: Double, problem: InAppExperiment.Problem) {
    #expect(throws: problem) { try InAppExperiment("timing", arms: arms, coverage: coverage) }
  }
}
