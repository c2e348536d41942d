import ExperimentDesign
import Foundation
import GRDB

extension ResultStore {
  /// The runs, newest first, as a list shows them.
  ///
  /// - Parameter limit: How many at most; `nil` for all.
  public func runs(limit: Int? = nil) throws(ResultStoreError) -> [RunHead] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT \(Self.listColumns),
            (SELECT value FROM checksum WHERE run = run.key AND part = 'head') AS checksum
          FROM run ORDER BY key DESC LIMIT ?
          """,
        arguments: [limit ?? -1]
      ).map { row in
        let checksum = try row.decode(Int64?.self, forColumn: "checksum")
        guard checksum == nil || checksum == SealedPart.headChecksum(of: row) else {
          throw damaged("the name, the size or the times of a run differ from their checksum")
        }
        return try head(row)
      }
    }
  }

  /// The run that a person means by `reference`: `last`, `last~1`, an id, a name,
  /// or the unique start of an id, looked for in this order.
  ///
  /// - Throws: ``ResultStoreError/noRun(reference:path:runs:)`` or
  ///   ``ResultStoreError/ambiguousRun(reference:candidates:path:)``.
  public func run(_ reference: String) throws(ResultStoreError) -> RunRecord {
    try read { db in try record(key: key(of: reference, in: db), in: db) }
  }

  /// The run that computed the content already: the newest complete one, else the
  /// newest, which can be gone on with; `nil` without one.
  public func find(contentKey: String) throws(ResultStoreError) -> RunRecord? {
    try read { db in try key(ofContent: contentKey, in: db).map { try record(key: $0, in: db) } }
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

  /// Gives a run a name, or takes its name away with `nil`.
  public func rename(_ run: RunRecord.ID, to name: String?) throws(ResultStoreError) {
    try write { db in
      try setName(name, of: try key(ofID: run, in: db), in: db)
    }
  }

  func setName(_ name: String?, of key: Int64, in db: Database) throws {
    if let name { try requireFree(name, for: key, in: db) }
    try db.execute(sql: "UPDATE run SET name = ? WHERE key = ?", arguments: [name, key])
    try seal(.head, of: key, in: db)
  }

  /// Characters that a note may have.
  public static let longestNote = 10_000

  /// Writes a run's note, or removes it with `nil`.
  ///
  /// - Throws: ``ResultStoreError/badNote(run:reason:)`` for one of more than ``longestNote`` characters or
  ///   with a NUL among them, which ends a text for SQLite's functions and other tools.
  public func annotate(_ run: RunRecord.ID, with note: String?) throws(ResultStoreError) {
    if let note { try requireWritable(note, of: run) }
    try write { db in
      let key = try key(ofID: run, in: db)
      try db.execute(sql: "UPDATE run SET note = ? WHERE key = ?", arguments: [note, key])
      try seal(.head, of: key, in: db)
    }
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

  /// Removes a run and all that belongs to it.
  ///
  /// The file keeps its size for what comes next.
  public func remove(_ run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      try db.execute(sql: "DELETE FROM run WHERE key = ?", arguments: [key])
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
      try requireFree(name, for: contentKey.flatMap { try key(ofContent: $0, in: db) }, in: db)
    }
  }

  func requireFree(_ name: String, for key: Int64?, in db: Database) throws {
    try Self.requireUsable(name)
    let like = try ids(beginningWith: name, atMost: 1, in: db).first
    if like != nil || Self.isIDLike(name) && name.count == ContentKey.idLength {
      throw ResultStoreError.nameLikeID(name: name, id: like?.id, path: path)
    }
    let row = try Row.fetchOne(db, sql: "SELECT key, id FROM run WHERE name = ?", arguments: [name])
    if let row, try row.decode(Int64.self, forColumn: "key") != key {
      throw ResultStoreError.nameTaken(
        name: name, by: try row.decode(forColumn: "id"), path: path)
    }
  }

  /// The key of the run with exactly this id.
  func key(ofID id: String, in db: Database) throws -> Int64 {
    let key = try Int64.fetchOne(db, sql: "SELECT key FROM run WHERE id = ?", arguments: [id])
    guard let key else { throw try unknown(id, in: db) }
    return key
  }

  private func key(of reference: String, in db: Database) throws -> Int64 {
    if let back = stepsBack(reference) {
      let key = try Int64.fetchOne(
        db, sql: "SELECT key FROM run ORDER BY key DESC LIMIT 1 OFFSET ?", arguments: [back])
      guard let key else { throw try unknown(reference, in: db) }
      return key
    }
    for column in ["id", "name"] {
      let key = try Int64.fetchOne(
        db, sql: "SELECT key FROM run WHERE \(column) = ?", arguments: [reference])
      if let key { return key }
    }
    let found = try ids(beginningWith: reference, atMost: 5, in: db)
    guard let first = found.first else { throw try unknown(reference, in: db) }
    guard found.count == 1 else {
      throw ResultStoreError.ambiguousRun(
        reference: reference, candidates: found.map(\.id), path: path)
    }
    return first.key
  }

  /// Whether a text has the characters of an id alone.
  private static func isIDLike(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The first runs whose ids begin with a text, by id; none where it cannot be the start of one.
  private func ids(
    beginningWith text: String, atMost most: Int, in db: Database
  ) throws -> [(key: Int64, id: String)] {
    guard Self.isIDLike(text) else { return [] }
    let prefix = text.lowercased()
    // Every hexadecimal digit sorts before `g`, so this range is the prefix's,
    // and the index on id answers it.
    return try Row.fetchAll(
      db, sql: "SELECT key, id FROM run WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
      arguments: [prefix, prefix + "g", most]
    ).map { try ($0.decode(forColumn: "key"), $0.decode(forColumn: "id")) }
  }

  /// 0 for `last`, n for `last~n`, `nil` for anything else.
  private func stepsBack(_ reference: String) -> Int? {
    if reference == "last" { return 0 }
    guard reference.hasPrefix("last~"), let steps = Int(reference.dropFirst(5)), steps >= 0 else {
      return nil
    }
    return steps
  }

  private func unknown(_ reference: String, in db: Database) throws -> ResultStoreError {
    let runs = try Int.fetchOne(db, sql: "SELECT count(*) FROM run") ?? 0
    return .noRun(reference: reference, path: path, runs: runs)
  }
}
