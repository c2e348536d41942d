import Foundation
import LocalFiles

/// An output that is not whole yet, under a name of its own beside its place.
///
/// What is to replace a file is readable by its owner alone until it has that file's mode. The part is locked
/// for as long as it is written, so that one whose writer was killed can be distinguished from one that is alive.
struct PartFile {
  let name: String
  let file: UnsafeMutablePointer<FILE>

  /// A new file in the folder of the path, under a name that does not grow with it.
  init(besides path: String, of destination: OutputDestination) throws(OutputError) {
    let mode: mode_t = destination.replaced == nil ? 0o666 : 0o600
    for attempt in 0..<100 {
      // What an earlier process of this number left behind is passed over.
      let name = PathName(path).sibling(".att-lab.\(getpid()).\(attempt).part")
      RemovedOnSignal.add(name)
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else {
        let code = errno
        RemovedOnSignal.remove(name)
        guard code == EEXIST else { throw .notWritten(path: path, reason: String(cString: strerror(code))) }
        continue
      }
      // Where the system has no locks, nobody sweeps either.
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      var info = stat()
      // A sweep between making and locking took it for a dead process's file.
      if fstat(descriptor, &info) == 0, info.st_nlink > 0, let file = fdopen(descriptor, "wb") {
        (self.name, self.file) = (name, file)
        return
      }
      close(descriptor)
      RemovedOnSignal.remove(name)
    }
    throw .notWritten(path: path, reason: String(cString: strerror(EEXIST)))
  }

  /// Removes what was written; `errno` stays as it was.
  func abandon() {
    let code = errno
    fclose(file)
    unlink(name)
    RemovedOnSignal.remove(name)
    errno = code
  }

  /// Closes the whole file and puts it in its place, or removes it; whether it is there.
  func move(to path: String) -> Bool {
    // Closing gives the lock up, and a part without a lock is swept; a second descriptor keeps it.
    let keeper = dup(fileno(file))
    let isMoved = fclose(file) == 0 && rename(name, path) == 0
    let code = errno
    if !isMoved { unlink(name) }
    RemovedOnSignal.remove(name)
    if keeper >= 0 { close(keeper) }
    errno = code
    return isMoved
  }

  /// Removes this user's parts that nobody writes any more.
  static func sweep(_ folder: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names {
      guard let match = name.wholeMatch(of: /\.att-lab\.([0-9]+)\.[0-9]+\.part/), let writer = pid_t(match.1),
        // A version that takes no lock may write it.
        kill(writer, 0) != 0, errno == ESRCH
      else { continue }
      let path = folder + "/" + name
      var info = stat()
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid() else {
        continue
      }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }
}
