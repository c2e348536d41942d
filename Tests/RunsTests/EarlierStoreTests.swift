import ExperimentDesign
import Foundation
import GRDB
import Runs
import Studies
import Testing

@testable import ResultStore

/// `Stores/version-9.sql` has the rows of a store that an earlier build wrote: one run of four arms, with the sentences
/// that stores kept up to that version.
@Suite("A store of an earlier version says what it said")
struct EarlierStoreTests {
  private let scratch: Scratch
  private let path: String
  /// What, why and fix of every finding; words and note of every reviewer's session.
  private let told: [[String?]]

  init() throws {
    scratch = try Scratch()
    path = scratch.path("earlier.sqlite")
    let rows = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Stores/version-9.sql")
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try StoreSchema.migrator.migrate(queue, upTo: "version 9")
    let sql = try String(contentsOf: rows, encoding: .utf8)
    told = try queue.write { db in
      try db.execute(sql: sql)
      let findings = try Row.fetchAll(db, sql: "SELECT what, why, mend FROM finding ORDER BY ordinal")
      let visibilities = try Row.fetchAll(
        db, sql: "SELECT words, review_note FROM reviewer_sight ORDER BY ordinal")
      return (findings + visibilities).map { row in row.databaseValues.map { String.fromDatabaseValue($0) } }
    }
    try queue.close()
  }

  @Test("every sentence is the one that was stored, made anew from the experiment")
  func sentences() throws {
    let outline = try RunOutline(ResultStore(path: path).run("last"))
    let platform = try #require(outline.platform)
    #expect(platform.findings.count == 7 && platform.visibilities.count == 4)
    #expect(platform.findings.map { [$0.what, $0.why, $0.fix] } == Array(told.prefix(7)))
    #expect(platform.visibilities.map { [$0.words, $0.reviewNote] } == Array(told.dropFirst(7)))
    #expect(
      platform.findings.map(\.waived)
        == Array(repeating: nil, count: 6) + ["the guide of our SDK asks for it"])
  }

  @Test(
    "its parameters and the rules that its arms break are those of its text, and it can be computed again")
  func inputs() throws {
    let store = try ResultStore(path: path)
    let run = try store.run("last")
    let now = try SimulationPlan(of: run)
    #expect(run.inputs.parameters == now.inputs.parameters)
    #expect(run.inputs.arms == now.inputs.arms)
    #expect(
      run.inputs.parameters.map(\.knowledge).filter { $0 == .joint(path: "joint.0", member: 0) }.count == 1)
    #expect(
      run.inputs.arms.map(\.findings) == [
        [], [], [BrokenRule(rule: "R82", word: "Allow"), BrokenRule(rule: "R83")], [BrokenRule(rule: "R25")],
      ])
    _ = try RunReplay(of: run, in: store)
  }

  @Test("a reader sees the same, and leaves the file as it is")
  func reading() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    do {
      let store = try ResultStore(path: path, access: .reading)
      let outline = try RunOutline(store.run("last"))
      #expect(outline.platform?.findings.map(\.what) == told.prefix(7).map { $0[0] ?? "" })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(
    "what was damaged before is damaged after",
    arguments: [
      "UPDATE finding SET waived = 'no' WHERE ordinal = 0", "UPDATE finding SET what = 'Nothing.'",
      "UPDATE arm SET usage_string = 'x' WHERE ordinal = 0",
    ])
  func damaged(sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in try db.execute(sql: sql) }
    try queue.close()
    let store = try ResultStore(path: path)
    #expect {
      _ = try store.run("last")
    } throws: { error in
      if case .damaged? = error as? ResultStoreError { true } else { false }
    }
  }
}
