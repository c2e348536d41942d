import Foundation

/// Files that are there whole or not at all.
enum OutputFile {
  /// Writes beside the path under another name, then puts it in place in one step.
  ///
  /// What is there and is no ordinary file (a device, a pipe) is written to, never replaced.
  /// - Throws: ``OutputError/notWritten(path:reason:)``; nothing is left behind.
  static func write(_ text: String, to path: String) throws(OutputError) {
    var kind = stat()
    if stat(path, &kind) == 0, kind.st_mode & S_IFMT != S_IFREG {
      try writeThrough(text, to: path)
      return
    }
    let temporary = "\(path).\(getpid()).part"
    guard let file = fopen(temporary, "wbx") else { throw failure(path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
    let reason = isWritten ? nil : failure(path)
    let isClosed = fclose(file) == 0
    if let reason {
      unlink(temporary)
      throw reason
    }
    guard isClosed, rename(temporary, path) == 0 else {
      let reason = failure(path)
      unlink(temporary)
      throw reason
    }
  }

  /// Whether two paths name one file, links followed.
  static func isSame(_ first: String, _ second: String) -> Bool {
    func place(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return place(first) == place(second)
  }

  private static func writeThrough(_ text: String, to path: String) throws(OutputError) {
    guard let file = fopen(path, "wb") else { throw failure(path) }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
    let reason = isWritten ? nil : failure(path)
    guard fclose(file) == 0, reason == nil else { throw reason ?? failure(path) }
  }

  /// Finds out before long work whether a file could be written there at all.
  static func requirePlace(for path: String) throws(OutputError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(folder, W_OK) == 0 else { throw failure(path) }
  }

  /// Writes a new file and never over another.
  static func create(_ text: String, at path: String) throws(OutputError) {
    guard let file = fopen(path, "wbx") else {
      throw errno == EEXIST ? .exists(path: path) : failure(path)
    }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else {
      let reason = failure(path)
      unlink(path)
      throw reason
    }
  }

  private static func failure(_ path: String) -> OutputError {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}
