import ExperimentDesign
import Foundation
import GRDB
import ResultStore
import Testing

@Suite("A run that was cut goes on as if it had not been")
struct ResumingTests {
  let scratch: Scratch
  let store: ResultStore
  let inputs = RunInputs.sample()
  let run: String

  init() throws {
    scratch = try Scratch()
    store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
  }

  /// Every row of every table that a run's results are in, as text.
  private func rows(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { db in
      try ["run", "trial", "draw", "tally"].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
          // The clock is the one thing two runs may differ in, and with it their checksums.
          "\(table) "
            + row.filter { $0.0 != "created_at" && (table != "run" || $0.0 != "checksum") }.map {
              "\($0.0)=\($0.1)"
            }.joined(separator: " ")
        }
      }
    }
  }

  @Test("Trials 0 to 2, a new opening, trials 3 and 4 leave row for row what one go leaves")
  func resumed() throws {
    do {
      let store = try ResultStore(path: scratch.path("cut"))
      let run = try store.begin(inputs).id
      try store.append(inputs.sampleResults(0..<3), to: run)
    }
    do {
      let store = try ResultStore(path: scratch.path("cut"))
      let run = try #require(try store.find(contentKey: inputs.contentKey))
      #expect(!run.isComplete)
      #expect(try store.missingTrials(of: run.id) == [3, 4])
      try store.append(inputs.sampleResults(3..<5), to: run.id)
      #expect(try store.run(run.id).isComplete)
      #expect(try store.missingTrials(of: run.id) == [])
    }
    let store = try ResultStore(path: scratch.path("whole"))
    let run = try store.begin(inputs).id
    try store.append(inputs.sampleResults(0..<5), to: run)
    #expect(try rows(scratch.path("cut")) == rows(scratch.path("whole")))
  }

  @Test("A run that grew is row for row the run of its final size, and under its id")
  func grown() throws {
    var small = inputs
    small.trials = 3
    small.contentKey = ContentKey.of(parts: ["small"])
    let store = try ResultStore(path: scratch.path("grown"))
    let run = try store.begin(small, name: "mine").id
    try store.append(inputs.sampleResults(0..<3), to: run)
    try store.finish(run, answer: [1])
    let grown = try store.grow(run, to: inputs)
    #expect(!grown.isComplete && grown.finishedAt == nil && grown.storedTrials == 3)
    #expect(try store.missingTrials(of: grown.id) == [3, 4])
    try store.append(inputs.sampleResults(3..<5), to: grown.id)
    let whole = try ResultStore(path: scratch.path("at-once"))
    let other = try whole.begin(inputs, name: "mine").id
    try whole.append(inputs.sampleResults(0..<5), to: other)
    #expect(grown.id == other)
    #expect(try rows(scratch.path("grown")) == rows(scratch.path("at-once")))
    #expect(try store.find(contentKey: small.contentKey) == nil)
  }

  @Test("A trial that is stored already is skipped, not doubled and not overwritten")
  func repeated() throws {
    try store.append(inputs.sampleResults(0..<3), to: run)
    let others = (1..<4).map { inputs.sampleResult(trial: $0, salt: 99) }
    #expect(try store.append(others, to: run) == 1)
    #expect(try store.allResults(of: run) == inputs.sampleResults(0..<3) + [others[2]])
  }

  @Test("A batch with a trial that does not fit leaves nothing behind")
  func thrown() throws {
    var misfit = inputs.sampleResult(trial: 2)
    misfit.tallies[0][0][0][.installs] = -1
    #expect(throws: ResultStoreError.self) {
      try store.append(inputs.sampleResults(0..<2) + [misfit], to: run, seconds: 3)
    }
    #expect(try store.storedTrials(of: run) == [])
    #expect(try store.allResults(of: run) == [])
    #expect(try store.run(run).seconds == 0)
  }

  @Test("A file copied in the middle of a transaction holds the batches before it, whole")
  func killed() throws {
    try store.append(inputs.sampleResults(0..<2), to: run)
    let writer = try DatabaseQueue(path: scratch.path())
    try writer.inDatabase { db in
      // A cache of one page makes the unfinished transaction spill into the file.
      try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      try db.execute(
        sql: "INSERT INTO trial SELECT run, 2, checksum, medians, noise FROM trial WHERE trial = 0")
      try db.execute(
        sql: """
          INSERT INTO run SELECT run.key + value, substr(run.id, 1, 6) || (1000 + value), NULL, note, experiment,
            source, hex(zeroblob(3000)), population_text, overrides, seed, trials, installs, engine, content_key,
            created_at, finished_at, seconds, description, answer, checksum
          FROM run, json_each('[1,2,3,4,5,6,7,8,9]')
          """)
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: scratch.path() + suffix, toPath: scratch.path("copy") + suffix)
      }
    }
    let copy = try ResultStore(path: scratch.path("copy"))
    #expect(try copy.runs().map(\.id) == [run])
    #expect(try copy.allResults(of: run) == inputs.sampleResults(0..<2))
    #expect(try copy.append(inputs.sampleResults(2..<5), to: run) == 3)
    #expect(try copy.run(run).isComplete)
  }
}
