public import ExperimentDesign
import GRDB

/// The platform checks of a run's arms.
extension ResultStore {
  /// Keeps with a run what was found, in place of what was kept before.
  ///
  /// The newest look counts: a waiver or a stated answer changes the findings of a file and not the run.
  public func keep(_ record: PlatformRecord, of run: RunRecord.ID) throws(ResultStoreError) {
    try write { db in
      let key = try key(ofID: run, in: db)
      guard try platformRecord(of: key, in: db) != record else { return }
      try db.execute(sql: "DELETE FROM platform_check WHERE run = ?", arguments: [key])
      try db.execute(sql: "INSERT INTO platform_check VALUES (?)", arguments: [key])
      try insert(record.findings, of: key, in: db)
      try insert(record.visibilities, of: key, in: db)
      try seal([.platform], of: key, in: db)
    }
  }

  private func insert(_ findings: [Finding], of key: Int64, in db: Database) throws {
    let statement = try db.makeStatement(
      sql: "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let armStatement = try db.makeStatement(sql: "INSERT INTO finding_arm VALUES (?, ?, ?)")
    for (ordinal, finding) in findings.enumerated() {
      let location = finding.location
      let isKnown = location.line > 0
      try statement.execute(arguments: [
        key, ordinal, finding.pitfall, try StoredText.json(finding.rules), finding.severity.rawValue,
        finding.forbids, finding.waived, location.file,
        isKnown ? location.line : nil, isKnown ? location.column : nil, location.key,
      ])
      for arm in finding.arms { try armStatement.execute(arguments: [key, ordinal, arm]) }
    }
  }

  private func insert(_ visibilities: [PromptVisibility], of key: Int64, in db: Database) throws {
    let statement = try db.makeStatement(
      sql: "INSERT INTO reviewer_visibility VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, visibility) in visibilities.enumerated() {
      try statement.execute(arguments: [
        key, ordinal, visibility.arm, visibility.scenario, visibility.segment, visibility.outcome.rawValue,
        visibility.afterSeconds, visibility.cause?.rawValue,
      ])
    }
  }

  /// What is kept with a run; `nil` where it was never held against the rules.
  func platformRecord(of key: Int64, in db: Database) throws -> PlatformRecord? {
    let isKept = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM platform_check WHERE run = ?)", arguments: [key])
    try verify(.platform, of: key, in: db)
    guard isKept == true else { return nil }
    return PlatformRecord(
      findings: try findings(of: key, in: db), visibilities: try visibilities(of: key, in: db))
  }

  private func findings(of key: Int64, in db: Database) throws -> [Finding] {
    let arms = try Row.fetchAll(
      db, sql: "SELECT finding, arm FROM finding_arm WHERE run = ? ORDER BY finding, arm",
      arguments: [key])
    var armsByFinding: [Int: [Int]] = [:]
    for row in arms {
      armsByFinding[try row.decode(forColumn: "finding"), default: []]
        .append(try row.decode(forColumn: "arm"))
    }
    return try Row.fetchAll(
      db,
      sql:
        "SELECT ordinal, pitfall, rules, severity, forbids, waived, file, line, column, key FROM finding WHERE run = ? ORDER BY ordinal",
      arguments: [key]
    ).map { row in
      guard let severity = try Severity(rawValue: row.decode(forColumn: "severity")) else {
        throw damaged("a finding has an unknown severity")
      }
      return try Finding(
        pitfall: row.decode(forColumn: "pitfall"),
        rules: value([String].self, row.decode(forColumn: "rules")),
        severity: severity, forbids: row.decode(forColumn: "forbids"),
        waived: row.decode(forColumn: "waived"),
        location: FileLocation(
          file: row.decode(forColumn: "file"), line: row.decode(Int?.self, forColumn: "line") ?? 0,
          column: row.decode(Int?.self, forColumn: "column") ?? 0, key: row.decode(forColumn: "key")),
        arms: armsByFinding[row.decode(forColumn: "ordinal")] ?? [])
    }
  }

  private func visibilities(of key: Int64, in db: Database) throws -> [PromptVisibility] {
    try Row.fetchAll(
      db,
      sql:
        "SELECT arm, scenario, segment, visibility, after_seconds, cause FROM reviewer_visibility WHERE run = ? ORDER BY ordinal",
      arguments: [key]
    ).map { row in
      guard let outcome = try PromptVisibility.Outcome(rawValue: row.decode(forColumn: "visibility")) else {
        throw damaged("the visibility to a reviewer is unknown")
      }
      let cause = try row.decode(String?.self, forColumn: "cause").map { name in
        guard let cause = PromptVisibility.Cause(rawValue: name) else {
          throw damaged("the cause of the visibility to a reviewer is unknown")
        }
        return cause
      }
      return try PromptVisibility(
        arm: row.decode(forColumn: "arm"), scenario: row.decode(forColumn: "scenario"),
        segment: row.decode(forColumn: "segment"), outcome: outcome,
        afterSeconds: row.decode(forColumn: "after_seconds"), cause: cause)
    }
  }
}
