import GRDB

/// The parts of a run beside its trials, each with a checksum of its own.
///
/// A run that an earlier version of the store began has none, and is held to its ranges alone; one that has
/// some has all.
enum SealedPart: String, CaseIterable {
  /// What a list of runs shows: names, sizes, times.
  case head
  /// What was asked, by which the trials were computed.
  case inputs
  /// The platform checks of its arms.
  case platform
  /// What the answer says of its best arms, how it came to its size, and what became of its winners under alternative
  /// models.
  case answers
  /// The summaries that were stored when it was finished.
  case summary

  /// For messages.
  fileprivate var words: String {
    switch self {
    case .head: "the name, the size or the times"
    case .inputs: "the stored experiment"
    case .platform: "the platform checks"
    case .answers: "the ranking, the stopping rule or the alternative models"
    case .summary: "the summaries"
    }
  }

  /// What is read for the checksum, in an order of its own; `?` is the run's key.
  fileprivate func queries(in db: Database) throws -> [String] {
    switch self {
    case .head:
      [
        """
        SELECT id, name, note, experiment, question, objective, seed, trials, installs, engine, created_at,
          finished_at, seconds, (SELECT count(*) FROM arm WHERE arm.run = run.key) FROM run WHERE key = ?
        """
      ]
    case .inputs:
      [
        """
        SELECT id, experiment, question, file_text, population_text, overrides, seed, trials, installs,
          horizon_days, design, baseline, objective, engine, content_key FROM run WHERE key = ?
        """,
        "SELECT * FROM parameter WHERE run = ? ORDER BY ordinal",
        "SELECT * FROM scenario WHERE run = ? ORDER BY ordinal",
        "SELECT * FROM segment WHERE run = ? ORDER BY scenario, ordinal",
        "SELECT * FROM arm WHERE run = ? ORDER BY ordinal",
      ]
    case .platform:
      [
        "SELECT * FROM platform_check WHERE run = ?", "SELECT * FROM finding WHERE run = ? ORDER BY ordinal",
        "SELECT * FROM finding_arm WHERE run = ? ORDER BY finding, arm",
        // A store that is brought to version 10 on its way has the table by its earlier name.
        "SELECT * FROM \(try db.tableExists("reviewer_sight") ? "reviewer_sight" : "reviewer_visibility") "
          + "WHERE run = ? ORDER BY ordinal",
      ]
    case .answers:
      [
        "SELECT * FROM stopping WHERE run = ?",
        "SELECT * FROM alternative_study WHERE run = ? ORDER BY includes_forbidden",
        "SELECT * FROM alternative_model WHERE run = ? ORDER BY includes_forbidden, scenario, model",
      ]
    case .summary: ["SELECT * FROM summary WHERE run = ? ORDER BY scenario, arm, metric"]
    }
  }

  /// The checksum of a head whose columns a row begins with, in the order of ``queries(in:)``.
  static func headChecksum(of row: Row) -> Int64 {
    var checksum = Checksum()
    checksum.combine(0)
    for (_, value) in row.prefix(headColumns) { checksum.combine(value) }
    return checksum.value
  }

  private static let headColumns = 14

  /// What a later version added to a part, read after ``queries(in:)``.
  ///
  /// Only its rows count, so that a run which has none keeps the checksum that an earlier version gave it.
  private func laterQueries(in db: Database) throws -> [String] {
    switch self {
    case .answers: ["SELECT * FROM ranking WHERE run = ? ORDER BY scenario"]
    // A store that is brought to version 10 on its way has no such column yet.
    case .inputs where try db.columns(in: "run").contains(where: { $0.name == "sampling" }):
      ["SELECT sampling FROM run WHERE key = ? AND sampling <> 'independent'"]
    case .head, .inputs, .platform, .summary: []
    }
  }

  func checksum(of key: Int64, in db: Database) throws -> Int64 {
    var checksum = Checksum()
    for (number, query) in try queries(in: db).enumerated() {
      checksum.combine(number)
      let rows = try Row.fetchCursor(db.cachedStatement(sql: query), arguments: [key])
      while let row = try rows.next() { checksum.combine(row) }
    }
    for query in try laterQueries(in: db) {
      let rows = try Row.fetchCursor(db.cachedStatement(sql: query), arguments: [key])
      while let row = try rows.next() { checksum.combine(row) }
    }
    return checksum.value
  }

  /// Gives the part of a run the checksum of its rows as they are.
  func seal(_ key: Int64, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)",
      arguments: [key, rawValue, checksum(of: key, in: db)])
  }

  /// The runs and those of the parts that have a checksum and agree with it.
  static func sound(_ parts: [Self], in db: Database) throws -> [(run: Int64, part: Self)] {
    try parts.flatMap { part in
      try Row.fetchAll(db, sql: "SELECT run, value FROM checksum WHERE part = ?", arguments: [part.rawValue])
        .compactMap { row in
          let run: Int64 = try row.decode(atIndex: 0)
          return try row.decode(Int64.self, atIndex: 1) == part.checksum(of: run, in: db) ? (run, part) : nil
        }
    }
  }
}

extension ResultStore {
  /// Whether the run has checksums: it was begun by this version of the store or a later one.
  func isSealed(_ key: Int64, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM checksum WHERE run = ?)", arguments: [key]) == true
  }

  /// Gives a run that is begun its checksums.
  func sealAll(_ key: Int64, in db: Database) throws {
    for part in SealedPart.allCases { try part.seal(key, in: db) }
  }

  /// Brings the checksums of parts that were just written up to date, where the run has any.
  func seal(_ parts: SealedPart..., of key: Int64, in db: Database) throws {
    guard try isSealed(key, in: db) else { return }
    for part in parts { try part.seal(key, in: db) }
  }

  /// Holds parts of a run to their checksums.
  ///
  /// - Throws: ``ResultStoreError/damaged(path:reason:)`` where one does not match or is missing.
  func verify(_ parts: SealedPart..., of key: Int64, in db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT part, value FROM checksum WHERE run = ?", arguments: [key])
    guard !rows.isEmpty else { return }
    var stored: [String: Int64] = [:]
    for row in rows { stored[try row.decode(atIndex: 0)] = try row.decode(Int64.self, atIndex: 1) }
    for part in parts where try stored[part.rawValue] != part.checksum(of: key, in: db) {
      let id = try String.fetchOne(db, sql: "SELECT id FROM run WHERE key = ?", arguments: [key]) ?? ""
      throw damaged("\(part.words) of run \(id) differ from their checksum")
    }
  }
}
