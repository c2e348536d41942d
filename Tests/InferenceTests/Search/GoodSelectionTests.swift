import Foundation
import GSLNumerics
import SeededNumbers
import Testing

@testable import Inference

@Suite("What a search names is good enough as often as it promises")
struct GoodSelectionTests {
  /// How the means of ten options lie; the margin is 0.005, and a trial's noise 0.04.
  enum Means: String, CaseIterable {
    case oneAhead = "one ahead by the margin"
    case equal = "all equal"
    case steps = "steps below the margin"
    case nearTies = "near ties"

    var values: [Double] {
      switch self {
      case .oneAhead: [0.205] + Array(repeating: 0.2, count: 9)
      case .equal: Array(repeating: 0.2, count: 10)
      case .steps: (0..<10).map { 0.2 + 0.004 * Double($0) }
      case .nearTies: (0..<10).map { $0 < 3 ? 0.2 + 0.0005 * Double($0) : 0.17 }
      }
    }
  }

  /// The noise of a trial, in part the same for all options, as common people and inputs make it.
  private static func noise(_ stream: inout SplitMix, isSkewed: Bool) throws -> Double {
    let normal = try StandardNormal.quantile(stream.openUniform())
    guard isSkewed else { return normal }
    // Log-normal with deviation 0.6 of its logarithm, to mean 0 and deviation 1.
    let (mean, square) = (exp(0.18), exp(0.36))
    return (exp(0.6 * normal) - mean) / (mean * (square - 1).squareRoot())
  }

  /// A search, and the values of what is left at its end.
  private static func search(
    _ means: [Double], seed: UInt64, isSkewed: Bool
  ) throws -> (search: Elimination, values: [[Double]]) {
    var stream = SplitMix(seed: seed)
    var search = try Elimination(options: means.count, guarantee: 0.95)
    var values = means.map { _ in [Double]() }
    while true {
      while values[0].count < search.nextRound {
        let shared = try noise(&stream, isSkewed: isSkewed)
        // Every option draws, left or not, so that what leaves changes no other's values.
        let own = try means.map {
          $0 + 0.04 * (shared + (try noise(&stream, isSkewed: isSkewed))) / 2.0.squareRoot()
        }
        for option in values.indices { values[option].append(own[option]) }
      }
      let lead = search.look(at: search.alive.map { values[$0] }).largestLead
      if lead <= 0.005 || search.alive.count == 1 { return (search, search.alive.map { values[$0] }) }
    }
  }

  @Test(
    "in at least 95 of 100 searches nothing better by more than the margin is left out",
    arguments: Means.allCases, [false, true])
  func guarantee(means: Means, isSkewed: Bool) throws {
    let values = means.values
    let best = values.max() ?? 0
    var good = 0
    var named = 0
    for seed in UInt64(1)...200 {
      let (search, left) = try Self.search(values, seed: seed, isSkewed: isSkewed)
      let last = try #require(search.rounds.last)
      if best - values[last.leader] <= 0.005 + 1e-12 { good += 1 }
      // Any other that has the same bound may be named in its place.
      let other = search.alive.last { (search.largestLead(over: $0, left) ?? 1) <= 0.005 } ?? last.leader
      if best - values[other] <= 0.005 + 1e-12 { named += 1 }
    }
    #expect(good >= 190 && named >= 190)
  }

  @Test("options that leave early spare most of the work of an even search")
  func spared() throws {
    let values = Means.steps.values
    var (spent, even) = (0, 0)
    for seed in UInt64(1)...50 {
      let search = try Self.search(values, seed: seed, isSkewed: false).search
      var left = values.count
      var before = 0
      for round in search.rounds {
        spent += left * (round.trials - before)
        before = round.trials
        left -= round.dropped.count
      }
      even += values.count * before
    }
    #expect(2 * spent < even)
  }
}
