import ExperimentDesign
import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

/// Draws of two shares whose difference is normal and whose test has the same variance under every draw.
func normalDraws(
  mean: Double, deviation: Double, share: Double, count: Int = 1000
) throws -> (baseline: [Double], arm: [Double]) {
  let variance = 2 * share * (1 - share)
  var (baseline, arm): ([Double], [Double]) = ([], [])
  for draw in 0..<count {
    let difference = mean + deviation * (try StandardNormal.quantile((Double(draw) + 0.5) / Double(count)))
    // p₀q₀ + p₁q₁ = 2m(1 − m) − δ²/2 for the mean m of both.
    let middle = (1 - (1 - 2 * variance - difference * difference).squareRoot()) / 2
    baseline.append(middle - difference / 2)
    arm.append(middle + difference / 2)
  }
  return (baseline, arm)
}

@Suite("A test of shares that are uncertain")
struct UncertainTestTests {
  private func test(
    mean: Double, deviation: Double, share: Double, margin: Double = 0, looks: PlannedLooks? = nil
  ) throws -> UncertainTest {
    let draws = try normalDraws(mean: mean, deviation: deviation, share: share)
    return try UncertainTest(
      baseline: draws.baseline, arm: draws.arm, design: TestDesign(looks: looks), margin: margin)
  }

  private func certain(_ baseline: Double, _ arm: Double, margin: Double = 0) throws -> UncertainTest {
    try UncertainTest(baseline: [baseline], arm: [arm], design: TestDesign(), margin: margin)
  }

  @Test("the chances of a normal difference are those of the closed form")
  func assurance() throws {
    let found = try test(mean: 0.02, deviation: 0.02, share: 0.21).chances(installs: 10_000)[0]
    #expect(abs(found.armAhead.value - 0.574088) < 1e-3)
    #expect(abs(found.baselineAhead.value - 0.047911) < 1e-3)
    // Far from the power at the mean difference.
    let mean = try certain(0.2, 0.22).chances(installs: 10_000)[0]
    #expect(abs(mean.armAhead.value - 0.689768) < 1e-3)
    // More than the right ones are shown, by those of the wrong sign.
    #expect(found.assurance.value < found.armAhead.value + found.baselineAhead.value)
  }

  @Test("without uncertain inputs the assurance is the power", arguments: [(0.2, 0.22), (0.3, 0.28)])
  func power(baseline: Double, arm: Double) throws {
    let found = try certain(baseline, arm).chances(installs: 10_000)[0]
    let power = try TestDesign().powers(installs: 10_000, shares: [baseline, arm])[0]
    #expect(abs(found.armAhead.value + found.baselineAhead.value - power) < 1e-12)
    #expect(found.assurance.value > 0.9999 * power && found.assurance.mcse == 0)
  }

  @Test("identical options are called different at the level")
  func identical() throws {
    let found = try certain(0.2, 0.2).chances(installs: 4_000)[0]
    #expect(abs(found.armAhead.value - 0.025) < 1e-12 && abs(found.baselineAhead.value - 0.025) < 1e-12)
    #expect(found.assurance.value == 0)
  }

  @Test("a large test of equal options shows that they are within the margin")
  func equality() throws {
    let small = try certain(0.2, 0.2, margin: 0.005).chances(installs: 10_000)[0]
    #expect(small.equal.value == 0)
    // R: 2 * pnorm(0.005 / sqrt(2 * .16 / 60000) - qnorm(.95)) - 1.
    let large = try certain(0.2, 0.2, margin: 0.005).chances(installs: 120_000)[0]
    #expect(abs(large.equal.value - 0.3970827) < 1e-6)
    let whole =
      large.armAhead.value + large.baselineAhead.value + large.equal.value + large.open.value
    #expect(abs(whole - 1) < 1e-12)
  }

  @Test(
    "wrong signs and overstated sizes are those of the closed form",
    arguments: [(0.02, 0.01, 0.000073, 1.386265, 0.516005), (0.01, 0.0057, 0.000243, 1.531857, 0.418662)])
  func errors(difference: Double, error: Double, wrong: Double, overstated: Double, power: Double) throws {
    let draws = try normalDraws(mean: difference, deviation: 0, share: 0.2, count: 1)
    let installs = (2 * 2 * 0.2 * 0.8 / (error * error)).rounded()
    let found = try UncertainTest(
      baseline: draws.baseline, arm: draws.arm, design: TestDesign(), margin: 0
    ).chances(installs: Int(installs))[0]
    #expect(abs(try #require(found.wrongSign) - wrong) < 2e-6)
    #expect(abs(try #require(found.exaggeration) - overstated) < 1e-3)
    #expect(abs(found.armAhead.value + found.baselineAhead.value - power) < 1e-3)
  }

  /// Gelman & Carlin 2014 have 0.46 and 77, and 0.24 and 9.7, by simulation; to the digits here by the closed form.
  @Test(
    "a test that can hardly see what there is shows the wrong sign, and far too much of it",
    arguments: [(0.1, 3.28, 0.464423, 76.689164, 0.050106), (2, 8.1, 0.239618, 9.536628, 0.057013)])
  func hopeless(difference: Double, error: Double, wrong: Double, overstated: Double, power: Double) throws {
    // In units that are shares: a thousandth of the authors'.
    let scale = 1e-3
    let share = 0.3
    let installs = 4 * share * (1 - share) / (error * scale * error * scale)
    let draws = try normalDraws(mean: difference * scale, deviation: 0, share: share, count: 1)
    let test = try UncertainTest(baseline: draws.baseline, arm: draws.arm, design: TestDesign(), margin: 0)
    let found = try test.chances(installs: Int(installs.rounded()))[0]
    #expect(abs(try #require(found.wrongSign) - wrong) < 1e-4)
    #expect(abs(try #require(found.exaggeration) / overstated - 1) < 1e-3)
    #expect(abs(found.armAhead.value + found.baselineAhead.value - power) < 1e-4)
  }

  @Test("a test misleads where what it counts and what is wanted differ in sign")
  func misleading() throws {
    let test = try UncertainTest(
      baseline: [0.2, 0.2], arm: [0.25, 0.15], design: TestDesign(), margin: 0)
    #expect(abs(try #require(try test.misleading(installs: 40_000, worth: [[1, 1]])) - 0.5) < 1e-6)
    #expect(try #require(try test.misleading(installs: 40_000, worth: [[1, -1]])) < 1e-6)
    #expect(try test.misleading(installs: 40_000, worth: [[1]]) == nil)
  }

  @Test("what is shipped is the arm where it is shown ahead, else the baseline")
  func shipped() throws {
    let design = try TestDesign()
    let test = try UncertainTest(baseline: [0.2, 0.2], arm: [0.22, 0.18], design: design, margin: 0)
    let found = try #require(try test.shipped(installs: 10_000, worth: [[0, 0], [0.02, -0.02]]))
    let ahead = try certain(0.2, 0.22).chances(installs: 10_000)[0].armAhead.value
    let wrong = try certain(0.2, 0.18).chances(installs: 10_000)[0].armAhead.value
    #expect(abs(found.best.value - (ahead + 1 - wrong) / 2) < 1e-12)
    #expect(abs(found.harmful.value - wrong / 2) < 1e-12)
    #expect(abs(found.loss.value - 0.01 * (1 - ahead + wrong)) < 1e-12)
    #expect(try test.shipped(installs: 10_000, worth: [[0], [1]]) == nil)
  }

  @Test("looks cost power, and end a test of a large difference early")
  func looks() throws {
    let looks = try PlannedLooks.fixed(3, .obrienFlemingType)
    let once = try test(mean: 0.02, deviation: 0.02, share: 0.21)
    let often = try test(mean: 0.02, deviation: 0.02, share: 0.21, looks: looks)
    let (single, several) = (try once.chances(installs: 10_000)[0], try often.chances(installs: 10_000)[0])
    #expect(several.armAhead.value < single.armAhead.value)
    #expect(several.armAhead.value > single.armAhead.value - 0.01)
    #expect(several.exaggeration == nil && several.wrongSign == nil)
    let stopping = try #require(try often.stopping(installs: 10_000)?.first)
    #expect(stopping.stops.count == 3 && (0.5..<1).contains(stopping.used.value))
    #expect(try once.stopping(installs: 10_000) == nil)
    let design = try TestDesign(looks: looks)
    let fixed = try UncertainTest(baseline: [0.2], arm: [0.22], design: design, margin: 0)
    let power = try design.powers(installs: 10_000, shares: [0.2, 0.22])[0]
    #expect(abs(try fixed.chances(installs: 10_000)[0].armAhead.value - power) < 2e-3)
  }

  @Test(
    "whatever is split, and however, the chance without uncertain inputs is the power of the design",
    arguments: [
      try TestDesign(allocation: [3, 1]), try TestDesign(counted: [0.9, 0.9]),
      try TestDesign(clusters: .size(200, intraclassCorrelation: 0.01)),
      try TestDesign(clusters: .counts([4, 4], intraclassCorrelation: 0.002)),
      try TestDesign(clusters: .counts([2, 3], intraclassCorrelation: 0.001)),
      try TestDesign(allocation: [2, 1], clusters: .counts([20, 10], intraclassCorrelation: 0.0005)),
    ])
  func designs(design: TestDesign) throws {
    let test = try UncertainTest(baseline: [0.2], arm: [0.24], design: design, margin: 0)
    for installs in [3_000, 20_000] {
      let found = try test.chances(installs: installs)[0]
      let power = try design.powers(installs: Double(installs), shares: [0.2, 0.24])[0]
      let shown = found.armAhead.value + (design.powerCountsBothSides ? found.baselineAhead.value : 0)
      #expect(abs(shown - power) < 1e-9)
      #expect(abs(found.armAhead.value + found.baselineAhead.value + found.open.value - 1) < 1e-9)
      #expect(try #require(found.exaggeration) >= 1)
    }
  }

  @Test("equal clusters are called different at the level, and a wide margin shows most of them to be equal")
  func equalClusters() throws {
    let design = try TestDesign(clusters: .counts([6, 6], intraclassCorrelation: 0.001))
    let test = try UncertainTest(baseline: [0.2], arm: [0.2], design: design, margin: 0.05)
    let found = try test.chances(installs: 40_000)[0]
    #expect(found.armAhead.value + found.baselineAhead.value + found.equal.value < 1 + 1e-12)
    #expect(found.equal.value > 0.9)
    let strict = try UncertainTest(baseline: [0.2], arm: [0.2], design: design, margin: 0)
    #expect(abs(try strict.chances(installs: 40_000)[0].armAhead.value - 0.025) < 1e-9)
  }

  @Test("a test on one side without a direction, or of other options than the design has, is refused")
  func refused() throws {
    let designs = [
      try TestDesign(sides: .one), try TestDesign(allocation: [1, 1, 1]), try TestDesign(test: .fisher),
    ]
    for design in designs {
      #expect(throws: NumericsError.self) {
        try UncertainTest(baseline: [0.2], arm: [0.22], design: design, margin: 0)
      }
    }
  }

  @Test(
    "a test on one side has the power of its side, and shows nothing on the other", arguments: [true, false])
  func oneSide(isAbove: Bool) throws {
    let design = try TestDesign(sides: .one)
    let arm = isAbove ? 0.22 : 0.18
    func chances(_ arm: Double) throws -> UncertainTest.Chances {
      try UncertainTest(baseline: [0.2], arm: [arm], design: design, margin: 0.005, isAbove: isAbove)
        .chances(installs: 10_254)[0]
    }
    let found = try chances(arm)
    let power = try design.powers(installs: 10_254, shares: [0.2, arm])[0]
    #expect(abs(found.shown.value - power) < 1e-12)
    #expect((isAbove ? found.baselineAhead : found.armAhead).value == 0 && found.equal.value == 0)
    // Page of the plan: 5127.3848 of each for a power of 0.8.
    if isAbove { #expect(abs(power - 0.8) < 1e-4) }
    #expect(try abs(chances(0.2).shown.value - 0.05) < 1e-12)
    #expect(try chances(isAbove ? 0.18 : 0.22).shown.value < 1e-4)
  }

  @Test(
    "without uncertain inputs a margin has the power of the design",
    arguments: [
      (TestAim.nonInferior(margin: 0.01), 0.205, 22_540), (TestAim.nonInferior(margin: 0.05), 0.2, 3_000),
      (TestAim.equivalent(margin: 0.01), 0.2, 54_810), (TestAim.equivalent(margin: 0.01), 0.203, 80_000),
    ])
  func aims(aim: TestAim, arm: Double, installs: Int) throws {
    let design = try TestDesign(aim: aim)
    let test = try UncertainTest(baseline: [0.2], arm: [arm], design: design, margin: 0.005)
    let found = try test.chances(installs: installs)[0]
    let power = try design.powers(installs: Double(installs), shares: [0.2, arm])[0]
    #expect(abs(found.shown.value - power) < 1e-12 && found.assurance == found.shown)
    #expect(found.wrongSign == 0 && found.exaggeration == nil)
    // Where it is not true the test errs, and that is no assurance.
    let wrong = try UncertainTest(baseline: [0.2], arm: [0.12], design: design, margin: 0.005)
      .chances(installs: 200)[0]
    #expect(wrong.assurance.value == 0 && wrong.wrongSign == (wrong.shown.value > 0 ? 1 : nil))
  }

  /// Tests of three options that are simulated from normal estimates and judged by their p-values, a correction each.
  @Test(
    "chances of several comparisons are those of simulated estimates and adjusted p-values",
    arguments: MultiplicityCorrection.allCases, [[1.0, 1, 1], [1, 1, 1, 1], [3, 1, 2]])
  func several(correction: MultiplicityCorrection, allocation: [Double]) throws {
    let shares = Array([0.2, 0.23, 0.215, 0.2].prefix(allocation.count))
    let design = try TestDesign(correction: correction, allocation: allocation)
    let installs = 9_000
    let test = try UncertainTest(
      baseline: [shares[0]], arms: shares.dropFirst().map { [$0] }, design: design, margin: 0)
    let chances = try test.chances(installs: installs)
    let people = design.allocation.map { $0 * Double(installs) }
    var stream = SplitMix(seed: 11)
    let tests = 40_000
    var ahead = [Int](repeating: 0, count: chances.count)
    for _ in 0..<tests {
      let estimates = try zip(shares, people).map { share, people in
        share
          + (share * (1 - share) / people).squareRoot()
          * (try StandardNormal.quantile(stream.openUniform()))
      }
      let values = try (1..<shares.count).map { arm in
        let ratio = people[arm] / people[0]
        // The test's own error has the shares that it was planned with, as large counts have nearly.
        let mean = (shares[0] + ratio * shares[arm]) / (1 + ratio)
        let error = (mean * (1 - mean) * (1 / people[0] + 1 / people[arm])).squareRoot()
        return PValue(
          2 * (try StandardNormal.cumulative(-abs(estimates[arm] - estimates[0]) / error)))
      }
      for (comparison, p) in correction.adjusted(values).enumerated()
      where p.value < 0.05 && estimates[comparison + 1] > estimates[0] { ahead[comparison] += 1 }
    }
    for (comparison, found) in chances.enumerated() {
      let share = Double(ahead[comparison]) / Double(tests)
      let error = (share * (1 - share) / Double(tests)).squareRoot()
      #expect(abs(found.armAhead.value - share) < 3 * max(error, 1e-4))
    }
  }

  @Test("a correction in steps finds at least what Bonferroni's level does, and no more than the whole level")
  func steps() throws {
    func chances(_ correction: MultiplicityCorrection) throws -> [Double] {
      let design = try TestDesign(correction: correction, allocation: [1, 1, 1])
      return try UncertainTest(
        baseline: [0.2, 0.2], arms: [[0.22, 0.2], [0.23, 0.22]], design: design, margin: 0
      ).chances(installs: 12_000).map { $0.shown.value }
    }
    let single = try TestDesign(level: ConfidenceLevel(0.975))
    let bonferroni = try [[0.22, 0.2], [0.23, 0.22]].map { arm in
      try UncertainTest(baseline: [0.2, 0.2], arm: arm, design: single, margin: 0)
        .chances(installs: 8_000)[0].shown.value
    }
    let (holm, whole) = (try chances(.holm), try chances(.none))
    for comparison in 0..<2 {
      #expect(bonferroni[comparison] < holm[comparison] && holm[comparison] < whole[comparison])
    }
  }
}

@Suite("Shares by draw, without the noise of the trials")
struct DrawnSharesTests {
  /// Two options of independent people whose shares vary by a standard deviation of 0.05 and 0.03, seen with noise.
  private func series(noise: Double) throws -> (series: [TrialSeries], leads: [Double]) {
    var stream = SplitMix(seed: 7)
    func normal() throws -> Double {
      try StandardNormal.quantile(stream.openUniform())
    }
    var values: [[Double]] = [[], []]
    var leads: [Double] = []
    for _ in 0..<2000 {
      let level = 0.3 + 0.05 * (try normal())
      let lead = 0.02 + 0.03 * (try normal())
      leads.append(lead)
      values[0].append(level + noise * (try normal()))
      values[1].append(level + lead + noise * (try normal()))
    }
    let series = values.map { column in
      TrialSeries(
        values: column, samplingVariances: column.map { _ in noise * noise },
        testVariances: column.map { _ in noise * noise })
    }
    return (series, leads)
  }

  private func deviation(_ values: [Double]) throws -> Double { try sampleStandardDeviation(values) }

  @Test(
    "the spread of the differences is that of the inputs, however noisy trials are", arguments: [0.001, 0.02])
  func spread(noise: Double) throws {
    let (series, leads) = try series(noise: noise)
    let drawn = try #require(
      try DrawnShares(arms: [0, 1], series: series, design: .split, parametersVary: true))
    let differences = zip(try #require(drawn[1]), try #require(drawn[0])).map { $0 - $1 }
    #expect(abs(try deviation(differences) - deviation(leads)) < (noise < 0.01 ? 1e-4 : 1.5e-3))
    let level = zip(drawn.values[0], drawn.values[1]).map { ($0 + $1) / 2 }
    #expect(abs(try deviation(level) - 0.0522) < 0.0025)
    #expect(drawn.noiseIsKnown && drawn[2] == nil)
  }

  @Test("where no input is uncertain every draw has the mean")
  func certain() throws {
    let drawn = try #require(
      try DrawnShares(
        arms: [0, 1], series: series(noise: 0.02).series, design: .split, parametersVary: false))
    #expect(try deviation(drawn.values[0]) < 1e-12)
  }

  @Test("a trial without a value leaves nothing")
  func missing() throws {
    let broken = TrialSeries(values: [0.2, nil], samplingVariances: [nil, nil], testVariances: [nil, nil])
    #expect(try DrawnShares(arms: [0], series: [broken], design: .split, parametersVary: true) == nil)
  }
}
