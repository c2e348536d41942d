import Foundation

/// Files that are there whole or not at all.
enum OutputFile {
  /// Whether the path stands for standard output: `-`, or one of the names that Unix has for it.
  static func isStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// Writes beside the path under another name, then puts it in place in one step.
  ///
  /// A file that is replaced keeps its mode, and its owner where the system lets it; a link stays, and what
  /// it leads to is replaced. `-` is standard output. What is there and is no ordinary file (a device, a
  /// pipe) is written to, never replaced.
  /// - Throws: ``OutputError/notWritten(path:reason:)``; nothing is left behind.
  static func write(_ text: String, to path: String) throws(OutputError) {
    if isStandardOutput(path) {
      try StandardStreams.output(text)
      return
    }
    // Asked of the path itself: what a descriptor's name leads to (`/dev/fd/63`) has no other.
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      try writeThrough(text, to: path)
      return
    }
    let place = try target(of: path)
    // Replacing would go round a file's own protection.
    if isThere, access(place, W_OK) != 0 { throw failure(path) }
    let temporary = try besides(place, of: path)
    guard temporary.file.writeWhole(text) else { throw temporary.abandoned(path) }
    if isThere {
      // The mode last: giving a file away takes bits of it.
      _ = fchown(fileno(temporary.file), old.st_uid, old.st_gid)
      guard fchmod(fileno(temporary.file), old.st_mode & 0o7777) == 0 else {
        throw temporary.abandoned(path)
      }
    }
    guard fclose(temporary.file) == 0, rename(temporary.name, place) == 0 else {
      let reason = failure(path)
      unlink(temporary.name)
      throw reason
    }
  }

  /// Whether two paths name one file, links of both kinds followed.
  static func isSame(_ first: String, _ second: String) -> Bool {
    var one = stat()
    var other = stat()
    if stat(first, &one) == 0, stat(second, &other) == 0 {
      return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
    func place(_ path: String) -> String {
      URL(fileURLWithPath: (try? target(of: path)) ?? path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    return place(first) == place(second)
  }

  /// Finds out before long work whether a file could be written there at all.
  static func requirePlace(for path: String) throws(OutputError) {
    if isStandardOutput(path) { return }
    var kind = stat()
    if stat(path, &kind) == 0 {
      guard kind.st_mode & S_IFMT != S_IFDIR else {
        throw .notWritten(path: path, reason: String(cString: strerror(EISDIR)))
      }
      guard access(path, W_OK) == 0 else { throw failure(path) }
      guard kind.st_mode & S_IFMT == S_IFREG else { return }
    }
    let folder = URL(fileURLWithPath: try target(of: path)).deletingLastPathComponent().path
    guard access(folder, W_OK) == 0 else { throw failure(path) }
  }

  /// Writes a new file and never over another.
  static func create(_ text: String, at path: String) throws(OutputError) {
    guard let file = fopen(path, "wbx") else {
      throw errno == EEXIST ? .exists(path: path) : failure(path)
    }
    let isWritten = file.writeWhole(text)
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else {
      let reason = failure(path)
      unlink(path)
      throw reason
    }
  }

  /// Where the links of a path lead, be there a file or not.
  private static func target(of path: String) throws(OutputError) -> String {
    var place = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { return place }
      let folder = (place as NSString).deletingLastPathComponent
      place = next.hasPrefix("/") || folder.isEmpty ? next : folder + "/" + next
    }
    throw .notWritten(path: path, reason: String(cString: strerror(ELOOP)))
  }

  private static func writeThrough(_ text: String, to path: String) throws(OutputError) {
    guard let file = fopen(path, "wb") else { throw failure(path) }
    let reason = file.writeWhole(text) ? nil : failure(path)
    guard fclose(file) == 0, reason == nil else { throw reason ?? failure(path) }
  }

  /// A new file in the folder of the place, under a name that does not grow with it.
  private static func besides(_ place: String, of path: String) throws(OutputError) -> Temporary {
    let folder = (place as NSString).deletingLastPathComponent
    for attempt in 0..<100 {
      // What an earlier process of this number left behind is passed over.
      let name = (folder.isEmpty ? "" : folder + "/") + ".att-lab.\(getpid()).\(attempt).part"
      if let file = fopen(name, "wbx") { return Temporary(name: name, file: file) }
      guard errno == EEXIST else { throw failure(path) }
    }
    throw failure(path)
  }

  private struct Temporary {
    var name: String
    var file: UnsafeMutablePointer<FILE>

    /// Removes what was written and says why.
    func abandoned(_ path: String) -> OutputError {
      let reason = OutputFile.failure(path)
      fclose(file)
      unlink(name)
      return reason
    }
  }

  fileprivate static func failure(_ path: String) -> OutputError {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}

extension UnsafeMutablePointer<FILE> {
  /// Writes all of the text to the stream, through to the system; whether it could.
  fileprivate func writeWhole(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return fwrite(bytes, 1, bytes.count, self) == bytes.count && fflush(self) == 0
  }
}
