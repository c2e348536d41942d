import ExperimentDesign
import ExperimentSamples
import Foundation
import GRDB
import Testing

@testable import ResultStore

@Suite("Stores of older versions")
struct OldVersionTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Sample results whose scores are their outcomes, and whose amounts whole numbers of 64 bits held.
  private func results(_ inputs: RunInputs) -> [TrialResult] {
    inputs.sampleResults(0..<3).map { result in
      func plain(_ tally: Tally) -> Tally {
        var tally = tally
        tally.noise = nil
        for amount in Amount.allCases { tally[amount] = (tally[amount] / 0x1p30).rounded() }
        return tally.scoredByOutcomes()
      }
      var result = result
      let tallies = SegmentGrid(result.tallies.shape) { plain(result.tallies[$0, $1, $2]) }
      result.wholes = ArmGrid(tallies.shape) { scenario, arm in
        var whole = Tally.sum(Array(tallies[scenario, arm]))
        whole.medianDaysToDecision = result.wholes[scenario, arm].medianDaysToDecision
        return whole
      }
      result.tallies = tallies
      return result
    }
  }

  /// A store as an older version would have left it.
  ///
  /// - Parameter changes: SQL for the old file, executed last.
  /// - Returns: its path, and the run in it.
  private func store(
    _ results: [TrialResult], of inputs: RunInputs, version: Int, _ changes: [String] = []
  ) throws -> (path: String, run: RunRecord.ID) {
    let run = try {
      let store = try ResultStore(path: scratch.path("new.sqlite"))
      let run = try store.begin(inputs).id
      try store.append(results, to: run)
      return run
    }()
    let old = scratch.path("old.sqlite")
    try StoreSchema.migrator.migrate(DatabaseQueue(path: old), upTo: "version \(version)")
    let money = [
      "value_nano": "CAST(round(value * 1e9) AS INTEGER)",
      "value_micro_squared": "CAST(round(value_squared * 1e12) AS INTEGER)",
      "value_score_nano": "CAST(round(value_score * 1e9) AS INTEGER)",
      "value_score_micro_squared": "CAST(round(value_score_squared * 1e12) AS INTEGER)",
      "sessions_score_micro": "CAST(round(sessions_score * 1e6) AS INTEGER)",
      "authorized_sessions_score_micro": "CAST(round(authorized_sessions_score * 1e6) AS INTEGER)",
      "authorized_sessions_score_squared_milli":
        "CAST(round(authorized_sessions_score_squared * 1e3) AS INTEGER)",
    ]
    // What version 10 keeps otherwise, by table and column.
    let words: [String: String] =
      version >= 10
      ? [:]
      : [
        "parameter.law": "coalesce(distribution, 'joint ' || joint || ', member ' || (member + 1))",
        "arm.findings": """
        (SELECT json_group_array(json_object(
          'reason', 'The button says ''' || (value ->> 'word') || '''; it may only lead on.',
          'rule', value ->> 'rule')) FROM json_each(findings))
        """,
      ]
    try executePlainly(
      ["ATTACH '\(scratch.path("new.sqlite"))' AS new"]
        + ([
          "run", "parameter", "scenario", "segment", "arm", "trial", "draw", "tally", "trial_arm",
        ] + (version >= 7 ? ["checksum"] : [])).map { table in
          let columns = try plainRows("SELECT name FROM pragma_table_info('\(table)')", in: old)
          let sources = columns.map { column in
            money[column] ?? words["\(table).\(column)"]
              ?? (column.hasSuffix("_squared") ? "CAST(\(column) AS INTEGER)" : column)
          }
          return "INSERT INTO main.\(table) (\(columns.joined(separator: ", "))) "
            + "SELECT \(sources.joined(separator: ", ")) FROM new.\(table)"
        } + changes,
      in: old)
    if version >= 7 {
      try DatabaseQueue(path: old).write { db in
        for part in [SealedPart.inputs, .platform] { try part.seal(1, in: db) }
      }
    }
    return (old, run)
  }

  @Test(
    "Trials come back as they were; those stored before there were scores have their outcomes for them",
    arguments: [1, 2, 4, 5, 7, 8, 9, 10, 11])
  func comeBack(version: Int) throws {
    let inputs = RunInputs.sample()
    let results = results(inputs)
    let old = try store(results, of: inputs, version: version)
    let store = try ResultStore(path: old.path)
    #expect(try store.allResults(of: old.run) == results)
    #expect(try store.run(old.run).inputs == inputs)
    #expect(try store.run(old.run).platform == nil)
    #expect(try plainRows("PRAGMA user_version", in: old.path) == ["\(StoreSchema.version)"])
    #expect(try plainRows("PRAGMA foreign_key_check", in: old.path) == [])
    #expect(try plainRows("SELECT count(*) FROM arm_by_trial", in: old.path) != ["0"])
  }

  @Test("A run that was begun without halves goes on with them, and its trials keep their checksums")
  func goesOn() throws {
    let inputs = RunInputs.sample()
    let results = results(inputs)
    let old = try store(results, of: inputs, version: 7)
    let store = try ResultStore(path: old.path)
    let newer = inputs.sampleResult(trial: 3)
    #expect(newer.wholes[0, 0].noise != nil)
    try store.append([newer], to: old.run)
    #expect(try store.allResults(of: old.run) == results + [newer])
    #expect(try plainRows("SELECT trial FROM trial WHERE noise IS NOT NULL", in: old.path) == ["3"])
  }

  @Test("A sum that had reached the end of its column is unknown, and nothing else is")
  func full() throws {
    let inputs = RunInputs.sample()
    let old = try store(
      results(inputs), of: inputs, version: 5,
      [
        "UPDATE tally SET value_score_nano = 9223372036854775807, value_nano = -9223372036854775808",
        "UPDATE tally SET value_micro_squared = 9223372036854775807 WHERE trial = 1",
        "UPDATE tally SET sessions_score_micro = -5",
      ])
    let found = try ResultStore(path: old.path).allResults(of: old.run).map { $0.wholes[0, 0] }
    let unknown = Amount.allCases.map { amount in found.map { $0[amount] == Tally.unknown } }
    let expected = Amount.allCases.map { amount in
      switch amount {
      case .value, .valueScore, .sessionsScore: [true, true, true]
      case .valueSquared: [false, true, false]
      default: [false, false, false]
      }
    }
    #expect(unknown == expected)
  }

  @Test("A sum that is unknown stays so in the store that its run is merged into")
  func merged() throws {
    let inputs = RunInputs.sample()
    let old = try store(
      results(inputs), of: inputs, version: 5, ["UPDATE tally SET value_nano = 9223372036854775807"])
    let from = try ResultStore(path: old.path)
    let into = try ResultStore(path: scratch.path("into.sqlite"))
    #expect(try into.merge(from) == [old.run])
    let found = try into.allResults(of: old.run)
    #expect(found.map { $0.wholes[0, 0][.value] } == [Tally.unknown, Tally.unknown, Tally.unknown])
    #expect(try found == from.allResults(of: old.run))
  }

  @Test(
    "Nothing else that is not finite passes for an unknown sum",
    arguments: ["value = -9e999", "sessions_squared = 9e999", "events_dropped_squared = 9e999"])
  func notFinite(change: String) throws {
    let inputs = RunInputs.sample()
    let old = try store(results(inputs), of: inputs, version: 6, ["UPDATE tally SET \(change)"])
    #expect {
      _ = try ResultStore(path: old.path).allResults(of: old.run)
    } throws: { error in
      guard case .damaged(_, let reason)? = error as? ResultStoreError else { return false }
      return reason.hasSuffix("a sum is not finite")
    }
  }
}
