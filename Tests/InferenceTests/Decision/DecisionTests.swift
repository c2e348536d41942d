import ExperimentDesign
import GSLNumerics
import Inference
import SeededNumbers
import Testing

@Suite("What is known when an option has to be chosen")
struct DecisionTests {
  /// The i-th of n evenly spread normal quantiles.
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
    _ values: [Double], variance: Double? = 0, test: Double? = 0, seed: UInt64 = 500
  ) throws -> TrialSeries {
    let draws = try variance.map { variance in
      try normals(values.count, seed: seed).map { variance.squareRoot() * $0 }
    }
    return TrialSeries(
      values: values, noise: draws, samplingVariances: values.map { _ in nil },
      testVariances: values.map { _ in test })
  }

  /// Arms whose estimates have noise of one variance, each of its own.
  static func table(
    _ arms: [[Double]], variance: Double? = 0, test: Double? = 0, competing: [Int]? = nil,
    lessIsBetter: Bool = false
  ) throws -> ObjectiveTable {
    try #require(
      ObjectiveTable(
        competing: competing ?? Array(arms.indices),
        series: arms.enumerated().map {
          try series($1, variance: variance, test: test, seed: 500 + UInt64($0))
        }, lessIsBetter: lessIsBetter))
  }

  /// Φ(z) and the density φ(z).
  static func normal(_ z: Double) throws -> (below: Double, density: Double) {
    let density = 0.3989422804014327 * exponential(-z * z / 2)
    return (try StandardNormal.cumulative(z), density)
  }

  @Test("two options with a normal difference have the closed form's chances, regrets and value")
  func closedForm() throws {
    let n = 999
    let scores = try Self.scores(n)
    // The second arm leads by Normal(0.01, 0.02²).
    let table = try Self.table([scores.map { _ in 0.2 }, scores.map { 0.21 + 0.02 * $0 }])
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    let z = try Self.normal(0.5)
    let within = try StandardNormal.cumulative((0.01 + 0.005) / 0.02)
    let regret = 0.02 * z.density - 0.01 * (1 - z.below)
    // A grid of n ranks holds probabilities to 1/n and means of a smooth loss to a few times 1/n²; means over a
    // hundred replicates have a tenth of the Monte Carlo errors: √(p(1 − p)/n), and the loss's standard
    // deviation of at most 0.02 over √n.
    let binomial = (z.below * (1 - z.below) / Double(n)).squareRoot()
    let chance = 1 / Double(n) + 0.4 * binomial
    let loss = 2e-5 + 0.4 * 0.02 / Double(n).squareRoot()
    #expect(abs(try #require(decision[1]?.best).value - z.below) < chance)
    #expect(abs(try #require(decision[0]?.best).value - (1 - z.below)) < chance)
    #expect(abs(try #require(decision[1]?.withinMargin).value - within) < chance)
    #expect(abs(try #require(decision[1]?.regret).value - regret) < loss)
    #expect(abs(try #require(decision[0]?.regret).value - (regret + 0.01)) < loss)
    #expect(abs(try #require(decision.valueOfPerfectInformation).value - regret) < 2e-5)
    #expect(abs(try #require(decision[1]?.best).mcse / binomial - 1) < 0.35)
  }

  @Test("five arms that differ by nothing but noise show no regret")
  func fiveAlike() throws {
    let n = 400
    let parameter = try Self.normals(n, seed: 2)
    let arms = try (0..<5).map { arm -> [Double] in
      let noise = try Self.normals(n, seed: 30 + UInt64(arm))
      return (0..<n).map { trial -> Double in 0.2 + 0.05 * parameter[trial] + 0.01 * noise[trial] }
    }
    let table = try Self.table(arms, variance: 1e-4)
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    for arm in decision.arms {
      let regret = try #require(arm.regret)
      // All that is left is the error of the means, 0.01·√(2/400); unshrunk the regret is 0.0116.
      #expect(regret.value <= 4 * 0.01 * (2 / Double(n)).squareRoot())
      let near = try #require(arm.withinMargin).value
      #expect(near > 0.95, "\(near)")
    }
  }

  @Test("arms with the same value in every trial share the probability of being best")
  func identical() throws {
    let scores = try Self.scores(199)
    let better = scores.map { 0.2 + 0.01 * $0 }
    let table = try Self.table([scores.map { _ in 0.2 }, better, better, better])
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    let shares = try (1..<4).map { try #require(decision[$0]?.best).value }
    for share in shares { #expect(abs(share - shares[0]) < 1e-12 && abs(share - 1.0 / 6) < 0.01) }
    let first = try #require(decision[1]?.regret)
    for arm in 2..<4 {
      let regret = try #require(decision[arm]?.regret)
      #expect(abs(regret.value - first.value) < 1e-15 && abs(regret.mcse - first.mcse) < 1e-15)
    }
  }

  static func noisy(_ values: [Double], _ draws: [Double]) -> TrialSeries {
    let unknown = values.map { _ -> Double? in nil }
    return TrialSeries(
      values: values, noise: draws, samplingVariances: unknown, testVariances: unknown)
  }

  @Test("where the trials do not tell the noise, nothing is said of regret or of what knowing is worth")
  func unknownNoise() throws {
    let scores = try Self.scores(99)
    let series = try [scores.map { _ in 0.2 }, scores.map { 0.21 + 0.02 * $0 }].map {
      try Self.series($0, variance: nil)
    }
    let table = try #require(ObjectiveTable(competing: [0, 1], series: series, lessIsBetter: false))
    #expect(!table.noiseIsKnown)
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    #expect(decision.includesNoise && decision.valueOfPerfectInformation == nil)
    #expect(decision[1]?.best != nil && decision[1]?.regret == nil)
  }

  @Test("noise alone seldom shows a value of knowing, with arms that share people", arguments: [2, 4])
  func noiseAlone(arms: Int) throws {
    var shown = 0
    for seed in 0..<60 {
      func normals(_ kind: UInt64, _ arm: Int) throws -> [Double] {
        try Self.normals(60, seed: UInt64(seed) * 1_000 + kind * 100 + UInt64(arm))
      }
      let series = try (0..<arms).map { arm in
        Self.noisy(try normals(1, arm).map { 0.2 + 0.01 * $0 }, try normals(2, arm).map { 0.01 * $0 })
      }
      let table = try #require(
        ObjectiveTable(
          competing: Array(0..<arms), series: series, lessIsBetter: false))
      let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
      if try #require(decision.valueOfPerfectInformation).value > 0 { shown += 1 }
    }
    // 3 expected; 9 or more would be seen in 1 of 300.
    #expect(shown < 9)
  }

  @Test("equal arms have no sure winner", arguments: [3, 6])
  func equalArms(arms: Int) throws {
    var most = 0.0
    let runs = 30
    for seed in 0..<runs {
      let series = try (0..<arms).map { arm in
        try Self.normals(60, seed: UInt64(seed * 100 + arm)).map { 0.2 + 0.01 * $0 }
      }
      let decision = try #require(
        try Decision(try Self.table(series, variance: 1e-4), margin: 0.005, parametersVary: true))
      let chances = decision.arms.compactMap { $0.best?.value }
      most += (chances.max() ?? .nan) / Double(runs)
      #expect(abs(decision.arms.reduce(0) { $0 + ($1.best?.value ?? 0) } - 1) < 1e-9)
    }
    // Were they judged by the means alone, it would be 1.
    #expect(most < 0.85)
  }

  @Test("near-twins are one set, with the chance of the best of them")
  func nearTwins() throws {
    let scores = try Self.scores(199)
    let lead = scores.map { 0.2 + 0.02 * $0 }
    let table = try Self.table([scores.map { _ in 0.2 }, lead, lead.map { $0 - 1e-4 }])
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    #expect(decision.nearTwins.map(\.arms) == [[1, 2]])
    let together = try #require(decision.nearTwins.first).best
    #expect(abs(together.value + (decision[0]?.best?.value ?? 0) - 1) < 1e-9)
    #expect(decision[2]?.best?.value == 0)
    #expect(abs(try #require(decision.nearTwins.first).distance - 1e-4) < 1e-9)
  }

  @Test("one draw in a thousand does not part near-twins")
  func rareDraw() throws {
    var twin = try Self.scores(999).map { 0.2 + 0.02 * $0 }
    let first = twin
    twin[500] -= 0.05
    let decision = try #require(
      try Decision(
        try Self.table([first, twin, first.map { $0 - 0.02 }]), margin: 0.005, parametersVary: true))
    #expect(decision.nearTwins.map(\.arms) == [[0, 1]])
  }

  @Test("where less is better the smallest is best, and arms out of the competition win nothing")
  func loss() throws {
    let scores = try Self.scores(99)
    let arms = [scores.map { _ in 3.0 }, scores.map { 2 + 0.1 * $0 }, scores.map { _ in 0 }]
    let table = try Self.table(arms, competing: [0, 1], lessIsBetter: true)
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    #expect(decision[1]?.best?.value == 1)
    #expect(decision[2] == nil)
    // Of the mean of 99 numbers of a deviation of 0.1, over a hundred replicates: four errors.
    #expect(abs(try #require(decision[0]?.regret).value - 1) < 0.4 * 0.1 / 99.0.squareRoot())
  }

  @Test("with no uncertain parameter, or too few trials, there is nothing but the tests won")
  func absent() throws {
    let scores = try Self.scores(99)
    let arms = [scores.map { _ in 0.2 }, scores.map { 0.21 + 0.01 * $0 }]
    let sure = try #require(
      try Decision(try Self.table(arms, test: 1e-4), margin: 0.005, parametersVary: false))
    #expect(sure[1]?.best == nil && sure[1]?.regret == nil && sure.valueOfPerfectInformation == nil)
    #expect(sure[1]?.testsWon != nil)
    let few = try Self.table(arms.map { Array($0.prefix(Estimate.fewestTrials - 1)) })
    #expect(try Decision(few, margin: 0.005, parametersVary: true)?[1]?.best == nil)
    let alone = try Self.table([arms[0]])
    #expect(try Decision(alone, margin: 0.005, parametersVary: true) == nil)
  }

  @Test("the share of tests won adds the sampling of independent people to the parameters")
  func testsWon() throws {
    let scores = try Self.scores(999)
    let arms = [scores.map { _ in 0.2 }, scores.map { 0.21 + 0.02 * $0 }]
    let table = try Self.table(arms, test: 4e-4)
    let decision = try #require(try Decision(table, margin: 0.005, parametersVary: true))
    // Parameters 0.02² and two arms of 0.02² each.
    let expected = try StandardNormal.cumulative(0.01 / (3 * 4e-4).squareRoot())
    let won = try #require(decision[1]?.testsWon)
    // The rule of 48 steps alone: all trials are read.
    #expect(abs(won.value - expected) < 0.001)
    #expect(won.mcse > 0 && won.mcse < 0.05)
    #expect(
      try Decision(try Self.table(arms, test: nil), margin: 0, parametersVary: true)?[1]?.testsWon == nil)
  }

  @Test("the share of tests won rests on every trial, and its error on as many")
  func testsWonOfAll() throws {
    // Trials far from zero and of two kinds: each is won for sure by the one or the other arm. Of every
    // second trial alone all would be won by the second arm.
    let trials = 1_024
    let arms = [
      (0..<trials).map { _ in 0.2 }, (0..<trials).map { $0.isMultiple(of: 2) ? 0.3 : 0.1 },
    ]
    let decision = try #require(
      try Decision(try Self.table(arms, test: 1e-8), margin: 0.005, parametersVary: true))
    let won = try #require(decision[1]?.testsWon)
    #expect(abs(won.value - 0.5) < 1e-9)
    // The binomial error of 1,024 trials, by 40 replicates.
    #expect(abs(won.mcse / (0.5 / Double(trials).squareRoot()) - 1) < 0.35)
  }

  @Test("trials without a value of some competing arm are left out")
  func missing() throws {
    let values: [Double?] = (0..<40).map { $0 < 10 ? nil : 0.3 }
    let other: [Double?] = (0..<40).map { _ in 0.2 }
    let none = [Double?](repeating: nil, count: 40)
    let series = [values, other].map {
      TrialSeries(values: $0, samplingVariances: none, testVariances: none)
    }
    let table = try #require(
      ObjectiveTable(
        competing: [0, 1], series: series, lessIsBetter: false))
    #expect(table.missing == 10)
    #expect(try Decision(table, margin: 0, parametersVary: true)?.trials == 30)
  }
}
