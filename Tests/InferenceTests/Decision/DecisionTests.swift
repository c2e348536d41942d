import ExperimentDesign
import Foundation
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("What is known when an option has to be chosen")
struct DecisionTests {
  /// The i-th of n evenly spread normal quantiles: a sample without sampling noise of its own.
  static func scores(_ n: Int) throws -> [Double] {
    try (1...n).map { try StandardNormal.quantile((Double($0) - 0.5) / Double(n)) }
  }

  /// Normal numbers, the same each time.
  static func normals(_ n: Int, seed: UInt64) throws -> [Double] {
    var stream = SplitMix(seed: seed)
    return try (0..<n).map { _ in try StandardNormal.quantile(stream.openUniform()) }
  }

  /// A series whose noise has a variance, `nil` for one that the trials do not tell.
  static func series(
    _ values: [Double], variance: Double? = 0, seed: UInt64 = 500
  ) throws -> TrialSeries {
    let draws = try variance.map { variance in
      try normals(values.count, seed: seed).map { variance.squareRoot() * $0 }
    }
    return TrialSeries(values, noise: draws)
  }

  /// Arms whose estimates have noise of one variance, each of its own.
  static func table(
    _ arms: [[Double]], variance: Double? = 0, competing: [Int]? = nil,
    lessIsBetter: Bool = false
  ) throws -> ObjectiveTable {
    try table(
      arms.enumerated().map { try series($1, variance: variance, seed: 500 + UInt64($0)) },
      competing: competing, lessIsBetter: lessIsBetter)
  }

  /// Arms that are series as they are.
  static func table(
    _ series: [TrialSeries], competing: [Int]? = nil, lessIsBetter: Bool = false
  ) throws -> ObjectiveTable {
    try #require(
      ObjectiveTable(
        competing: competing ?? Array(series.indices), series: series, lessIsBetter: lessIsBetter))
  }

  private func decide(_ table: ObjectiveTable, margin: Double = 0.005) throws -> Decision {
    try #require(try Decision(table, margin: margin, parametersVary: true))
  }

  /// Φ(z) and the density φ(z).
  static func normal(_ z: Double) throws -> (below: Double, density: Double) {
    let density = 0.3989422804014327 * exp(-z * z / 2)
    return (try StandardNormal.cumulative(z), density)
  }

  @Test("two options with a normal difference have the closed form's chances, regrets and value")
  func closedForm() throws {
    let n = 999
    let scores = try Self.scores(n)
    // The second arm leads by Normal(0.01, 0.02²).
    let decision = try decide(Self.table([scores.map { _ in 0.2 }, scores.map { 0.21 + 0.02 * $0 }]))
    let z = try Self.normal(0.5)
    let within = try StandardNormal.cumulative((0.01 + 0.005) / 0.02)
    let regret = 0.02 * z.density - 0.01 * (1 - z.below)
    // A grid of n ranks holds probabilities to 1/n and means of a smooth loss to a few times 1/n².
    let binomial = (z.below * (1 - z.below) / Double(n)).squareRoot()
    let chance = 1 / Double(n)
    let loss = 2e-5
    #expect(abs(try #require(decision[1]?.best).value - z.below) < chance)
    #expect(abs(try #require(decision[0]?.best).value - (1 - z.below)) < chance)
    #expect(abs(try #require(decision[1]?.withinMargin).value - within) < chance)
    #expect(abs(try #require(decision[1]?.regret).value - regret) < loss)
    #expect(abs(try #require(decision[0]?.regret).value - (regret + 0.01)) < loss)
    #expect(abs(try #require(decision.valueOfPerfectInformation).value - regret) < 2e-5)
    // The scores ascend, so that blocks of them differ more than blocks of draws would: the error is not too small.
    #expect(try #require(decision[1]?.best).mcse > binomial)
  }

  @Test("where five arms differ by nothing but noise, nothing is said, and how many installs it takes")
  func fiveAlike() throws {
    let n = 400
    let parameter = try Self.normals(n, seed: 2)
    let arms = try (0..<5).map { arm -> [Double] in
      let noise = try Self.normals(n, seed: 30 + UInt64(arm))
      return (0..<n).map { trial -> Double in 0.2 + 0.05 * parameter[trial] + 0.01 * noise[trial] }
    }
    let table = try Self.table(arms, variance: 1e-4)
    #expect(abs(try #require(table.noiseShare) - 1) < 0.1)
    let decision = try decide(table)
    #expect(decision.arms.allSatisfy { $0.best == nil && $0.regret == nil })
    #expect(try #require(decision.installsNeeded) > 100)
  }

  @Test("up to a twentieth of noise draws are taken as they are, up to half of it they are drawn together")
  func noiseShares() throws {
    let n = 4_000
    let inputs = try Self.normals(n, seed: 2)
    let noise = try Self.normals(n, seed: 3)
    for (share, isScaled) in [(0.02, false), (0.3, true)] {
      let deviation = 0.02 * (share / (1 - share)).squareRoot()
      let lead = (0..<n).map { 0.2 + 0.02 * inputs[$0] + deviation * noise[$0] }
      let other = TrialSeries(lead.map { _ in 0.2 }, noise: lead.map { _ in 0 })
      let draws = try Self.normals(n, seed: 4).map { deviation * $0 }
      let table = try Self.table([other, TrialSeries(lead, noise: draws)])
      #expect(abs(try #require(table.noiseShare) - share) < 0.02)
      let decision = try decide(table, margin: 0.01)
      // Within the margin lies half of the inputs' deviation, or of all.
      let all = isScaled ? 0.02 : 0.02 / (1 - share).squareRoot()
      let within = try StandardNormal.cumulative(0.01 / all)
      #expect(abs(try #require(decision[1]?.withinMargin).value - within) < 0.02)
    }
  }

  @Test("arms with the same value in every trial share the probability of being best")
  func identical() throws {
    let scores = try Self.scores(199)
    let better = scores.map { 0.2 + 0.01 * $0 }
    let decision = try decide(Self.table([scores.map { _ in 0.2 }, better, better, better]))
    let shares = try (1..<4).map { try #require(decision[$0]?.best).value }
    for share in shares { #expect(abs(share - shares[0]) < 1e-12 && abs(share - 1.0 / 6) < 0.01) }
    let first = try #require(decision[1]?.regret)
    for arm in 2..<4 {
      let regret = try #require(decision[arm]?.regret)
      #expect(abs(regret.value - first.value) < 1e-15 && abs(regret.mcse - first.mcse) < 1e-15)
    }
  }

  @Test("where the trials do not tell the noise, nothing is said of regret or of what knowing is worth")
  func unknownNoise() throws {
    let scores = try Self.scores(99)
    let table = try Self.table([scores.map { _ in 0.2 }, scores.map { 0.21 + 0.02 * $0 }], variance: nil)
    #expect(!table.noiseIsKnown)
    let decision = try decide(table)
    #expect(decision.valueOfPerfectInformation == nil && decision.installsNeeded == nil)
    #expect(decision[1]?.best != nil && decision[1]?.regret == nil)
  }

  @Test("noise alone shows no value of knowing, with arms that share people", arguments: [2, 4])
  func noiseAlone(arms: Int) throws {
    for seed in 0..<20 {
      func normals(_ kind: UInt64, _ arm: Int) throws -> [Double] {
        try Self.normals(200, seed: UInt64(seed) * 1_000 + kind * 100 + UInt64(arm))
      }
      let series = try (0..<arms).map { arm in
        TrialSeries(try normals(1, arm).map { 0.2 + 0.01 * $0 }, noise: try normals(2, arm).map { 0.01 * $0 })
      }
      let decision = try decide(Self.table(series))
      #expect(decision.valueOfPerfectInformation == nil && decision.installsNeeded != nil)
    }
  }

  @Test("noise that hides the inputs does not hide an arm that is best in spite of it")
  func farAhead() throws {
    let noise = try Self.normals(400, seed: 7)
    let draws = try Self.normals(400, seed: 8).map { 0.01 * $0 }
    let lead = TrialSeries(noise.map { 0.25 + 0.01 * $0 }, noise: draws)
    let other = TrialSeries(noise.map { _ in 0.2 }, noise: noise.map { _ in 0 })
    let table = try Self.table([other, lead])
    #expect(table.isTooNoisy)
    let decision = try decide(table)
    #expect(decision.installsNeeded == nil && decision[1]?.best?.value == 1)
  }

  @Test("arms that differ by nothing but a noise that many trials average out are near-twins")
  func equalInSpiteOfNoise() throws {
    let arms = try (0..<2).map { arm in
      TrialSeries(
        try Self.normals(4_000, seed: 10 + UInt64(arm)).map { 0.2 + 0.01 * $0 },
        noise: try Self.normals(4_000, seed: 20 + UInt64(arm)).map { 0.01 * $0 })
    }
    let table = try Self.table(arms)
    #expect(table.isTooNoisy)
    let decision = try decide(table, margin: 0.02)
    #expect(decision.installsNeeded == nil && decision.nearTwins.map(\.arms) == [[0, 1]])
  }

  @Test("near-twins are one set, with the chance of the best of them")
  func nearTwins() throws {
    let scores = try Self.scores(199)
    let lead = scores.map { 0.2 + 0.02 * $0 }
    let decision = try decide(Self.table([scores.map { _ in 0.2 }, lead, lead.map { $0 - 1e-4 }]))
    #expect(decision.nearTwins.map(\.arms) == [[1, 2]])
    let together = try #require(decision.nearTwins.first).best
    #expect(abs(together.value + (decision[0]?.best?.value ?? 0) - 1) < 1e-9)
    #expect(decision[2]?.best?.value == 0)
  }

  @Test("one draw in a thousand does not part near-twins")
  func rareDraw() throws {
    var twin = try Self.scores(999).map { 0.2 + 0.02 * $0 }
    let first = twin
    twin[500] -= 0.05
    let decision = try decide(Self.table([first, twin, first.map { $0 - 0.02 }]))
    #expect(decision.nearTwins.map(\.arms) == [[0, 1]])
  }

  @Test("where less is better the smallest is best, and arms out of the competition win nothing")
  func loss() throws {
    let scores = try Self.scores(99)
    let arms = [scores.map { _ in 3.0 }, scores.map { 2 + 0.1 * $0 }, scores.map { _ in 0 }]
    let decision = try decide(Self.table(arms, competing: [0, 1], lessIsBetter: true))
    #expect(decision[1]?.best?.value == 1 && decision[2] == nil)
    #expect(abs(try #require(decision[0]?.regret).value - 1) < 1e-9)
  }

  @Test("with no uncertain parameter, or too few trials, there are no chances")
  func absent() throws {
    let scores = try Self.scores(99)
    let arms = [scores.map { _ in 0.2 }, scores.map { 0.21 + 0.01 * $0 }]
    let sure = try #require(
      try Decision(try Self.table(arms), margin: 0.005, parametersVary: false))
    #expect(sure[1]?.best == nil && sure[1]?.regret == nil && sure.valueOfPerfectInformation == nil)
    let few = try Self.table(arms.map { Array($0.prefix(Estimate.fewestTrials - 1)) })
    #expect(try Decision(few, margin: 0.005, parametersVary: true)?[1]?.best == nil)
    let alone = try Self.table([arms[0]])
    #expect(try Decision(alone, margin: 0.005, parametersVary: true) == nil)
  }

  @Test("trials without a value of some competing arm are left out")
  func missing() throws {
    let values: [Double?] = (0..<40).map { $0 < 10 ? nil : 0.3 }
    let other: [Double?] = (0..<40).map { _ in 0.2 }
    let series = [values, other].map { TrialSeries($0) }
    let table = try Self.table(series)
    #expect(table.missing == 10)
    #expect(try Decision(table, margin: 0, parametersVary: true)?.trials == 30)
  }
}
