import ExperimentDesign
import Foundation
import GRDB
import Synchronization

/// Keeps the results of runs in one SQLite file.
///
/// The file is the record of what was computed and outlives this code, so the
/// schema does the guarding: what SQL can state (ranges, uniqueness, sums,
/// references) is a constraint there rather than a check here.
///
/// - Trials are stored whole: after a crash a trial is there or it is not.
/// - A trial that is there already is never stored twice.
/// - SQLite's rollback journal keeps it: between transactions the store is one file, so that a copy of it is whole, and
///   one that is put in its place stays as it is. Who reads and who writes wait for each other's turn, which is short.
/// - A file that is not a store, or of another version, is left as it is.
///
/// All members throw ``ResultStoreError``. A store may be used from any thread; calls run one after the other.
/// Its file is open until it is released.
public final class ResultStore: Sendable {
  /// What a store is opened for.
  public enum Access: Hashable, Sendable {
    /// Reading alone: the file must exist and is not changed.
    case reading
    /// Reading and writing: the file is made if it does not exist.
    case writing
  }

  /// The path as it was given, for messages.
  public let path: String
  /// What the store was opened for.
  public let access: Access

  let queue: DatabaseQueue
  let busySeconds: Double
  /// What the text of a run was read as last: each batch of its trials asks again.
  let lastDescription = Mutex<(text: String, description: RunDescription)?>(nil)
  /// The file that was opened, which its path must lead to for as long as it is written.
  private let identity: UInt64?
  /// Whether it has no path.
  private let isTemporary: Bool

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the current folder or absolute.
  ///   - access: What for.
  ///   - busySeconds: How long to wait for another program's transaction.
  public convenience init(
    path: String, access: Access = .writing, busySeconds: Double = 10
  ) throws(ResultStoreError) {
    try self.init(path: path, access: access, busySeconds: busySeconds, pageLimit: nil)
  }

  /// A new store that is nowhere to be found and ends with its last use, for work of which nothing is to be kept.
  ///
  /// It is one of SQLite's temporary databases: in memory as far as it is small, and beyond that in a file without a name.
  public static func temporary() throws(ResultStoreError) -> ResultStore {
    do {
      return ResultStore(temporary: try Schema.emptyStore())
    } catch {
      throw ResultStoreError(error, path: temporaryName, busySeconds: 0)
    }
  }

  private init(temporary queue: DatabaseQueue) {
    path = Self.temporaryName
    access = .writing
    busySeconds = 0
    self.queue = queue
    isTemporary = true
    identity = nil
  }

  /// The path by which another command finds what is kept; `nil` where nothing is.
  public var keptPath: String? { isTemporary ? nil : path }

  /// Of a store without a path, for messages.
  private static let temporaryName = "a temporary store"

  /// Opens a store whose file may not grow beyond `pageLimit` pages of 4 KiB,
  /// which is how a test fills the disk.
  package init(
    path: String, access: Access, busySeconds: Double, pageLimit: Int?
  ) throws(ResultStoreError) {
    self.path = path
    self.access = access
    self.busySeconds = busySeconds
    let opening = Opening(path: path, access: access, busySeconds: busySeconds, pageLimit: pageLimit)
    queue = try opening.open()
    identity = Self.identity(of: path)
    isTemporary = false
  }

  /// The number of the file that is there now; `nil` without one.
  private static func identity(of path: String) -> UInt64? {
    var info = stat()
    return stat(path, &info) == 0 ? UInt64(truncatingIfNeeded: info.st_ino) : nil
  }

  /// Makes sure that what was written is where the path leads.
  ///
  /// SQLite goes on writing to a file that was removed or replaced, and all of it is lost when it is closed.
  /// - Throws: ``ResultStoreError/gone(path:)``.
  public func requireStillThere() throws(ResultStoreError) {
    guard isTemporary || Self.identity(of: path) == identity else { throw .gone(path: path) }
  }

  /// The version of the SQLite library in use, for example `3.45.1`.
  public static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version ?? "unknown"
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(ResultStoreError) -> Value {
    do { return try queue.read(body) } catch { throw translated(error) }
  }

  /// Runs `body` in one immediate transaction: all of it is stored or nothing.
  ///
  /// - Parameter checked: Whether the rows that each new row refers to are looked up. These lookups take nearly as
  ///   long as inserting the rows of a trial; without them `body` may refer only to rows that it has found or made
  ///   itself.
  func write<Value>(
    checked: Bool = true, _ body: (Database) throws -> Value
  ) throws(ResultStoreError) -> Value {
    try writing {
      // Without effect within a transaction, and each change makes SQLite prepare every statement anew.
      try queue.writeWithoutTransaction { db in
        if try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") != checked {
          try db.execute(sql: "PRAGMA foreign_keys = \(checked)")
        }
      }
      return try queue.write(body)
    }
  }

  private func writing<Value>(_ body: () throws -> Value) throws(ResultStoreError) -> Value {
    guard access == .writing else { throw .readOnly(path: path) }
    try requireStillThere()
    let value: Value
    do { value = try body() } catch { throw translated(error) }
    try requireStillThere()
    return value
  }

  private func translated(_ error: any Error) -> ResultStoreError {
    ResultStoreError(error, path: path, busySeconds: busySeconds)
  }
}
