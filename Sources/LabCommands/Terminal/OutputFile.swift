import Foundation
import LocalFiles

/// Files that are there whole or not at all.
enum OutputFile {
  /// What people write for standard output.
  static let standardOutput = "-"

  /// Whether the path stands for standard output: `-`, or one of the names that Unix has for it.
  static func isStandardOutput(_ path: String) -> Bool {
    [standardOutput, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
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
  /// pipe) is written to, never replaced. When `body` throws, or a signal ends the process, nothing is left
  /// behind; what a killed process left in the folder is cleared away.
  /// - Parameter body: Hands the text to the sink, piece by piece.
  /// - Throws: ``OutputError``, or what `body` throws.
  static func write(to path: String, _ body: (Sink) throws -> Void) throws {
    if isStandardOutput(path) {
      try writeToStandardOutput(body)
      return
    }
    let destination = try OutputDestination(path)
    guard let resolved = destination.resolved else {
      try writeThrough(body, to: path)
      return
    }
    PartFile.sweep(PathName(resolved).folder)
    let part = try PartFile(besides: resolved, of: destination)
    do {
      try part.file.write(body, for: path)
      if let old = destination.replaced {
        // The mode last: giving a file away takes bits of it.
        _ = fchown(fileno(part.file), old.st_uid, old.st_gid)
        guard fchmod(fileno(part.file), old.st_mode & 0o7777) == 0 else { throw failure(path) }
      }
    } catch {
      part.abandon()
      throw error
    }
    guard part.move(to: resolved) else { throw failure(path) }
  }

  /// A reader that has gone away needs no more pieces, and that is no error.
  private static func writeToStandardOutput(_ body: (Sink) throws -> Void) throws {
    do {
      try body { piece in
        guard try StandardStreams.output(piece) else { throw ReaderGone() }
      }
    } catch is ReaderGone {}
  }

  /// Finds out before long work whether a file could be written there at all.
  static func requireWritable(for path: String) throws(OutputError) {
    if isStandardOutput(path) { return }
    let destination = try OutputDestination(path)
    guard let resolved = destination.resolved else { return }
    let folder = PathName(resolved).folder
    guard access(folder, F_OK) == 0 else { throw .noFolder(path: path, folder: folder) }
    guard access(folder, W_OK) == 0 else { throw failure(path) }
  }

  /// Refuses a page that would replace a file which is no page of this tool's.
  static func requireOwnPage(at path: String) throws(OutputError) {
    var info = stat()
    guard !isStandardOutput(path), stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0
    else { return }
    // Who may not read it learns so where it is written.
    guard let file = try? InputFile(path), let head = try? file.bytes(atMost: 4_096) else { return }
    guard String(decoding: head, as: UTF8.self).contains(pageMark) else { throw .notOurs(path: path) }
  }

  /// What the head of every page has.
  private static let pageMark = #"<meta name="generator" content="att-lab">"#

  /// Writes a new file and never over another.
  static func create(_ text: String, at path: String) throws(OutputError) {
    guard let file = fopen(path, "wbx") else {
      throw errno == EEXIST ? .exists(path: path) : failure(path)
    }
    RemovedOnSignal.add(path)
    defer { RemovedOnSignal.remove(path) }
    let isWritten = file.writeWhole(text)
    let isClosed = fclose(file) == 0
    guard isWritten, isClosed else {
      let reason = failure(path)
      unlink(path)
      throw reason
    }
  }

  private static func writeThrough(_ body: (Sink) throws -> Void, to path: String) throws {
    let descriptor = try openThrough(path)
    guard let file = fdopen(descriptor, "wb") else {
      let reason = failure(path)
      close(descriptor)
      throw reason
    }
    do {
      try file.write(body, for: path)
    } catch is ReaderGone {
      fclose(file)
      return
    } catch {
      fclose(file)
      throw error
    }
    guard fclose(file) == 0 || errno == EPIPE else { throw failure(path) }
  }

  /// Opens a device or a pipe; a pipe that nobody reads yet is waited for, and that is said.
  private static func openThrough(_ path: String) throws -> Int32 {
    var isWaiting = false
    while true {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      if descriptor >= 0 {
        // From now on a full pipe makes the writer wait.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      }
      guard errno == ENXIO, isPipe(path) else { throw failure(path) }
      if !isWaiting {
        StandardStreams.message("Waiting for a program to read the pipe '\(path)'; Ctrl-C ends the wait.")
        isWaiting = true
      }
      if Interruption.isRequested { throw Interruption.ended }
      usleep(20_000)
    }
  }

  private static func isPipe(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO
  }

  static func failure(_ path: String) -> OutputError {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}

/// A pipe whose reader has gone away and needs no more pieces.
private struct ReaderGone: Error {}

/// What stands where an output is to go, found out without changing it.
struct OutputDestination {
  /// The path of the file itself, links followed; `nil` for a device or a pipe, which is written to as it is.
  let resolved: String?
  /// The file that will be replaced; `nil` where it does not exist yet.
  let replaced: stat?

  /// - Throws: ``OutputError`` where no file can be put: a folder, a name that is too long or no text, or what
  ///   the system does not let this user look at or write. Going round a link that the kernel refuses to
  ///   follow would go round its protection.
  init(_ path: String) throws(OutputError) {
    guard !path.unicodeScalars.contains("\u{FFFD}") else { throw .notUTF8(path: path) }
    var old = stat()
    if stat(path, &old) == 0 {
      switch old.st_mode & S_IFMT {
      case S_IFDIR: throw .notWritten(path: path, reason: String(cString: strerror(EISDIR)))
      case S_IFREG: break
      case _:
        guard access(path, W_OK) == 0 else { throw OutputFile.failure(path) }
        (resolved, replaced) = (nil, nil)
        return
      }
      // Replacing would go round a file's own protection.
      guard access(path, W_OK) == 0 else { throw OutputFile.failure(path) }
      replaced = old
    } else {
      guard errno == ENOENT else { throw OutputFile.failure(path) }
      guard !PathName(path).meansFolder else {
        throw .notWritten(path: path, reason: "its name ends in '/', as only a folder's does")
      }
      replaced = nil
    }
    do throws(SystemFailure) {
      resolved = try ResolvedPath(path).text
    } catch {
      throw .notWritten(path: path, reason: error.description)
    }
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
      guard fwrite(bytes, 1, bytes.count, self) == bytes.count else { throw whyNotWritten(path) }
    }
    guard fflush(self) == 0 else { throw whyNotWritten(path) }
  }

  private func whyNotWritten(_ path: String) -> any Error {
    errno == EPIPE ? ReaderGone() : OutputFile.failure(path)
  }
}
