import Foundation

/// Files that are there whole or not at all.
enum OutputFile {
  /// Whether the path stands for standard output: `-`, or one of the names that Unix has for it.
  static func isStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// Takes the next piece of a text.
  typealias Sink = (_ piece: String) throws -> Void

  /// Writes a text; see ``write(to:_:)``.
  static func write(_ text: String, to path: String) throws {
    try write(to: path) { try $0(text) }
  }

  /// Writes beside the path under another name, then puts it in place in one step.
  ///
  /// A file that is replaced keeps its mode, and its owner where the system lets it; a link stays, and what
  /// it leads to is replaced. `-` is standard output. What is there and is no ordinary file (a device, a
  /// pipe) is written to, never replaced. When `body` throws, nothing is left behind.
  /// - Parameter body: Hands the text to the sink, piece by piece.
  /// - Throws: ``OutputError/notWritten(path:reason:)``, or what `body` throws.
  static func write(to path: String, _ body: (Sink) throws -> Void) throws {
    if isStandardOutput(path) {
      try writeToStandardOutput(body)
      return
    }
    // Asked of the path itself: what a descriptor's name leads to (`/dev/fd/63`) has no other.
    var old = stat()
    let isThere = stat(path, &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG {
      try writeThrough(body, to: path)
      return
    }
    let place = try target(of: path)
    // Replacing would go round a file's own protection.
    if isThere, access(place, W_OK) != 0 { throw failure(path) }
    let temporary = try besides(place, of: path)
    do {
      try temporary.file.write(body, for: path)
    } catch {
      fclose(temporary.file)
      unlink(temporary.name)
      throw error
    }
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

  /// A reader that has gone away needs no more pieces, and that is no error.
  private static func writeToStandardOutput(_ body: (Sink) throws -> Void) throws {
    struct ReaderGone: Error {}
    do {
      try body { piece in
        guard try StandardStreams.output(piece) else { throw ReaderGone() }
      }
    } catch is ReaderGone {}
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
    guard access(folder, F_OK) == 0 else { throw .noFolder(path: path, folder: folder) }
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

  private static func writeThrough(_ body: (Sink) throws -> Void, to path: String) throws {
    guard let file = fopen(path, "wb") else { throw failure(path) }
    do {
      try file.write(body, for: path)
    } catch {
      fclose(file)
      throw error
    }
    guard fclose(file) == 0 else { throw failure(path) }
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

  /// Writes the pieces that `body` makes to the stream, through to the system.
  fileprivate func write(_ body: (OutputFile.Sink) throws -> Void, for path: String) throws {
    try body { piece in
      let bytes = Array(piece.utf8)
      guard fwrite(bytes, 1, bytes.count, self) == bytes.count else { throw OutputFile.failure(path) }
    }
    guard fflush(self) == 0 else { throw OutputFile.failure(path) }
  }
}
