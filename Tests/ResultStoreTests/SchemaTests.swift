import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import Testing

@Suite("The schema guards itself")
final class SchemaTests: StoreWithRun {
  /// Beside this file, so that a change of the schema is read as a change of text.
  private var snapshot: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("schema.sql")
  }

  @Test("The schema is the one in schema.sql")
  func schema() throws {
    let found =
      try plainRows(
        "SELECT sql || ';' FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", in: scratch.path()
      ).joined(separator: "\n\n") + "\n"
    guard let expected = try? String(contentsOf: snapshot, encoding: .utf8) else {
      try found.write(to: snapshot, atomically: true, encoding: .utf8)
      Issue.record("recorded \(snapshot.lastPathComponent): read it and run again")
      return
    }
    let firstDifference = zip(found.split(separator: "\n"), expected.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(
      found == expected,
      "delete schema.sql and run again to record it anew; first: \(firstDifference as Any)"
    )
  }

  @Test("Every counter has its column")
  func counters() throws {
    let columns = try plainRows("SELECT name FROM pragma_table_info('tally')", in: scratch.path())
    let others = [
      "run", "trial", "scenario", "arm", "segment", "gained_over_baseline", "lost_to_baseline",
      "allowed_by_day", "denied_by_day", "allowed_score_by_day",
    ]
    #expect(Set(columns) == Set(Counter.allCases.map(\.name) + Amount.allCases.map(\.name) + others))
  }

  @Test("The file is marked as a store of this version")
  func marks() throws {
    #expect(try plainRows("PRAGMA application_id", in: scratch.path()) == ["\(0x6174_746C)"])
    #expect(try plainRows("PRAGMA user_version", in: scratch.path()) != ["0"])
    #expect(try plainRows("PRAGMA journal_mode", in: scratch.path()) == ["delete"])
    #expect(try plainRows("PRAGMA integrity_check", in: scratch.path()) == ["ok"])
  }

  @Test(
    "A tally that no lives could leave is refused",
    arguments: [
      Counter.installs, .prompted, .triggerReached, .promptedFirstSession, .answeredAllow,
      .finalAuthorized, .finalRestricted, .authorizedSessions, .prePromptContinues, .lostNotActive,
    ])
  func impossible(counter: Counter) throws {
    for wrong in [Int64(-1), 1 << 40] {
      var result = inputs.sampleResult(trial: 0)
      for arm in 0..<2 {
        result.tallies[0][arm][0][counter] = wrong
        result.wholes[0][arm][counter] = wrong
      }
      #expect(throws: ResultStoreError.self) { try store.append([result], to: run) }
    }
    #expect(try store.storedTrials(of: run) == [])
  }
}
