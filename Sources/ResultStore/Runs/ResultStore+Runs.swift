import ExperimentDesign
import Foundation
import GRDB

extension ResultStore {
  /// The runs, newest first.
  ///
  /// - Parameter limit: How many at most; `nil` for all.
  public func runs(limit: Int? = nil) throws(ResultStoreError) -> [RunRecord] {
    try read { db in
      try Int64.fetchAll(
        db, sql: "SELECT key FROM run ORDER BY key DESC LIMIT ?", arguments: [limit ?? -1]
      ).map { try record(key: $0, in: db) }
    }
  }

  /// The run that a person means by `reference`: `last`, `last~1`, an id, a name,
  /// the unique start of an id, or an experiment, whose newest run it is; looked for in this order.
  ///
  /// - Throws: ``ResultStoreError/noRun(reference:path:runs:)``,
  ///   ``ResultStoreError/ambiguousRun(reference:candidates:path:)`` or
  ///   ``ResultStoreError/notARun(reference:kind:path:)``.
  public func run(_ reference: String) throws(ResultStoreError) -> RunRecord {
    try read { db in
      switch try key(of: reference, in: db) {
      case .run(let key): return try record(key: key, in: db)
      case .study(let key):
        let kind = try studyRecord(key: key, in: db).inputs.kind.rawValue
        throw ResultStoreError.notARun(reference: reference, kind: kind, path: path)
      }
    }
  }

  /// The run that computed the content already: the newest complete one, else the
  /// newest, which can be gone on with; `nil` without one.
  ///
  /// - Parameter isUnfinished: whether only one without an answer is asked for, which somebody has begun and not ended.
  public func find(contentKey: String, isUnfinished: Bool = false) throws(ResultStoreError) -> RunRecord? {
    try read { db in
      let key =
        isUnfinished
        ? try Int64.fetchOne(
          db, sql: "SELECT max(key) FROM run WHERE content_key = ? AND finished_at IS NULL",
          arguments: [contentKey]) : try key(ofContent: contentKey, in: db)
      return try key.map { try record(key: $0, in: db) }
    }
  }

  func key(ofContent contentKey: String, in db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT key FROM run WHERE content_key = ?
        ORDER BY (SELECT count(*) FROM trial WHERE trial.run = run.key) >= trials DESC, key DESC
        LIMIT 1
        """,
      arguments: [contentKey])
  }

  /// Gives a run, plan, search or calibration a name, or takes its name away with `nil`.
  public func rename(_ id: String, to name: String?) throws(ResultStoreError) {
    try write { db in try setName(name, of: try itemKey(ofID: id, in: db), in: db) }
  }

  func setName(_ name: String?, of item: ItemKey, in db: Database) throws {
    if let name { try requireFree(name, for: item, in: db) }
    try change(item, "name = ?", [name], in: db)
  }

  /// Characters that a note may have.
  public static let longestNote = 10_000

  /// Writes the note of a run, plan, search or calibration, or removes it with `nil`.
  ///
  /// - Throws: ``ResultStoreError/badNote(run:reason:)`` for one of more than ``longestNote`` characters or
  ///   with a NUL among them, which ends a text for SQLite's functions and other tools.
  public func annotate(_ id: String, with note: String?) throws(ResultStoreError) {
    if let note { try requireWritable(note, of: id) }
    _ = try write { db in try change(itemKey(ofID: id, in: db), "note = ?", [note], in: db) }
  }

  func requireWritable(_ note: String, of run: RunRecord.ID) throws(ResultStoreError) {
    if note.count > Self.longestNote {
      throw .badNote(
        run: run,
        reason:
          "expected at most \(Self.longestNote) characters, found \(note.count); shorten it, or keep it "
          + "in a file and name that")
    }
    if let path = note.unicodeScalars.firstIndex(of: "\0") {
      let number = note.unicodeScalars.distance(from: note.unicodeScalars.startIndex, to: path) + 1
      throw .badNote(
        run: run, reason: "expected text, found a NUL as character \(number); leave it out")
    }
  }

  /// Removes a run and all that belongs to it, its plans and searches too; or a plan, search or calibration.
  ///
  /// The file keeps its size for what comes next.
  public func remove(_ id: String) throws(ResultStoreError) {
    try write { db in
      let item = try itemKey(ofID: id, in: db)
      try db.execute(sql: "DELETE FROM \(item.table) WHERE key = ?", arguments: [item.number])
    }
  }

  /// Refuses a name that could not find a run again.
  ///
  /// - Throws: ``ResultStoreError/badName(name:)``.
  public static func requireUsable(_ name: String) throws(ResultStoreError) {
    let isReadable =
      name.count <= 200 && name.contains { !$0.isWhitespace }
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    guard isReadable, name != "last", !name.hasPrefix("last~") else { throw .badName(name: name) }
  }

  /// Refuses a name that a run of this content could not take, because another has it.
  ///
  /// - Parameter contentKey: of the run; `nil` for one that is new whatever is stored.
  /// - Throws: ``ResultStoreError/badName(name:)``, ``ResultStoreError/nameLikeID(name:id:path:)``,
  ///   ``ResultStoreError/nameTaken(name:by:path:)``.
  public func requireFree(_ name: String, forContent contentKey: String?) throws(ResultStoreError) {
    try read { db in
      let known = try contentKey.flatMap { try key(ofContent: $0, in: db) }
      try requireFree(name, for: known.map { .run($0) }, in: db)
    }
  }

  func requireFree(_ name: String, for item: ItemKey?, in db: Database) throws {
    try Self.requireUsable(name)
    let like = try ids(beginningWith: name, atMost: 1, in: db).first
    if like != nil || Self.isIDLike(name) && name.count == ContentKey.idLength {
      throw ResultStoreError.nameLikeID(name: name, id: like?.id, path: path)
    }
    if let taken = try key(ofExactly: name, column: "name", in: db), taken.key != item {
      throw ResultStoreError.nameTaken(name: name, by: taken.id, path: path)
    }
  }

  /// The key of the run with exactly this id, which was there before.
  ///
  /// - Throws: ``ResultStoreError/runGone(run:path:)``.
  func key(ofID id: String, in db: Database) throws -> Int64 {
    let key = try Int64.fetchOne(db, sql: "SELECT key FROM run WHERE id = ?", arguments: [id])
    guard let key else { throw ResultStoreError.runGone(run: id, path: path) }
    return key
  }

  /// What has exactly this id.
  private func itemKey(ofID id: String, in db: Database) throws -> ItemKey {
    guard let found = try key(ofExactly: id, column: "id", in: db) else { throw try unknown(id, in: db) }
    return found.key
  }

  func key(of reference: String, in db: Database) throws -> ItemKey {
    if let back = stepsBack(reference) {
      let key = try Int64.fetchOne(
        db, sql: "SELECT key FROM run ORDER BY key DESC LIMIT 1 OFFSET ?", arguments: [back])
      guard let key else { throw try unknown(reference, in: db) }
      return .run(key)
    }
    for column in ["id", "name"] {
      if let found = try key(ofExactly: reference, column: column, in: db) { return found.key }
    }
    let found = try ids(beginningWith: reference, atMost: 5, in: db)
    guard let first = found.first else {
      let key = try Int64.fetchOne(
        db, sql: "SELECT max(key) FROM run WHERE experiment = ?", arguments: [reference])
      guard let key else { throw try unknown(reference, in: db) }
      return .run(key)
    }
    guard found.count == 1 else {
      throw ResultStoreError.ambiguousRun(
        reference: reference, candidates: found.map(\.id), path: path)
    }
    return first.key
  }

  /// What has this id or name; `nil` where nothing has.
  func key(
    ofExactly text: String, column: String, in db: Database
  ) throws -> (key: ItemKey, id: String)? {
    try Self.items(
      db,
      sql: """
        SELECT key, id, 0 AS is_study FROM run WHERE \(column) = ?1
        UNION ALL SELECT key, id, 1 FROM study WHERE \(column) = ?1
        """, arguments: [text]
    ).first
  }

  /// Whether a text has the characters of an id alone.
  private static func isIDLike(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The first things stored whose ids begin with a text, by id; none where it cannot be the start of one.
  private func ids(
    beginningWith text: String, atMost most: Int, in db: Database
  ) throws -> [(key: ItemKey, id: String)] {
    guard Self.isIDLike(text) else { return [] }
    let prefix = text.lowercased()
    // Every hexadecimal digit sorts before `g`, so this range is the prefix's,
    // and the indexes on id answer it.
    return try Self.items(
      db,
      sql: """
        SELECT key, id, 0 AS is_study FROM run WHERE id >= ?1 AND id < ?2
        UNION ALL SELECT key, id, 1 FROM study WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3
        """, arguments: [prefix, prefix + "g", most])
  }

  private static func items(
    _ db: Database, sql: String, arguments: StatementArguments
  ) throws -> [(key: ItemKey, id: String)] {
    try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
      let key: Int64 = try row.decode(atIndex: 0)
      return (try row.decode(Bool.self, atIndex: 2) ? .study(key) : .run(key), try row.decode(atIndex: 1))
    }
  }

  /// 0 for `last`, n for `last~n`, `nil` for anything else.
  private func stepsBack(_ reference: String) -> Int? {
    if reference == "last" { return 0 }
    guard reference.hasPrefix("last~"), let steps = Int(reference.dropFirst(5)), steps >= 0 else {
      return nil
    }
    return steps
  }

  /// That nothing finished goes by a reference.
  func unknown(_ reference: String, in db: Database) throws -> ResultStoreError {
    if let row = try Row.fetchOne(
      db, sql: "SELECT kind, id FROM study WHERE experiment = ? ORDER BY key DESC LIMIT 1",
      arguments: [reference])
    {
      return .studyAlone(
        experiment: reference, kind: try row.decode(atIndex: 0), id: try row.decode(atIndex: 1), path: path)
    }
    let runs = try Int.fetchOne(db, sql: "SELECT count(*) FROM run") ?? 0
    return .noRun(reference: reference, path: path, runs: runs)
  }
}
