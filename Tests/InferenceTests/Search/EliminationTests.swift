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
    func values() throws -> [[Double]] {
      try search.alive.map { option in
        try (1...search.nextRound).map { try Self.value(option, trial: $0) }
      }
    }
    var last: [[Double]] = []
    repeat {
      last = try values()
      search.look(at: last)
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
    // Without option 1, which the last round dropped.
    last.remove(at: 1)
    #expect(search.largestLead(over: 2, last) == search.rounds.last?.largestLead)
    // Of another than the leader at least what the leader leads by.
    #expect((search.largestLead(over: 4, last) ?? 0) > 0.205241 - 0.203265)
    #expect(search.largestLead(over: 1, last) == nil)
    for (values, expected) in zip(last, [0.200163, 0.205241, 0.203265]) {
      #expect(abs(values.reduce(0, +) / Double(values.count) - expected) < 1e-6)
    }
  }

  @Test("options that are equal in every trial all stay, and none leads")
  func equals() throws {
    var search = try Elimination(options: 3, guarantee: 0.95)
    let values = try (1...50).map { try Self.value(0, trial: $0) }
    let round = search.look(at: [values, values, values])
    #expect(round.dropped.isEmpty && round.leader == 0 && round.largestLead == 0)
  }

  @Test("one option alone is the best at once")
  func alone() throws {
    var search = try Elimination(options: 1, guarantee: 0.95)
    #expect(search.look(at: [try (1...50).map { try Self.value(0, trial: $0) }]).largestLead == 0)
  }
}
