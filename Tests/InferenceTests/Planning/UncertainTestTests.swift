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
      baseline: draws.baseline, arms: [draws.arm], design: TestDesign(looks: looks), margin: margin)
  }

  private func certain(_ baseline: Double, _ arm: Double, margin: Double = 0) throws -> UncertainTest {
    try UncertainTest(baseline: [baseline], arms: [[arm]], design: TestDesign(), margin: margin)
  }

  @Test("the chances of a normal difference are those of the closed form")
  func assurance() throws {
    let found = try test(mean: 0.02, deviation: 0.02, share: 0.21).chances(installs: 10_000)[0]
    #expect(abs(found.armAhead.value - 0.574088) < 1e-3)
    #expect(abs(found.baselineAhead.value - 0.047911) < 1e-3)
    // Far from the power at the mean difference.
    let mean = try certain(0.2, 0.22).chances(installs: 10_000)[0]
    #expect(abs(mean.armAhead.value - 0.689768) < 1e-3)
  }

  @Test("identical options are called different at the level")
  func identical() throws {
    let found = try certain(0.2, 0.2).chances(installs: 4_000)[0]
    #expect(abs(found.armAhead.value - 0.025) < 1e-12 && abs(found.baselineAhead.value - 0.025) < 1e-12)
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

  @Test("a test misleads where what it counts and what is wanted differ in sign")
  func misleading() throws {
    let test = try UncertainTest(
      baseline: [0.2, 0.2], arms: [[0.25, 0.15]], design: TestDesign(), margin: 0)
    #expect(abs(try #require(try test.misleading(installs: 40_000, worth: [[1, 1]])) - 0.5) < 1e-6)
    #expect(try #require(try test.misleading(installs: 40_000, worth: [[1, -1]])) < 1e-6)
    #expect(try test.misleading(installs: 40_000, worth: [[1]]) == nil)
  }

  @Test("looks cost power, and end a test of a large difference early")
  func looks() throws {
    let looks = PlannedLooks.fixed(3)
    let once = try test(mean: 0.02, deviation: 0.02, share: 0.21)
    let often = try test(mean: 0.02, deviation: 0.02, share: 0.21, looks: looks)
    let (single, several) = (try once.chances(installs: 10_000)[0], try often.chances(installs: 10_000)[0])
    #expect(several.armAhead.value < single.armAhead.value)
    #expect(several.armAhead.value > single.armAhead.value - 0.01)
    let stopping = try #require(try often.stopping(installs: 10_000)?.first)
    #expect(stopping.stops.count == 3 && (0.5..<1).contains(stopping.used.value))
    #expect(try once.stopping(installs: 10_000) == nil)
    let design = try TestDesign(looks: looks)
    let fixed = try UncertainTest(baseline: [0.2], arms: [[0.22]], design: design, margin: 0)
    let power = try design.powers(installs: 10_000, shares: [0.2, 0.22])[0]
    #expect(abs(try fixed.chances(installs: 10_000)[0].armAhead.value - power) < 2e-3)
  }

  @Test(
    "whatever is split, and however, the chance without uncertain inputs is the power of the design",
    arguments: [
      try TestDesign(), try TestDesign(allocation: [3, 1]),
      try TestDesign(clusters: PlannedClusters(size: 200, intraclassCorrelation: 0.01)),
    ])
  func designs(design: TestDesign) throws {
    let test = try UncertainTest(baseline: [0.2], arms: [[0.24]], design: design, margin: 0)
    for installs in [3_000, 20_000] {
      let found = try test.chances(installs: installs)[0]
      let power = try design.powers(installs: Double(installs), shares: [0.2, 0.24])[0]
      #expect(abs(found.armAhead.value + found.baselineAhead.value - power) < 1e-9)
      #expect(abs(found.armAhead.value + found.baselineAhead.value + found.open.value - 1) < 1e-9)
    }
  }

  @Test("a test of other options than the design has is refused")
  func refused() throws {
    let design = try TestDesign(allocation: [1, 1, 1])
    #expect(throws: NumericsError.self) {
      try UncertainTest(baseline: [0.2], arms: [[0.22]], design: design, margin: 0)
    }
  }

  @Test("each of several comparisons has the chances of a test of two at its level")
  func several() throws {
    let design = try TestDesign(allocation: [1, 1, 1])
    let arms = [[0.22, 0.2], [0.23, 0.22]]
    let found = try UncertainTest(baseline: [0.2, 0.2], arms: arms, design: design, margin: 0)
      .chances(installs: 12_000)
    let single = try TestDesign(level: design.comparisonLevel)
    for (comparison, arm) in arms.enumerated() {
      let alone = try UncertainTest(baseline: [0.2, 0.2], arms: [arm], design: single, margin: 0)
        .chances(installs: 8_000)[0]
      #expect(abs(alone.shown.value - found[comparison].shown.value) < 1e-12)
    }
  }

  @Test(
    "without uncertain inputs a margin has the power of the design",
    arguments: [
      (TestAim.nonInferior(margin: 0.01), 0.205, 22_540), (TestAim.nonInferior(margin: 0.05), 0.2, 3_000),
    ])
  func aims(aim: TestAim, arm: Double, installs: Int) throws {
    let design = try TestDesign(aim: aim)
    let test = try UncertainTest(baseline: [0.2], arms: [[arm]], design: design, margin: 0.005)
    let found = try test.chances(installs: installs)[0]
    let power = try design.powers(installs: Double(installs), shares: [0.2, arm])[0]
    #expect(abs(found.shown.value - power) < 1e-12)
  }
}

@Suite("Shares by draw, without the noise of the trials")
struct DrawnSharesTests {
  /// Two options whose shares vary by a standard deviation of 0.05 and 0.03, seen with noise.
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
    let series = try values.map { column in
      TrialSeries(
        values: column, noise: try column.map { _ in noise * (try normal()) },
        samplingVariances: column.map { _ in nil },
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
      try DrawnShares(arms: [0, 1], series: series, parametersVary: true))
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
        arms: [0, 1], series: series(noise: 0.02).series, parametersVary: false))
    #expect(try deviation(drawn.values[0]) < 1e-12)
  }
}
