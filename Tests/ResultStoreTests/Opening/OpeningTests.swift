import ExperimentDesign
import Foundation
import ScratchFolders
import Testing

@testable import ResultStore

@Suite("Opening looks before it changes anything")
struct OpeningTests {
  let scratch = Scratch()

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
    let store = try ResultStore(path: scratch.path())
    try store.begin(.sample())
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["store.sqlite"])
    #expect(try ResultStore(path: scratch.path(), access: .reading).runs().count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["store.sqlite"])
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

  @Test("A folder is no store, nor is a pipe, of which nobody waits for the other end")
  func pipe() throws {
    #expect(throws: ResultStoreError.notAStore(path: scratch.folder.path, found: .folder)) {
      try ResultStore(path: scratch.folder.path)
    }
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    for access in [ResultStore.Access.reading, .writing] {
      #expect(throws: ResultStoreError.notAStore(path: scratch.path("pipe"), found: .otherFile)) {
        try ResultStore(path: scratch.path("pipe"), access: access)
      }
    }
  }

  @Test("A link to a folder that does not exist is reported with that folder")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: "gone/store.sqlite")
    #expect(
      throws: ResultStoreError.missingFolder(path: scratch.path("link"), folder: scratch.path("gone"))
    ) { try ResultStore(path: scratch.path("link")) }
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

  @Test(
    "A file of another kind is refused and left as it is",
    arguments: [
      "experiment: news-timing\n", "SQLite format 3", String(repeating: "SQLite format 4\n", count: 500),
    ])
  func notADatabase(content: String) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: scratch.path()))
    try expectRefused(scratch.path(), with: .notAStore(path: scratch.path(), found: .otherFile))
  }

  @Test(
    "A database of another program is refused and left as it is, empty or not",
    arguments: [
      ["PRAGMA journal_mode = DELETE", "CREATE TABLE photo (id INTEGER PRIMARY KEY)"],
      ["PRAGMA journal_mode = WAL", "CREATE TABLE photo (id INTEGER PRIMARY KEY)"],
      ["PRAGMA application_id = 77"],
    ])
  func notAStore(statements: [String]) throws {
    try executePlainly(statements, in: scratch.path())
    try expectRefused(scratch.path(), with: .notAStore(path: scratch.path(), found: .otherDatabase))
  }

  @Test("A store of another version is refused and left as it is", arguments: [0, 1, 16])
  func otherVersion(version: Int) throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    try executePlainly(["PRAGMA user_version = \(version)"], in: scratch.path())
    try expectRefused(scratch.path(), with: .otherVersion(path: scratch.path()))
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
        case .damaged, .notAStore: break
        default: Issue.record("\(length) bytes: expected damage, found \(String(describing: error))")
        }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path())) == cut)
    }
  }

  @Test("A store that lacks a table is damage")
  func missingTable() throws {
    do { try ResultStore(path: scratch.path()).begin(.sample()) }
    try executePlainly(["DROP TABLE tally"], in: scratch.path())
    let store = try ResultStore(path: scratch.path())
    #expect(throws: ResultStoreError.damaged(path: scratch.path(), reason: "no such table: tally")) {
      try store.results(of: store.run("last").id, trials: 0..<5)
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
