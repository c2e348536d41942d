import GSLNumerics
import Inference
import Testing

/// A normal difference seen with a normal error has a closed form: v(φ(u) − uΦ(−u)), v = τ²/√(τ² + s²), u = |m|/v.
@Suite("What a test is worth")
struct ValueOfTestTests {
  private func value(
    mean: Double, deviation: Double, share: Double, others: [[Double]] = []
  ) throws -> ValueOfTest {
    let draws = try normalDraws(mean: mean, deviation: deviation, share: share)
    let test = try UncertainTest(
      baseline: draws.baseline, arm: draws.arm, design: TestDesign(), margin: 0)
    let worth = DrawnShares(
      arms: Array(0..<(2 + others.count)), values: [draws.baseline, draws.arm] + others)
    return try #require(ValueOfTest(test, of: (baseline: 0, arm: 1), worth: worth))
  }

  @Test(
    "it is that of the closed form",
    arguments: [
      (0.022, 0.0431, 0.19, 500, 0.641409), (0.022, 0.0431, 0.19, 2_000, 0.780120),
      (0.022, 0.0431, 0.19, 20_000, 0.832491), (0.005, 0.02, 0.2, 5_000, 0.517511),
    ])
  func normal(mean: Double, deviation: Double, share: Double, perArm: Double, points: Double) throws {
    let found = try value(mean: mean, deviation: deviation, share: share).value(installs: 2 * perArm)
    #expect(abs(100 * found.value - points) < 1e-3)
    #expect(found.mcse > 0)
  }

  @Test("knowing the difference is worth more than any test, and a larger test more than a smaller one")
  func order() throws {
    let value = try value(mean: 0.022, deviation: 0.0431, share: 0.19)
    let knowing = try value.ofKnowing().value
    #expect(abs(100 * knowing - 0.838702) < 1e-3)
    var before = 0.0
    for installs in [200, 1_000, 10_000, 100_000, 10_000_000.0] {
      let found = try value.value(installs: installs).value
      #expect(found > before && found < knowing + 1e-9)
      before = found
    }
  }

  @Test("the best size balances what it adds with what it costs")
  func best() throws {
    let value = try value(mean: 0.005, deviation: 0.02, share: 0.2)
    #expect(value.bestArm == 1 && abs(value.lossPerInstall.baseline - 0.005) < 1e-9)
    let economics = TestEconomics(future: 200_000, costPerInstall: 0.02)
    let best = try #require(try economics.best(of: value))
    // The closed form over n: (200,000 − 2n) EVSI(n) − 0.005n − 0.02 · 2n.
    #expect(abs(Double(best.installs) / 2 - 2_724) < 80)
    #expect(abs(best.net - 810.62) < 0.5)
    #expect(try TestEconomics(future: 200_000, costPerInstall: 1).best(of: value) == nil)
  }

  @Test("an option that no draw makes best adds nothing, and one that is always best leaves no value")
  func others() throws {
    let count = 1000
    let pair = try value(mean: 0.005, deviation: 0.02, share: 0.2).value(installs: 4_000).value
    let worst = [Double](repeating: 0, count: count)
    let same = try value(mean: 0.005, deviation: 0.02, share: 0.2, others: [worst])
    #expect(abs(try same.value(installs: 4_000).value - pair) < 1e-6)
    let top = try value(
      mean: 0.005, deviation: 0.02, share: 0.2, others: [[Double](repeating: 0.9, count: count)])
    #expect(top.bestArm == 2)
    #expect(try top.value(installs: 4_000).value < 1e-9)
  }
}
