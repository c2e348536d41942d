import GSLNumerics
import Inference
import SeededNumbers
import Testing

/// A normal difference seen with a normal error has a closed form: v(φ(u) − uΦ(−u)), v = τ²/√(τ² + s²), u = |m|/v.
@Suite("What a test is worth")
struct ValueOfTestTests {
  private func value(
    mean: Double, deviation: Double, share: Double, others: [[Double]] = []
  ) throws -> ValueOfTest {
    let draws = try normalDraws(mean: mean, deviation: deviation, share: share)
    let test = try UncertainTest(
      baseline: draws.baseline, arms: [draws.arm], design: TestDesign(), margin: 0)
    let worth = DrawnShares(
      arms: Array(0..<(2 + others.count)), values: [draws.baseline, draws.arm] + others)
    return try #require(ValueOfTest(test, of: [0, 1], worth: worth))
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
    #expect(value.bestArm == 1 && abs(value.lossPerInstall[0] - 0.005) < 1e-9)
    let best = try #require(try TestEconomics(future: 200_000).best(of: value))
    // The closed form over n: (200,000 − 2n) EVSI(n) − 0.005n.
    #expect(abs(Double(best.installs) / 2 - 5_547) < 160)
    #expect(abs(best.net - 959.15) < 0.5)
    #expect(try TestEconomics(future: 100).best(of: value) == nil)
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

  /// Results with normal errors about the draw's own shares, an even split.
  private func results(_ shares: [[Double]]) -> DrawnResults {
    DrawnResults { installs, repetition in
      var stream = SplitMix(seed: UInt64(900 + repetition))
      return shares.map { column in
        column.map { share in
          let error = (share * (1 - share) * Double(shares.count) / installs).squareRoot()
          let word = stream.openUniform()
          // A value that is not a number ends the test with an error.
          return share + error * ((try? StandardNormal.quantile(word)) ?? .nan)
        }
      }
    }
  }

  @Test(
    "of a third option that no draw makes best, the value of three is that of the other two with as many each"
  )
  func thirdIsWorst() throws {
    let draws = try normalDraws(mean: 0.022, deviation: 0.0431, share: 0.19)
    let worst = draws.baseline.map { $0 - 0.15 }
    let shares = [draws.baseline, draws.arm, worst]
    let design = try TestDesign(allocation: [1, 1, 1])
    let test = try UncertainTest(
      baseline: shares[0], arms: Array(shares.dropFirst()), design: design, margin: 0)
    let value = try #require(
      ValueOfTest(
        test, of: [0, 1, 2], worth: DrawnShares(arms: [0, 1, 2], values: shares), results: results(shares)))
    for (installs, points) in [(1_500.0, 0.641409), (6_000, 0.780120)] {
      let found = try value.value(installs: installs)
      #expect(abs(100 * found.value - points) < 300 * found.mcse)
      #expect(found.value <= 1.0001 * (try value.ofKnowing().value) + 3 * found.mcse)
    }
    #expect(abs(100 * (try value.ofKnowing().value) - 0.838702) < 0.02)
  }
}
