import GSLNumerics
import Testing

@testable import Inference

@Suite("Dropping what cannot be the best")
struct EliminationTests {
  /// Values without randomness: normal quantiles of the fractional parts of multiples of irrational numbers.
  private static let means = [0.200, 0.198, 0.205, 0.190, 0.203, 0.170]
  private static let steps = [
    (5.0.squareRoot() - 1) / 2, 2.0.squareRoot() - 1, 3.0.squareRoot() - 1, 5.0.squareRoot() - 2,
    6.0.squareRoot() - 2, 7.0.squareRoot() - 2,
  ]

  private static func value(_ option: Int, trial: Int) throws -> Double {
    let multiple = Double(trial) * steps[option]
    return means[option] + 0.03 * (try StandardNormal.quantile(multiple - multiple.rounded(.down)))
  }

  @Test("a search of six options goes as worked out by hand, to the last digit")
  func trace() throws {
    var search = try Elimination(options: 6, guarantee: 0.95)
    var trial = 0
    repeat {
      while trial < search.nextRound {
        trial += 1
        search.add(try search.alive.map { try Self.value($0, trial: trial) })
      }
      search.look()
    } while (search.rounds.last?.largestLead ?? 0) > 0.005
    #expect(
      search.rounds.map(\.trials) == [50, 60, 72, 87, 105, 126, 152, 183, 220, 264, 317, 381, 458, 550])
    #expect(search.rounds.allSatisfy { $0.leader == 2 })
    let leads = [
      0.029109, 0.025063, 0.019585, 0.016473, 0.014689, 0.013189, 0.011532, 0.009934, 0.009087, 0.007992,
      0.006585, 0.005774, 0.005232, 0.004377,
    ]
    for (round, lead) in zip(search.rounds, leads) { #expect(abs(round.largestLead - lead) < 1e-6) }
    #expect(
      search.rounds.map(\.dropped) == [[5], [], [], [], [], [3]] + Array(repeating: [], count: 7) + [[1]])
    #expect(search.alive == [0, 2, 4])
    #expect(search.largestLead(over: 2) == search.rounds.last?.largestLead)
    // Of another than the leader at least what the leader leads by.
    #expect((search.largestLead(over: 4) ?? 0) > 0.205241 - 0.203265 && search.largestLead(over: 1) == nil)
    for (mean, expected) in zip(search.means, [0.200163, 0.205241, 0.203265]) {
      #expect(abs(mean - expected) < 1e-6)
    }
  }

  @Test("options that are equal in every trial all stay, and none leads")
  func equals() throws {
    var search = try Elimination(options: 3, guarantee: 0.95)
    for trial in 1...50 {
      let value = try Self.value(0, trial: trial)
      search.add([value, value, value])
    }
    let round = search.look()
    #expect(round.dropped.isEmpty && round.leader == 0 && round.largestLead == 0)
  }

  @Test("one option alone is the best at once")
  func alone() throws {
    var search = try Elimination(options: 1, guarantee: 0.95)
    for trial in 1...50 { search.add([try Self.value(0, trial: trial)]) }
    #expect(search.look().largestLead == 0)
  }
}
