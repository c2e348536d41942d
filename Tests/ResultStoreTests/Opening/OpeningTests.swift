import ExperimentDesign
import Foundation
import GRDB
import SeededNumbers
import Testing

@testable import ResultStore

@Suite("Opening looks before it changes anything")
struct OpeningTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Expects both ways of opening to fail with `error` and the file to be as it was.
  private func expectRefused(_ path: String, with error: ResultStoreError) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let neighbours = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    for access in [ResultStore.Access.writing, .reading] {
      #expect(throws: error) { try ResultStore(path: path, access: access) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted() == neighbours)
  }

  @Test("A new store is made for writing, and writing and reading leave one file")
  func new() throws {
    do {
      let store = try ResultStore(path: scratch.path())
      try store.begin(.sample())
      #expect(FileManager.default.fileExists(atPath: scratch.path() + "-wal"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["store.sqlite"])
    #expect(try ResultStore(path: scratch.path(), access: .reading).runs().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["store.sqlite"])
  }

  @Test("An empty file becomes a store")
  func empty() throws {
    try Data().write(to: URL(fileURLWithPath: scratch.path()))
    #expect(try ResultStore(path: scratch.path()).runs() == [])
  }

  @Test("An empty file is read as a store without runs, and left as it is")
  func readingEmpty() throws {
    try Data().write(to: URL(fileURLWithPath: scratch.path()))
    do {
      let store = try ResultStore(path: scratch.path(), access: .reading)
      #expect(try store.runs() == [])
      #expect(throws: ResultStoreError.noRun(reference: "last", path: scratch.path(), runs: 0)) {
        try store.run("last")
      }
      #expect(throws: ResultStoreError.readOnly(path: scratch.path())) { try store.begin(.sample()) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path())).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["store.sqlite"])
  }

  @Test("A database with nothing in it is read as a store without runs", arguments: ["DELETE", "WAL"])
  func readingNothing(mode: String) throws {
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = \(mode); CREATE TABLE t (x); DROP TABLE t")
      }
    }
    #expect(try ResultStore(path: scratch.path(), access: .reading).runs() == [])
  }

  @Test("A store of an older version is read as it would be after its upgrade, and left as it is")
  func older() throws {
    let inputs = RunInputs.sample()
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try StoreSchema.migrator.migrate(queue, upTo: "version 1")
      try queue.write { db in
        try db.execute(
          sql: """
            INSERT INTO run (id, experiment, file_text, overrides, seed, trials, installs, horizon_days, design,
              baseline, objective, engine, content_key, created_at)
            VALUES ('0123456789', 'old', 'x', '[]', '1', 2, 3, 4.0, 'paired', 'a', 'opt_in_per_install', '1', 'k',
              '2026-11-21T08:30:00.000Z');
            INSERT INTO scenario (run, ordinal, name) VALUES (1, 0, 'base');
            INSERT INTO segment (run, scenario, ordinal, name, share) VALUES (1, 0, 0, 'all', 1.0);
            INSERT INTO arm (run, ordinal, name, ask, usage_string, weight, allowed_by_apple, findings,
              metrics)
            VALUES (1, 0, 'a', 'launch', 'Shows you ads.', 1.0, 1, '[]', '[[]]');
            """)
      }
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path()))
    do {
      let store = try ResultStore(path: scratch.path(), access: .reading)
      #expect(try store.runs().map(\.experiment) == ["old"])
      #expect(try store.allResults(of: "0123456789") == [])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path())) == before)
    let store = try ResultStore(path: scratch.path())
    #expect(try store.runs().map(\.experiment) == ["old"])
    try store.begin(inputs)
  }

  @Test("Reading a store of an older version leaves no copy anywhere that has a name")
  func noCopies() throws {
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try StoreSchema.migrator.migrate(queue, upTo: "version 2")
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    let store = try ResultStore(path: scratch.path(), access: .reading)
    #expect(try store.runs() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == before)
    let copy = try store.read { try String.fetchOne($0, sql: "SELECT file FROM pragma_database_list") }
    #expect(copy == "")
  }

  @Test("A pipe is no store, and nobody waits for its other end")
  func pipe() throws {
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    for access in [ResultStore.Access.reading, .writing] {
      #expect(throws: ResultStoreError.notADatabase(path: scratch.path("pipe"))) {
        try ResultStore(path: scratch.path("pipe"), access: access)
      }
    }
  }

  @Test("A link to a folder that does not exist is reported with that folder")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: "gone/store.sqlite")
    let error = #expect(throws: ResultStoreError.self) { try ResultStore(path: scratch.path("link")) }
    #expect(error?.description.contains("gone' does not exist") == true)
  }

  @Test(
    "A new store takes no name that SQLite would remove", arguments: ["x-wal", "x-shm", "x-journal", "x/"])
  func unfitNames(name: String) throws {
    let path = scratch.folder.path + "/" + name
    #expect(throws: ResultStoreError.unfitName(path: path)) { try ResultStore(path: path) }
  }

  @Test("A store that is removed or replaced while it is written says so, and stores nothing beside it")
  func gone() throws {
    let store = try ResultStore(path: scratch.path())
    let inputs = RunInputs.sample()
    let run = try store.begin(inputs).id
    try FileManager.default.moveItem(atPath: scratch.path(), toPath: scratch.path("moved"))
    let gone = ResultStoreError.gone(path: scratch.path())
    #expect(throws: gone) { try store.append(inputs.sampleResults(0..<1), to: run) }
    try Data().write(to: URL(fileURLWithPath: scratch.path()))
    #expect(throws: gone) { try store.requireStillThere() }
  }

  @Test("Reading alone makes no file")
  func missing() throws {
    #expect(throws: ResultStoreError.missing(path: scratch.path())) {
      try ResultStore(path: scratch.path(), access: .reading)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [])
  }

  @Test("A folder that does not exist is named")
  func missingFolder() throws {
    let path = scratch.path("no/such/store.sqlite")
    #expect(throws: ResultStoreError.missingFolder(path: path, folder: scratch.path("no/such"))) {
      try ResultStore(path: path)
    }
    try Data("text".utf8).write(to: URL(fileURLWithPath: scratch.path("file")))
    let under = scratch.path("file/store.sqlite")
    #expect(throws: ResultStoreError.missingFolder(path: under, folder: scratch.path("file"))) {
      try ResultStore(path: under)
    }
  }

  @Test("A folder is no store")
  func folder() throws {
    #expect(throws: ResultStoreError.folder(path: scratch.folder.path)) {
      try ResultStore(path: scratch.folder.path)
    }
  }

  @Test(
    "A file of another kind is refused and left as it is",
    arguments: [
      "experiment: news-timing\n", "SQLite format 3", String(repeating: "SQLite format 4\n", count: 500),
    ])
  func notADatabase(content: String) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: scratch.path()))
    try expectRefused(scratch.path(), with: .notADatabase(path: scratch.path()))
  }

  @Test("A database of another program is refused and left as it is", arguments: ["DELETE", "WAL"])
  func notAStore(mode: String) throws {
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = \(mode)")
        try db.execute(sql: "CREATE TABLE photo (id INTEGER PRIMARY KEY)")
      }
    }
    try expectRefused(scratch.path(), with: .notAStore(path: scratch.path()))
  }

  @Test("A database that another program marked as its own is refused though it is empty")
  func markedEmpty() throws {
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = 77") }
    }
    try expectRefused(scratch.path(), with: .notAStore(path: scratch.path()))
  }

  @Test("A store of a newer version is refused and left as it is")
  func newer() throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA user_version = \(StoreSchema.version + 1)")
      }
    }
    try expectRefused(
      scratch.path(),
      with: .newer(path: scratch.path(), found: StoreSchema.version + 1, known: StoreSchema.version))
  }

  @Test("A store with a step that this code does not know is refused, whatever its version says")
  func unknownStep() throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999')") }
    }
    try expectRefused(
      scratch.path(),
      with: .newer(path: scratch.path(), found: StoreSchema.version + 1, known: StoreSchema.version))
  }

  @Test("A store cut short is refused as damaged, and not made shorter or longer")
  func truncated() throws {
    do {
      let store = try ResultStore(path: scratch.path())
      let inputs = RunInputs.sample()
      let run = try store.begin(inputs).id
      try store.append(inputs.sampleResults(0..<5), to: run)
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.path()))
    // Half the pages, one page and a bit, and less than the header.
    for length in [whole.count / 2, 5000, 50] {
      let cut = whole.prefix(length)
      try cut.write(to: URL(fileURLWithPath: scratch.path()))
      for access in [ResultStore.Access.reading, .writing] {
        let error = #expect(throws: ResultStoreError.self) {
          let store = try ResultStore(path: scratch.path(), access: access)
          _ = try store.allResults(of: store.run("last").id)
        }
        switch error {
        case .damaged, .notADatabase: break
        default: Issue.record("\(length) bytes: expected damage, found \(String(describing: error))")
        }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path())) == cut)
    }
  }

  @Test("Pages that hold other bytes are damage, never a crash")
  func scribbled() throws {
    do {
      let store = try ResultStore(path: scratch.path())
      let inputs = RunInputs.sample()
      let run = try store.begin(inputs).id
      try store.append(inputs.sampleResults(0..<5), to: run)
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.path()))
    var numbers = SplitMix(seed: 3)
    for _ in 0..<60 {
      var bytes = whole
      let start = Int(numbers.upTo(Int64(whole.count - 64)))
      for offset in 0..<64 { bytes[start + offset] = UInt8(truncatingIfNeeded: numbers.next()) }
      try bytes.write(to: URL(fileURLWithPath: scratch.path()))
      do {
        let store = try ResultStore(path: scratch.path(), access: .reading)
        _ = try store.allResults(of: store.run("last").id)
      } catch is ResultStoreError {
        // Said so, which is all that can be asked of 64 random bytes.
      }
    }
  }

  @Test(
    "A row that holds what its column forbids is damage",
    arguments: [
      (true, "the name, the size or the times of a run differ from their checksum"),
      (false, "a row holds what its column forbids"),
    ])
  func forbiddenRow(hasChecksums: Bool, reason: String) throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction { db in
        try db.execute(
          sql: """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'experiment TEXT NOT NULL', 'experiment TEXT');
            PRAGMA writable_schema = RESET;
            UPDATE run SET experiment = NULL;
            """)
        if !hasChecksums { try db.execute(sql: "DELETE FROM checksum") }
      }
    }
    let store = try ResultStore(path: scratch.path(), access: .reading)
    #expect(
      throws: ResultStoreError.damaged(path: scratch.path(), reason: reason)
    ) { try store.runs() }
  }

  @Test("A store that lacks a table is damage")
  func missingTable() throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    do {
      let queue = try DatabaseQueue(path: scratch.path())
      try queue.writeWithoutTransaction { try $0.execute(sql: "DROP TABLE summary") }
    }
    let store = try ResultStore(path: scratch.path())
    #expect(throws: ResultStoreError.damaged(path: scratch.path(), reason: "no such table: summary")) {
      try store.summaries(of: store.run("last").id)
    }
  }

  @Test("A name that SQLite takes for memory or for a URI is a file")
  func specialNames() throws {
    for name in [":memory:", "file:x?mode=memory", "ü 'quoted' .sqlite"] {
      do { try ResultStore(path: scratch.path(name)).begin(.sample()) }
      #expect(try ResultStore(path: scratch.path(name), access: .reading).runs().count == 1)
      #expect(FileManager.default.fileExists(atPath: scratch.path(name)))
    }
  }
}
