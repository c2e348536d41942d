import ExperimentDesign
import GSLNumerics
import Inference
import Testing

@Suite("What a difference is most sensitive to")
struct SensitivityRankingTests {
  private static let trials = 2_000

  private static func parameters(_ count: Int, trials: Int = trials, seed: UInt64 = 100) throws
    -> [UncertainParameter]
  {
    try (0..<count).map {
      UncertainParameter(
        name: "p\($0)", draws: try DecisionTests.normals(trials, seed: seed + UInt64($0)))
    }
  }

  private static func sensitivity(
    _ parameters: [UncertainParameter], noise: Double = 0, table: ObjectiveTable? = nil,
    _ difference: (_ draws: [Double]) -> Double
  ) throws -> SensitivityRanking? {
    let trials = parameters[0].draws.count
    let errors = try DecisionTests.normals(trials, seed: 99)
    let values = (0..<trials).map { trial -> Double in
      difference(parameters.map { $0.draws[trial] }) + noise.squareRoot() * errors[trial]
    }
    let series = try DecisionTests.series(values, variance: noise)
    return try SensitivityRanking(SensitivityInputs(parameters), difference: series, table: table)
  }

  @Test("a sum of parameters is explained in the shares of their variances, noise in its own")
  func linear() throws {
    let found = try #require(
      try Self.sensitivity(try Self.parameters(6), noise: 1) { 3 * $0[1] + 2 * $0[3] - $0[4] })
    // Variances 9, 4, 1 and 1 for noise.
    #expect(found.rows.map(\.parameters) == [["p1"], ["p3"], ["p4"]])
    for (row, share) in zip(found.rows, [9.0 / 15, 4.0 / 15, 1.0 / 15]) {
      #expect(abs(row.share.value - share) < 4 * row.share.mcse)
      #expect(row.share.mcse > 0.001 && row.share.mcse < 0.03)
    }
    #expect(abs(try #require(found.sampling) - 1.0 / 15) < 0.01)
    let total = found.rows.reduce(0) { $0 + $1.share.value } + (found.sampling ?? 0) + found.rest
    #expect(abs(total - 1) < 1e-12 && abs(found.rest) < 0.04)
  }

  @Test("what bends is explained too, and what only parameters together do is left over")
  func curvedAndJoint() throws {
    // Variances: 2 of the square, 1 of the product, 1 of the line.
    let found = try #require(
      try Self.sensitivity(try Self.parameters(5)) { $0[0] * $0[0] + $0[1] * $0[2] + $0[3] })
    #expect(found.rows.map(\.parameters) == [["p0"], ["p3"]])
    // A cubic of the rank leaves a few per cent of a square of a normal.
    #expect(abs(found.rows[0].share.value - 0.5) < 4 * found.rows[0].share.mcse + 0.03)
    #expect(abs(found.rows[1].share.value - 0.25) < 4 * found.rows[1].share.mcse)
    #expect(abs(found.rest - 0.25) < 0.15)
  }

  @Test("of idle parameters spread evenly over blocks hardly ever one is shown")
  func idleInBlocks() throws {
    var shown = 0
    for seed in 0..<20 {
      func draws(_ kind: Int) throws -> [Double] {
        try StratifiedNormals.draws(blocks: 20, of: 50, seed: UInt64(1 + 100 * seed + kind))
      }
      let parameters = try (0..<10).map { UncertainParameter(name: "p\($0)", draws: try draws($0)) }
      // What moves the difference is spread evenly too, so that within a block a low value has high ones beside it.
      let series = try DecisionTests.series(draws(10), variance: nil)
      let found = try #require(
        try SensitivityRanking(SensitivityInputs(parameters), difference: series, table: nil))
      shown += found.rows.isEmpty ? 0 : 1
    }
    // As of trials drawn apart.
    #expect(shown <= 3)
  }

  @Test("knowing one parameter is worth what the closed form says")
  func partialValue() throws {
    let parameters = try Self.parameters(3)
    let difference = { (draws: [Double]) -> Double in 0.3 + draws[0] + 0.5 * draws[1] }
    let lead = (0..<Self.trials).map { trial in difference(parameters.map { $0.draws[trial] }) }
    let table = try DecisionTests.table([lead.map { _ in 0 }, lead])
    let found = try #require(try Self.sensitivity(parameters, table: table, difference))
    // E[max(0, m + s·z)] − m with m = 0.3 and s = 1 and 0.5.
    for (row, spread) in zip(found.rows, [1, 0.5]) {
      let z = try DecisionTests.normal(0.3 / spread)
      let exact = 0.3 * z.below + spread * z.density - 0.3
      let value = try #require(row.value)
      #expect(abs(value.value - exact) < 4 * value.mcse && value.mcse < 0.02)
    }
  }

  @Test("the flip point is where the expectation crosses zero, with its interval around it")
  func flip() throws {
    let found = try #require(
      try Self.sensitivity(try Self.parameters(3), noise: 0.25) { 0.5 - $0[0] + 0.3 * $0[1] })
    let flip = try #require(found.rows[0].flip)
    #expect(flip.lower < flip.value && flip.value < flip.upper && !flip.rises)
    // 2 standard errors of a cubic's level at 1,000 trials with unexplained variance 0.25.
    #expect(abs(flip.value - 0.5) < 0.1 && flip.upper - flip.lower < 0.2)
    // The other parameter would have to be −1.7, beyond its 5% quantile.
    #expect(found.rows[1].parameters == ["p1"] && found.rows[1].flip == nil)
  }

  @Test("parameters drawn together are one row, by family or by correlation")
  func groups() throws {
    var parameters = try Self.parameters(4)
    parameters[0] = UncertainParameter(name: "a", draws: parameters[0].draws, family: "joint")
    parameters[2] = UncertainParameter(name: "b", draws: parameters[2].draws, family: "joint")
    let mixed = zip(parameters[1].draws, parameters[3].draws).map { 0.5 * $0 + 0.8 * $1 }
    parameters[3] = UncertainParameter(name: "c", draws: mixed)
    let found = try #require(try Self.sensitivity(parameters) { 2 * $0[0] + $0[2] + $0[1] })
    #expect(found.rows.map(\.parameters) == [["a", "b"], ["p1", "c"]])
    #expect(found.rows.allSatisfy { $0.flip == nil })
    #expect(abs(found.rows[0].share.value - 5.0 / 6) < 4 * found.rows[0].share.mcse)
  }

  @Test(
    "of parameters drawn together each has the point at which the mean changes its sign, the others following it"
  )
  func flipsTogether() throws {
    var parameters = try Self.parameters(3)
    let follows = zip(parameters[0].draws, parameters[1].draws).map { 0.6 * $0 + 0.8 * $1 }
    parameters[1] = UncertainParameter(name: "b", draws: follows)
    let found = try #require(try Self.sensitivity(parameters, noise: 0.25) { 0.5 - $0[0] - $0[1] })
    let row = try #require(found.rows.first)
    #expect(row.parameters == ["p0", "b"] && row.flip == nil)
    #expect(row.members.map(\.parameter) == ["p0", "b"])
    for member in row.members {
      // The mean at a value x is 0.5 − 1.6 x; of either, 0.64 + 0.25 of the variance is left.
      #expect(abs(member.flip.value - 0.5 / 1.6) < 0.1 && !member.flip.rises)
      #expect(member.flip.lower < 0.5 / 1.6 && 0.5 / 1.6 < member.flip.upper)
    }
  }

  @Test("too few trials for the parameters there are give no shares")
  func few() throws {
    #expect(SensitivityRanking.trialsNeeded(parameters: 3) == 100)
    #expect(SensitivityRanking.trialsNeeded(parameters: 30) == 480)
    #expect(try Self.sensitivity(try Self.parameters(3, trials: 99)) { $0[0] } == nil)
    let constant = UncertainParameter(name: "p", draws: Array(repeating: 1, count: 1_000))
    #expect(try Self.sensitivity([constant], noise: 1) { _ in 0 } == nil)
  }

  @Test("it ends soon where it is asked to, in each part of its work")
  func stops() throws {
    let parameters = try Self.parameters(3)
    let values = (0..<Self.trials).map { parameters[0].draws[$0] + parameters[1].draws[$0] }
    let series = try DecisionTests.series(values, variance: nil)
    var asked = 0
    _ = try SensitivityRanking(SensitivityInputs(parameters), difference: series, table: nil) {
      asked += 1
      return false
    }
    // 199 shuffles, and the groups.
    #expect(asked > 199)
    for last in [0, 198, 199, asked - 1] {
      var left = last
      #expect(throws: NumericsError.stopped) {
        try SensitivityRanking(SensitivityInputs(parameters), difference: series, table: nil) {
          left -= 1
          return left < 0
        }
      }
    }
  }

  @Test("the error of a share holds that of the fit: shares spread over seeds as their errors say")
  func errors() throws {
    #if DEBUG
      let seeds = 12
    #else
      let seeds = 200
    #endif
    // The standard deviation of n normal numbers has a standard error of 1/√(2(n − 1)) of itself, 5% of 200: three
    // of them are 15%.
    let tolerance = 3 / (2 * Double(seeds - 1)).squareRoot()
    // Shares of 0.70, 0.18, 0.08 and 0.04 of the variance beside ten idle parameters.
    let slopes = [6, 3, 2, 1.5]
    var shares = slopes.map { _ in [Double]() }
    var errors = shares
    for seed in 0..<seeds {
      let parameters = try Self.parameters(14, trials: 1_000, seed: 500_000 + 100 * UInt64(seed))
      let values = (0..<1_000).map { trial in
        slopes.indices.reduce(0) { $0 + slopes[$1] * parameters[$1].draws[trial] }
      }
      let found = try #require(
        try SensitivityRanking(
          SensitivityInputs(parameters), difference: DecisionTests.series(values, variance: nil), table: nil))
      for index in slopes.indices {
        let row = try #require(found.rows.first { $0.parameters == ["p\(index)"] })
        shares[index].append(row.share.value)
        errors[index].append(row.share.mcse)
      }
    }
    for index in slopes.indices {
      let spread = try sampleVariance(shares[index]).squareRoot()
      let printed = try sampleMean(errors[index])
      #expect(abs(spread / printed - 1) < tolerance, "p\(index): \(spread) beside \(printed)")
    }
  }
}
