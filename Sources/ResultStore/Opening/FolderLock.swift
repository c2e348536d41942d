import Foundation
import LocalFiles

/// The right to make or upgrade stores in a folder, held by one program at a time.
///
/// It is an advisory lock of the folder itself (`flock`), so it leaves no file behind, ends with the process
/// that holds it, and has nothing to do with the locks that SQLite takes of the file's bytes, which a second
/// descriptor of that file would drop. Where the system cannot lock folders (some network file systems),
/// nobody waits, and SQLite's own locks and a second look have to do.
enum FolderLock {
  /// Does the work while nobody else does theirs in the folder that the file is in, links followed.
  ///
  /// - Throws: ``ResultStoreError/busy(path:seconds:)`` when another program keeps the folder for longer,
  ///   or what the work throws.
  @discardableResult
  static func held<Value>(
    ofFile file: String, path: String, busySeconds: Double, _ work: () throws -> Value
  ) throws -> Value {
    let folder = (try? ResolvedPath(file))?.folder ?? PathName(file).folder
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return try work() }
    // Closing gives the lock up.
    defer { close(descriptor) }
    let deadline = ContinuousClock.now + .seconds(busySeconds)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      guard ContinuousClock.now < deadline else {
        throw ResultStoreError.busy(path: path, seconds: busySeconds)
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return try work()
  }
}
