import GRDB

/// The parts of a run beside its trials, each with a checksum of its own.
enum SealedPart: String, CaseIterable {
  /// What a list of runs shows: names, sizes, times.
  case head
  /// What was asked, by which the trials were computed.
  case inputs
  /// What was found.
  case answer

  /// For messages.
  fileprivate var words: String {
    switch self {
    case .head: "the name, the size or the times"
    case .inputs: "the stored experiment"
    case .answer: "the answer"
    }
  }

  /// What is read for the checksum, in an order of its own; `?` is the run's key.
  private var query: String {
    switch self {
    case .head:
      """
      SELECT id, name, note, experiment, seed, trials, installs, engine, created_at, finished_at, seconds
        FROM run WHERE key = ?
      """
    case .inputs:
      """
      SELECT id, experiment, source, file_text, population_text, overrides, seed, trials, installs, engine,
        content_key, description FROM run WHERE key = ?
      """
    case .answer: "SELECT answer FROM run WHERE key = ?"
    }
  }

  fileprivate func checksum(of key: Int64, in db: Database) throws -> Int64 {
    var checksum = Checksum()
    let rows = try Row.fetchCursor(db.cachedStatement(sql: query), arguments: [key])
    while let row = try rows.next() { checksum.combine(row) }
    return checksum.value
  }
}

extension ResultStore {
  /// Brings the checksums of parts that were just written up to date.
  func seal(_ parts: [SealedPart], of key: Int64, in db: Database) throws {
    for part in parts {
      try db.execute(
        sql: "INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)",
        arguments: [key, part.rawValue, part.checksum(of: key, in: db)])
    }
  }

  /// Holds parts of a run to their checksums.
  ///
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` where one does not match or is missing.
  func verify(_ parts: SealedPart..., of key: Int64, in db: Database) throws {
    for part in parts {
      let stored = try Int64.fetchOne(
        db, sql: "SELECT value FROM checksum WHERE run = ? AND part = ?", arguments: [key, part.rawValue])
      guard try stored == part.checksum(of: key, in: db) else {
        let id = try String.fetchOne(db, sql: "SELECT id FROM run WHERE key = ?", arguments: [key]) ?? ""
        throw damaged("\(part.words) of run \(id) differ from their checksum")
      }
    }
  }
}
