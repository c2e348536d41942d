import Foundation
import GRDB
import LocalFiles

/// Finds out what a path holds before anything is changed, then opens it.
struct Opening {
  var path: String
  var access: ResultStore.Access
  var busySeconds: Double
  var pageLimit: Int?

  /// Absolute, so that no path is taken for `:memory:` or a `file:` URI.
  private var file: String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Where a file may be written, even reading is done over a connection that
  /// could, because only such a one tidies up behind itself; queries on it cannot
  /// write all the same.
  private func configuration(isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busySeconds)
    configuration.readonly = isReadOnly
    configuration.label = "ResultStore"
    let pageLimit = pageLimit
    configuration.prepareDatabase { db in
      if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
    }
    return configuration
  }

  func open() throws(ResultStoreError) -> DatabaseQueue {
    try requireFileName()
    return switch access {
    case .reading: try openForReading()
    case .writing: try openForWriting()
    }
  }

  private func openForReading() throws(ResultStoreError) -> DatabaseQueue {
    guard try isThere() else { throw .missing(path: path) }
    guard Foundation.access(file, R_OK) == 0 else { throw .cannotOpen(path: path) }
    do {
      try inspect()
      do {
        let queue = try DatabaseQueue(path: file, configuration: configuration(isReadOnly: !isWritable))
        return try upToDate(queue)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
      {
        // A file in WAL mode needs a shared-memory file beside it, which cannot be made in a read-only
        // folder, nor by who may not write there. No writer can be there either.
        return try upToDate(ReadOnlyDatabase(file: file).queue(configuration(isReadOnly: true)))
      }
    } catch {
      throw ResultStoreError(error, path: path, busySeconds: busySeconds)
    }
  }

  /// What is read in place of a file that may not be changed and lacks steps: a copy that has them.
  ///
  /// The copy is one of SQLite's temporary databases: in memory as far as that is small, and beyond it in a
  /// file that has no name, which only this user may read and which ends with the process, however that ends.
  /// An empty file, which is what SQLite makes of a new database before anything is in it, is a store
  /// without runs.
  private func upToDate(_ queue: DatabaseQueue) throws -> DatabaseQueue {
    guard try queue.read(holdsStore) else {
      let empty = try DatabaseQueue()
      try StoreSchema.migrator.migrate(empty)
      return empty
    }
    if try queue.read(hasAllSteps) { return queue }
    let upgraded = try DatabaseQueue(path: "", configuration: configuration(isReadOnly: false))
    try queue.backup(to: upgraded)
    try StoreSchema.migrator.migrate(upgraded)
    return upgraded
  }

  private func openForWriting() throws(ResultStoreError) -> DatabaseQueue {
    try requireWritablePath()
    do {
      if try isOfToday() { return try openWritable() }
      // Who makes a store, or brings one to today's version, does it alone: of several programs the
      // others wait here and then find it made.
      return try FolderLock.held(
        ofFile: file, path: path, busySeconds: busySeconds, openWritable)
    } catch {
      throw ResultStoreError(error, path: path, busySeconds: busySeconds)
    }
  }

  private func openWritable() throws -> DatabaseQueue {
    try inspect()
    let queue = try DatabaseQueue(path: file, configuration: configuration(isReadOnly: false))
    _ = try queue.read(holdsStore)
    try queue.writeWithoutTransaction(enterWAL)
    try migrate(queue)
    return queue
  }

  /// Whether the file says of itself that nothing is left to be made.
  private func isOfToday() throws -> Bool {
    guard let header = try FileHeader(ofFile: file) else { return false }
    return header.isSQLite && header.applicationID == StoreSchema.applicationID
      && header.userVersion == StoreSchema.version
  }

  /// Refuses what is not ours before any connection could change it.
  private func inspect() throws {
    guard let header = try FileHeader(ofFile: file) else { return }
    guard header.isSQLite else { throw ResultStoreError.notADatabase(path: path) }
    if header.applicationID == StoreSchema.applicationID {
      try requireKnown(version: header.userVersion)
    } else if header.applicationID != 0 {
      throw ResultStoreError.notAStore(path: path)
    } else {
      try inspectUnmarked()
    }
  }

  /// Looks into a file without a mark: a store whose first pages are still in its
  /// log, an empty database, or another program's.
  private func inspectUnmarked() throws {
    let hadLog = FileManager.default.fileExists(atPath: file + "-wal")
    do {
      _ = try DatabaseQueue(path: file, configuration: configuration(isReadOnly: true)).read(holdsStore)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
    {
      // A crash left something to undo that only a writer can; it looks again.
    } catch {
      // A connection that only reads leaves behind the files it had to make; one
      // that may write takes them away as it closes.
      if !hadLog { _ = try? DatabaseQueue(path: file, configuration: configuration(isReadOnly: false)) }
      throw error
    }
  }

  private var isWritable: Bool {
    Foundation.access(file, W_OK) == 0 && Foundation.access(folder, W_OK) == 0
  }

  /// The folder that the file is in or would be made in, links followed: where SQLite keeps its own files.
  private var folder: String { (try? ResolvedPath(file))?.folder ?? PathName(file).folder }

  /// Whether there is a file, and one that SQLite can be given.
  ///
  /// - Throws: ``ResultStoreError`` for a folder, a pipe or a device, which would be waited for, and for what
  ///   the system does not let this user look at.
  private func isThere() throws(ResultStoreError) -> Bool {
    var info = stat()
    guard stat(file, &info) == 0 else {
      guard errno == ENOENT else { throw .cannotOpen(path: path) }
      return false
    }
    guard info.st_mode & S_IFMT != S_IFDIR else { throw .folder(path: path) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .notADatabase(path: path) }
    return true
  }

  /// Refuses what cannot be the name of a database before anything is looked at.
  private func requireFileName() throws(ResultStoreError) {
    // A stream of the process may be an ordinary file, which a store would overwrite.
    let isStream =
      path == "-" || ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(file) || file.hasPrefix("/dev/fd/")
      || file.hasPrefix("/proc/") && file.contains("/fd/")
    if isStream { throw .noFile(path: path) }
    // SQLite appends to the name that links lead to.
    let path = (try? ResolvedPath(file))?.text ?? file
    let isLong =
      path.utf8.split(separator: 0x2F).contains { $0.count > Int(NAME_MAX) }
      || PathName(path).name.utf8.count + Self.longestSuffix > Int(NAME_MAX)
      || path.utf8.count + Self.longestSuffix >= Int(PATH_MAX)
    if isLong { throw .longName(path: path) }
  }

  /// Of `-journal`.
  private static let longestSuffix = 8

  /// SQLite opens a file it cannot write for reading and fails at the first
  /// change, minutes of simulation later; this asks beforehand.
  private func requireWritablePath() throws(ResultStoreError) {
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw .missingFolder(path: path, folder: folder)
    }
    if try isThere() {
      guard Foundation.access(file, W_OK) == 0 else { throw .readOnly(path: path) }
    } else if PathName(path).meansFolder || Self.sqliteSuffixes.contains(where: path.hasSuffix) {
      throw .unfitName(path: path)
    }
    guard Foundation.access(folder, W_OK) == 0 else { throw .readOnly(path: path) }
  }

  /// What SQLite appends to a database's name for files of its own, which it removes.
  private static let sqliteSuffixes = ["-wal", "-shm", "-journal"]

  /// Whether the database is a store; else it is empty, and may become one.
  ///
  /// - Throws: ``ResultStoreError`` where it is another program's, or of a newer version.
  private func holdsStore(_ db: Database) throws -> Bool {
    // The list of migrations is made before the first of them: a store that
    // another program is making just now may have it and nothing else.
    let isEmpty =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
      == 0
    let applicationID = try Int.fetchOne(db, sql: "PRAGMA application_id")
    if isEmpty && applicationID == 0 { return false }
    try requireStore(db)
    return true
  }

  private func requireStore(_ db: Database) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == StoreSchema.applicationID else {
      throw ResultStoreError.notAStore(path: path)
    }
    try requireKnown(version: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
    // A step that this code does not know came from one that is newer, whatever the version says.
    if try StoreSchema.migrator.hasBeenSuperseded(db) {
      throw ResultStoreError.newer(path: path, found: StoreSchema.version + 1, known: StoreSchema.version)
    }
  }

  private func requireKnown(version found: Int) throws {
    guard found <= StoreSchema.version else {
      throw ResultStoreError.newer(path: path, found: found, known: StoreSchema.version)
    }
  }

  /// Lets readers go on while something is written.
  private func enterWAL(_ db: Database) throws {
    let deadline = ContinuousClock.now + .seconds(busySeconds)
    while true {
      do {
        if try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" {
          let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
          guard mode == "wal" else { throw ResultStoreError.cannotOpen(path: path) }
        }
        break
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        // SQLite does not wait by itself while two programs make the same new
        // file and both want to change its mode.
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    // In WAL mode this survives a crash of the program; a loss of power may take
    // the last transactions whole, never parts of one.
    try db.execute(sql: "PRAGMA synchronous = NORMAL")
  }

  private func migrate(_ queue: DatabaseQueue) throws {
    let migrator = StoreSchema.migrator
    var attempt = 0
    while try queue.read(hasAllSteps) == false {
      do {
        try migrator.migrate(queue)
      } catch let error as DatabaseError {
        // Where folders cannot be locked, another program may have made the same step between our look
        // and our turn; what it left is looked at afresh, at most once a step.
        attempt += 1
        guard error.resultCode == .SQLITE_ERROR || error.resultCode == .SQLITE_CONSTRAINT,
          attempt <= StoreSchema.version
        else { throw error }
      }
    }
  }

  /// Whether the database has every step.
  private func hasAllSteps(_ db: Database) throws -> Bool {
    // The first statement settles which state of the file the others see. The migrator looks twice where
    // there is no list of steps, and fails when another program makes the list in between.
    guard try db.tableExists("grdb_migrations") else { return false }
    return try StoreSchema.migrator.hasCompletedMigrations(db)
  }
}
