import Foundation
import GRDB
import LocalFiles

/// Reads a database that nobody can write, where SQLite's shared memory cannot be made beside it.
struct ReadOnlyDatabase {
  /// The database, absolute.
  var file: String

  /// Opens the database as it is, or a copy that is gone with the process where its log holds part of it.
  func queue(_ configuration: Configuration) throws -> DatabaseQueue {
    var log = stat()
    let hasLog = stat(file + "-wal", &log) == 0 && log.st_size > 0
    if !hasLog, let queue = try? DatabaseQueue(path: immutable, configuration: configuration),
      (try? queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }) != nil
    {
      return queue
    }
    return try copied(configuration)
  }

  /// The file as one that does not change, which needs neither locks nor a log; a name that only a SQLite
  /// that reads URIs understands.
  private var immutable: String {
    let plain = CharacterSet(charactersIn: "/-._~").union(.alphanumerics)
    return "file:\(file.addingPercentEncoding(withAllowedCharacters: plain) ?? file)?immutable=1"
  }

  /// The file and its log, put together in one of SQLite's temporary databases.
  ///
  /// What is copied for that stands in a folder of this user's alone, for a moment; a signal that ends the
  /// process removes it.
  private func copied(_ configuration: Configuration) throws -> DatabaseQueue {
    let folder = try Self.privateFolder()
    RemovedOnSignal.add(folder)
    let copy = folder + "/store.sqlite"
    let own = ["", "-wal", "-shm"].map { copy + $0 }
    for path in own { RemovedOnSignal.add(path) }
    defer {
      for path in own.reversed() + [folder] {
        if unlink(path) != 0 { rmdir(path) }
        RemovedOnSignal.remove(path)
      }
    }
    try Self.copy(file, to: copy)
    if FileIdentity(file + "-wal") != nil { try Self.copy(file + "-wal", to: copy + "-wal") }
    let whole = try DatabaseQueue(path: "", configuration: configuration.writable)
    try DatabaseQueue(path: copy, configuration: configuration.writable).backup(to: whole)
    return whole
  }

  /// A new folder that only this user may look into.
  private static func privateFolder() throws(SystemFailure) -> String {
    var template = Array((FileManager.default.temporaryDirectory.path + "/att-lab-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemFailure() }
    return String(cString: made)
  }

  private static func copy(_ source: String, to target: String) throws {
    let input = try InputFile(source)
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw SystemFailure() }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try input.read($0) }
      if count == 0 { return }
      var written = 0
      while written < count {
        let more = buffer.withUnsafeBytes {
          write(output, $0.baseAddress?.advanced(by: written), count - written)
        }
        if more > 0 {
          written += more
        } else if more < 0, errno != EINTR {
          throw SystemFailure()
        }
      }
    }
  }
}

extension Configuration {
  /// The same for a database that is this process's own.
  fileprivate var writable: Configuration {
    var configuration = self
    configuration.readonly = false
    return configuration
  }
}
