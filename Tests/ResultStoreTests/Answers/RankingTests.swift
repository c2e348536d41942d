import ExperimentDesign
import GRDB
import Synchronization
import Testing

@testable import ResultStore

@Suite("Lists of runs know what came of each")
struct RankingTests {
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

  @Test("Rankings are kept by run and scenario, by their arms' names, and go with the run's answer")
  func rankings() throws {
    let store = try ResultStore(path: scratch.path())
    let first = try store.begin(.sample()).id
    let second = try store.begin(.sample(contentKey: "other")).id
    let kept = [
      StoredRanking(scenario: 0, headline: "tied", best: 1, tied: [0]),
      StoredRanking(scenario: 1, headline: nil, best: nil, tied: []),
    ]
    try store.store(kept, of: first)
    #expect(try store.rankings(of: first) == kept)
    #expect(try store.rankings(of: second).isEmpty)
    let named = [
      NamedRanking(headline: "tied", best: "third_article", tied: ["launch"]),
      NamedRanking(headline: nil, best: nil, tied: []),
    ]
    #expect(try store.rankings() == [first: named])
    // The newest run has none; with the one before it there is that one's.
    #expect(try store.rankings(limit: 1).isEmpty)
    #expect(try store.rankings(limit: 2) == [first: named])
    #expect(throws: ResultStoreError.self) {
      try store.store([StoredRanking(scenario: 0, headline: "best", best: 7, tied: [])], of: first)
    }
    #expect(throws: ResultStoreError.self) {
      try store.store([StoredRanking(scenario: 0, headline: "wins", best: 1, tied: [])], of: first)
    }
    #expect(try store.rankings(of: first) == kept)
    let grown = try store.grow(first, to: .sample(trials: 9, contentKey: "grown")).id
    #expect(try store.rankings(of: grown).isEmpty)
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
    _ = try store.rankings()
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
      let tables = steps.filter { $0.contains(/\ (run|arm)\b/) }
      let isRanking = steps.contains { $0.contains(" ranking ") && $0.contains("PRIMARY KEY") }
      #expect(
        (isRanking || !tables.isEmpty) && tables.allSatisfy { $0.contains("COVERING INDEX") }, "\(steps)")
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
      #expect(try store.rankings().isEmpty)
    }
    #expect(try plainRows("PRAGMA user_version", in: scratch.path()) == ["3"])
    #expect(try plainRows(indexes, in: scratch.path()) == [])
    do { #expect(try ResultStore(path: scratch.path()).run("old").name == "old") }
    #expect(try plainRows("PRAGMA user_version", in: scratch.path()) == ["4"])
    #expect(try plainRows(indexes, in: scratch.path()) == ["arm_for_lists", "run_for_lists"])
  }
}
