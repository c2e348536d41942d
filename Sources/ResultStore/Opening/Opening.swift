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

  /// The folder that the file is in or would be made in, links followed: where SQLite keeps its own files.
  private var folder: String { file.realPath.folderPath }

  func open() throws(ResultStoreError) -> DatabaseQueue {
    try requireFileName()
    do {
      return switch access {
      case .reading: try openForReading()
      case .writing: try openForWriting()
      }
    } catch {
      throw ResultStoreError(error, path: path, busySeconds: busySeconds)
    }
  }

  private func openForReading() throws -> DatabaseQueue {
    guard try isThere() else { throw ResultStoreError.missing(path: path) }
    let isReadOnly = !allows(W_OK, file) || !allows(W_OK, folder)
    return try store(in: DatabaseQueue(path: file, configuration: configuration(isReadOnly: isReadOnly)))
  }

  /// The store that a database holds; one without runs for an empty file, which is what SQLite makes of a new database
  /// before anything is in it.
  private func store(in queue: DatabaseQueue) throws -> DatabaseQueue {
    try queue.read(holdsStore) ? queue : Schema.emptyStore()
  }

  private func openForWriting() throws -> DatabaseQueue {
    try requireWritablePath()
    let queue = try DatabaseQueue(path: file, configuration: configuration())
    let isStore = try queue.read(holdsStore)
    if !isStore {
      try queue.write { db in
        // Another program may have made it between that look and this turn.
        if try !holdsStore(db) { try db.execute(sql: Schema.creation) }
      }
    }
    return queue
  }

  private func configuration(isReadOnly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busySeconds)
    configuration.readonly = isReadOnly
    configuration.label = "ResultStore"
    let pageLimit = pageLimit
    configuration.prepareDatabase { db in
      try db.execute(sql: Schema.smallCache)
      if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
    }
    return configuration
  }

  /// Whether the database is a store; else it is empty, and may become one.
  ///
  /// - Throws: ``ResultStoreError`` where it is another program's, or of another version.
  private func holdsStore(_ db: Database) throws -> Bool {
    let applicationID = try Int.fetchOne(db, sql: "PRAGMA application_id")
    if applicationID == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
      return false
    }
    guard applicationID == Schema.applicationID else {
      throw ResultStoreError.notAStore(path: path, found: .otherDatabase)
    }
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard version == Schema.version else {
      throw ResultStoreError.otherVersion(path: path)
    }
    return true
  }

  // MARK: - The path

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
    guard info.st_mode & S_IFMT != S_IFDIR else { throw .notAStore(path: path, found: .folder) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .notAStore(path: path, found: .otherFile) }
    guard allows(R_OK, file) else { throw .cannotOpen(path: path) }
    return true
  }

  /// Refuses a stream of the process, which may be an ordinary file that a store would overwrite.
  private func requireFileName() throws(ResultStoreError) {
    let isStream =
      path == "-" || ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(file) || file.hasPrefix("/dev/fd/")
      || file.hasPrefix("/proc/") && file.contains("/fd/")
    if isStream { throw .unfitName(path: path) }
  }

  /// SQLite opens a file it cannot write for reading and fails at the first
  /// change, minutes of simulation later; this asks beforehand.
  private func requireWritablePath() throws(ResultStoreError) {
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else {
      throw .missingFolder(path: path, folder: folder)
    }
    if try isThere() {
      guard allows(W_OK, file) else { throw .readOnly(path: path) }
    } else if path.hasSuffix("/") || Self.sqliteSuffixes.contains(where: path.hasSuffix) {
      throw .unfitName(path: path)
    }
    guard allows(W_OK, folder) else { throw .readOnly(path: path) }
  }

  /// What SQLite appends to a database's name for files of its own, which it removes.
  private static let sqliteSuffixes = ["-wal", "-shm", "-journal"]

  /// Whether this user may read or write what is there.
  private func allows(_ mode: CInt, _ path: String) -> Bool { Foundation.access(path, mode) == 0 }
}

extension Schema {
  /// Half a megabyte, of SQLite's two: a store is written and read from its start to its end.
  fileprivate static let smallCache = "PRAGMA cache_size = -512; "

  /// A store without runs that is nowhere to be found.
  static func emptyStore() throws -> DatabaseQueue {
    // One of SQLite's temporary databases.
    let queue = try DatabaseQueue(path: "")
    try queue.write { db in try db.execute(sql: smallCache + creation) }
    return queue
  }
}
