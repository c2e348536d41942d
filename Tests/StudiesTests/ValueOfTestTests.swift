import GSLNumerics
import Inference
import Testing

@testable import Studies

/// A normal difference seen with a normal error has a closed form: v(φ(u) − uΦ(−u)), v = τ²/√(τ² + s²), u = |m|/v.
@Suite("What a test is worth")
struct ValueOfTestTests {
  /// Draws of two shares whose difference is normal and whose test has the same variance under every draw, in no order.
  private func draws(
    mean: Double, deviation: Double, share: Double, count: Int = 1_000
  ) throws -> [[Double]] {
    let variance = 2 * share * (1 - share)
    var random = FixedDraws(purpose: 907)
    return try (0..<count).map { draw in
      let difference = mean + deviation * (try StandardNormal.quantile((Double(draw) + 0.5) / Double(count)))
      // p₀q₀ + p₁q₁ = 2m(1 − m) − δ²/2 for the mean m of both.
      let middle = (1 - (1 - 2 * variance - difference * difference).squareRoot()) / 2
      return (lot: random.uniform(), shares: [middle - difference / 2, middle + difference / 2])
    }.sorted { $0.lot < $1.lot }.reduce(into: [[], []]) { columns, draw in
      for option in columns.indices { columns[option].append(draw.shares[option]) }
    }
  }

  private func value(
    _ draws: [[Double]], tested: Int = 2, others: [[Double]] = [], clusters: PlannedClusters? = nil,
    looks: PlannedLooks? = nil
  ) throws -> ValueOfTest {
    let design = try TestDesign(
      allocation: [Double](repeating: 1, count: tested), clusters: clusters, looks: looks)
    let rehearsal = Rehearsal(Array(draws.prefix(tested)), design: design, margin: 0)
    let worth = Dictionary(uniqueKeysWithValues: zip(0..., draws + others))
    return try #require(ValueOfTest(rehearsal, of: Array(0..<tested), worth: worth))
  }

  @Test(
    "it is that of the closed form, within its Monte Carlo error",
    arguments: [
      (0.022, 0.0431, 0.19, 500, 0.641409), (0.022, 0.0431, 0.19, 2_000, 0.780120),
      (0.022, 0.0431, 0.19, 20_000, 0.832491), (0.005, 0.02, 0.2, 5_000, 0.517511),
    ])
  func normal(mean: Double, deviation: Double, share: Double, perArm: Int, points: Double) throws {
    let found = try value(draws(mean: mean, deviation: deviation, share: share)).value(installs: 2 * perArm)
      .gain
    #expect(abs(100 * found.value - points) < 300 * found.mcse)
    #expect(found.mcse > 0 && found.mcse < 0.001)
  }

  @Test("knowing the difference is worth more than any test, and a larger test more than a smaller one")
  func order() throws {
    let value = try value(draws(mean: 0.022, deviation: 0.0431, share: 0.19))
    let knowing = try value.ofKnowing().value
    #expect(abs(100 * knowing - 0.838702) < 2e-3)
    var before = 0.0
    for installs in [200, 1_000, 100_000] {
      let found = try value.value(installs: installs).gain.value
      #expect(found > before && found < knowing)
      before = found
    }
  }

  @Test("the best size balances what it adds with what it costs")
  func best() throws {
    var value = try value(draws(mean: 0.005, deviation: 0.02, share: 0.2))
    #expect(value.best == 1 && abs(value.lossPerInstall[0] - 0.005) < 1e-9)
    value.future = 200_000
    let best = try #require(try value.bestSize())
    // The closed form over n, (200,000 − 2n) EVSI(n) − 0.005n, has 959.15 at 5,547 of each, and 900 from 2,300 to 11,000.
    #expect((2_300...11_000).contains(best.planned / 2))
    #expect(abs(best.netBenefit - 959.15) < 3 * best.mcse)
    value.future = 100
    #expect(try value.bestSize() == nil)
  }

  @Test("a test that a look may end takes part of its installs, and costs no more than these")
  func looks() throws {
    let drawn = try draws(mean: 0.022, deviation: 0.0431, share: 0.19)
    let (once, looked) = (try value(drawn), try value(drawn, looks: .fixed(3)))
    let (whole, ended) = (try once.value(installs: 20_000), try looked.value(installs: 20_000))
    #expect(whole.used == 1 && ended.used > 0.3 && ended.used < 0.9)
    #expect(abs(ended.gain.value - whole.gain.value) < 0.0005)
    let costs = try [once, looked].map { try $0.balance(installs: 20_000).cost }
    #expect(abs(costs[1] - ended.used * costs[0]) < 1e-9 * costs[0])
  }

  @Test("releases are whole in the best size, and no more of them would gain clearly more")
  func bestOfReleases() throws {
    let releases = PlannedClusters(size: 5_000, icc: 0.005)
    var value = try value(draws(mean: 0.005, deviation: 0.02, share: 0.2), clusters: releases)
    value.future = 480_000
    let best = try #require(try value.bestSize())
    #expect(best.planned >= 20_000 && best.planned % 10_000 == 0)
    for each in 2...12 {
      let other = try value.balance(installs: 2 * each * 5_000)
      #expect(other.netBenefit < best.netBenefit + 3 * (best.mcse + other.mcse))
    }
  }

  @Test(
    "an option that is always best leaves no value, and of a third that never is the value is that of two")
  func others() throws {
    let pair = try draws(mean: 0.022, deviation: 0.0431, share: 0.19)
    let top = try value(pair, others: [pair[0].map { _ in 0.9 }])
    #expect(top.best == 2)
    #expect(try top.value(installs: 4_000).gain.value < 1e-9)
    let three = try value(pair + [pair[0].map { $0 - 0.15 }], tested: 3)
    for (installs, points) in [(1_500, 0.641409), (6_000, 0.780120)] {
      let found = try three.value(installs: installs).gain
      #expect(abs(100 * found.value - points) < 300 * found.mcse)
    }
    #expect(abs(100 * (try three.ofKnowing().value) - 0.838702) < 2e-3)
  }
}
