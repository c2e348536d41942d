import ExperimentDesign
import GRDB
import Synchronization
import Testing

@testable import ResultStore

@Suite("Lists of runs know what came of each")
struct StandingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("A head has the question, the arms and the objective")
  func heads() throws {
    let store = try ResultStore(path: scratch.path())
    try store.begin(.sample())
    let head = try #require(try store.runs().first)
    #expect(head.question == "When should a news app ask?" && head.arms == 2)
    #expect(head.objective == "opt_in_per_install" && head.storedTrials == 0)
  }

  @Test("Standings are the summaries of the runs of an objective, by run, scenario and arm")
  func standings() throws {
    let store = try ResultStore(path: scratch.path())
    let first = try store.begin(.sample()).id
    var other = RunInputs.sample(contentKey: "other")
    other.objective = "1.0*opt_in_per_install + -0.5*prompted_per_install"
    let second = try store.begin(other).id
    try store.begin(.sample(contentKey: "unfinished"))
    for run in [first, second] {
      try store.append(RunInputs.sample().sampleResults(0..<5), to: run)
      try store.finish(
        run,
        summaries: [
          row(1, 1, .optInPerInstall, 0.4), row(0, 0, .optInPerInstall, 0.2),
          row(0, 1, .optInPerInstall, 0.3), row(0, 1, .promptedPerInstall, 0.8),
          row(0, 0, .promptedPerInstall, nil),
        ])
    }
    let found = try store.standings(of: [.optInPerInstall])
    let expected = [
      "0 launch true 0.2", "0 third_article false 0.3", "1 third_article false 0.4",
    ]
    #expect(found.map { "\($0.scenario) \($0.arm) \($0.isAllowedByApple) \($0.mean)" } == expected + expected)
    #expect(found.map(\.run) == [first, first, first, second, second, second])
    #expect(try store.standings(of: [.optInPerInstall, .promptedPerInstall]).count == 8)
    // The newest run is unfinished; with the one before it there are that one's.
    #expect(try store.standings(of: [.optInPerInstall], limit: 1).isEmpty)
    #expect(try store.standings(of: [.optInPerInstall], limit: 2).map(\.run) == [second, second, second])
  }

  @Test("A list of runs is read from indexes alone, never past a run's texts")
  func plans() throws {
    let store = try ResultStore(path: scratch.path())
    try store.begin(.sample())
    let statements = Mutex<[String]>([])
    try store.queue.read { db in
      db.trace { event in
        if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } }
      }
    }
    _ = try store.runs()
    _ = try store.standings(of: [.optInPerInstall])
    try store.queue.read { $0.trace(options: []) }
    let queries = statements.withLock { $0 }.filter { $0.hasPrefix("SELECT") }
    #expect(queries.count == 4)
    for query in queries {
      let steps = try store.queue.read { db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN \(query)",
          arguments: StatementArguments([String](repeating: "1", count: query.count { $0 == "?" }))
        ).map { try $0.decode(String.self, forColumn: "detail") }
      }
      let tables = steps.filter { $0.contains(/\ (run|arm|summary)\b/) }
      #expect(!tables.isEmpty && tables.allSatisfy { $0.contains("COVERING INDEX") }, "\(steps)")
    }
  }

  @Test("A store of version 3 is listed as it is, and given its indexes by the first who writes")
  func version3() throws {
    do { try ResultStore(path: scratch.path()).begin(.sample(), name: "old") }
    let indexes = "SELECT name FROM sqlite_master WHERE name LIKE '%for_lists' ORDER BY name"
    try executePlainly(
      ["run_for_lists", "arm_for_lists", "summary_by_metric"].map { "DROP INDEX \($0)" }
        + ["DELETE FROM grdb_migrations WHERE identifier = 'version 4'", "PRAGMA user_version = 3"],
      in: scratch.path())
    do {
      let store = try ResultStore(path: scratch.path(), access: .reading)
      #expect(try store.runs().map(\.name) == ["old"])
      #expect(try store.standings(of: [.optInPerInstall]).isEmpty)
    }
    #expect(try plainRows("PRAGMA user_version", in: scratch.path()) == ["3"])
    #expect(try plainRows(indexes, in: scratch.path()) == [])
    do { #expect(try ResultStore(path: scratch.path()).run("old").name == "old") }
    #expect(try plainRows("PRAGMA user_version", in: scratch.path()) == ["4"])
    #expect(try plainRows(indexes, in: scratch.path()) == ["arm_for_lists", "run_for_lists"])
  }

  private func row(_ scenario: Int, _ arm: Int, _ metric: Metric, _ mean: Double?) -> SummaryRow {
    SummaryRow(
      scenario: scenario, arm: arm, metric: metric, mean: mean, mcse: nil, sd: nil,
      trials: mean == nil ? 0 : 5, low: nil, high: nil)
  }
}
