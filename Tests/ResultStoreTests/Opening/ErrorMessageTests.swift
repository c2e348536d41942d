import Foundation
import GRDB
import ResultStore
import Testing

@Suite("A message says what was expected, what was found, where, and what next")
struct ErrorMessageTests {
  /// Messages by error, as a terminal shows them.
  static let pinned: [(ResultStoreError, String)] = [
    (
      .missing(path: "a.sqlite"),
      """
      no store at 'a.sqlite'; 'att-lab simulate' makes one, or name another file with --db
      """
    ),
    (
      .missingFolder(path: "b/a.sqlite", folder: "/c/b"),
      """
      cannot make the store 'b/a.sqlite': the folder '/c/b' does not exist; \
      make the folder or name another file with --db
      """
    ),
    (
      .readOnly(path: "a.sqlite"),
      """
      cannot write the store 'a.sqlite': it or its folder is read-only; what is stored is unharmed; \
      allow writing or name another file with --db
      """
    ),
    (
      .inputOutput(path: "a.sqlite", code: 778),
      """
      cannot read or write the store 'a.sqlite': the system reports an error of input or output \
      (SQLite code 778). The stored runs are unharmed. Check the disk and the limit of file \
      sizes ('ulimit -f'), then run the same command again to go on
      """
    ),
    (
      .gone(path: "a.sqlite"),
      """
      the store 'a.sqlite' was removed or replaced while it was written, and what was computed since is lost; \
      run the same command again
      """
    ),
    (
      .unfitName(path: "a.sqlite-wal"),
      """
      no store can be made at 'a.sqlite-wal': the name means a folder, or ends in -wal, -shm or -journal as \
      files do that SQLite removes; name another file with --db
      """
    ),
    (
      .noFile(path: "-"),
      """
      no store can be at '-': a store is a file that is read and written at any place of it, and this is a stream, as \
      standard output is; name a file with --db (./- is one called -)
      """
    ),
    (
      .longName(path: String(repeating: "n", count: 300)),
      """
      no store can be at '\(String(repeating: "n", count: 80))…': the name is too long for the system, which also has to \
      take SQLite's own files beside it (8 characters more); name another file with --db
      """
    ),
    (
      .nameLikeID(name: "cd4", id: "cd489c7eaf", path: "a.sqlite"),
      """
      the name 'cd4' reads as the start of the id of run cd489c7eaf of the store 'a.sqlite', and would find one run in \
      place of another; choose a name with a letter beyond f, or with a dash
      """
    ),
    (
      .full(path: "a.sqlite"),
      """
      cannot write the store 'a.sqlite': the disk is full; what was stored before is unharmed; \
      make room and run the same command again to go on
      """
    ),
    (
      .busy(path: "a.sqlite", seconds: 10),
      """
      cannot use the store 'a.sqlite': another program kept it locked for 10 s; \
      close it and run the same command again
      """
    ),
    (
      .changing(run: "bb8c437b2a", path: "a.sqlite"),
      """
      run bb8c437b2a of the store 'a.sqlite' was changed by another program while it was read; \
      run the same command again once that has ended
      """
    ),
    (
      .folder(path: "runs"),
      """
      'runs' is not a store: expected a SQLite file, found a folder; name a file in it with --db, such as \
      'runs/att-lab.sqlite'
      """
    ),
    (
      .newer(path: "a.sqlite", found: 9, known: 1),
      """
      the store 'a.sqlite' is of version 9, expected at most version 1. \
      It was not changed; use a newer att-lab or name another file with --db
      """
    ),
    (
      .noRun(reference: "nightly", path: "a.sqlite", runs: 3),
      """
      no run 'nightly' among the 3 runs of the store 'a.sqlite'; expected an id, \
      the start of one, a name, an experiment, last or last~1; 'att-lab runs list' shows them
      """
    ),
    (
      .noRun(reference: "ours.yaml", path: "a.sqlite", runs: 1),
      """
      no run 'ours.yaml' among the one run of the store 'a.sqlite'; expected an id, \
      the start of one, a name, an experiment, last or last~1; 'att-lab runs list' shows them. \
      Of a file, 'att-lab simulate' makes a run, and last is then that run
      """
    ),
    (
      .noRun(reference: "last", path: "a.sqlite", runs: 0),
      """
      no run 'last': the store 'a.sqlite' holds no runs yet
      """
    ),
    (
      .ambiguousRun(reference: "2d", candidates: ["2d489c7eaf", "2d5"], path: "a.sqlite"),
      """
      '2d' is the start of several runs of the store 'a.sqlite': 2d489c7eaf, 2d5; give more of the id
      """
    ),
    (
      .nameTaken(name: "mine", by: "2d489c7eaf", path: "a.sqlite"),
      """
      the name 'mine' belongs to 2d489c7eaf of the store 'a.sqlite'; \
      choose another, or rename or remove that one
      """
    ),
  ]

  @Test("Messages are pinned", arguments: pinned)
  func messages(error: ResultStoreError, message: String) {
    #expect("\(error)" == message)
  }

  @Test("Control characters in a name are shown, not obeyed")
  func controls() {
    let error = ResultStoreError.badName(name: "\u{1B}[31mred\n\u{9B}2J ü")
    #expect(error.description.hasPrefix("'\\u{1B}[31mred\\n\\u{009B}2J ü' cannot name a run: "))
  }

  static let meanings: [(ResultCode, ResultStoreError)] = [
    (.SQLITE_FULL, .full(path: "a")),
    (.SQLITE_IOERR_SHMSIZE, .full(path: "a")),
    (.SQLITE_BUSY, .busy(path: "a", seconds: 10)),
    (.SQLITE_BUSY_RECOVERY, .busy(path: "a", seconds: 10)),
    (.SQLITE_READONLY, .readOnly(path: "a")),
    (.SQLITE_READONLY_DIRECTORY, .readOnly(path: "a")),
    (.SQLITE_CANTOPEN, .cannotOpen(path: "a")),
    (.SQLITE_NOTADB, .notADatabase(path: "a")),
    (.SQLITE_CORRUPT, .damaged(path: "a", reason: "why")),
    (.SQLITE_IOERR_READ, .inputOutput(path: "a", code: 266)),
    (.SQLITE_INTERRUPT, .failed(path: "a", code: 9, reason: "why")),
  ]

  @Test("SQLite's codes become what they mean for a person", arguments: meanings)
  func codes(code: ResultCode, expected: ResultStoreError) {
    let found = ResultStoreError(
      DatabaseError(resultCode: code, message: "why"), path: "a", busySeconds: 10)
    #expect(found == expected)
  }

  @Test("What the system says in its own language stays out of messages")
  func ofTheSystem() {
    let error = ResultStoreError(CocoaError(.fileReadNoPermission), path: "a", busySeconds: 10)
    #expect(error == .failed(path: "a", code: 1, reason: "the system refused an operation on it"))
  }

  @Test("A refused row is reported by the rule it broke and without its values")
  func noValues() throws {
    let scratch = try Scratch()
    let store = try ResultStore(path: scratch.path())
    var inputs = RunInputs.sample()
    inputs.fileText = "secret contents"
    inputs.horizonDays = -31.25
    let error = #expect(throws: ResultStoreError.self) { try store.begin(inputs) }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("CHECK constraint failed: horizon_days > 0"))
    #expect(!message.contains("secret"))
    #expect(!message.contains("31.25"))
    #expect(!message.contains("INSERT"))
  }
}
