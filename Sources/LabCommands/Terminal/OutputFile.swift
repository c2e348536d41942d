import ExperimentFiles
import Foundation
import LocalFiles
import Rendering

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

  /// Writes a text; see ``write(to:force:_:)``.
  static func write(_ text: String, to path: String, force: Bool = false) throws {
    try write(to: path, force: force) { try $0(text) }
  }

  /// Writes beside the path under another name, then puts it in place in one step.
  ///
  /// `-` is standard output. What is there and is no ordinary file (a device, a pipe) is written to, never replaced. When
  /// `body` throws nothing is left behind, and the process is not ended in between.
  ///
  /// - Parameters:
  ///   - force: whether a file that exists is replaced.
  ///   - body: Hands the text to the sink, piece by piece.
  /// - Throws: ``Ended``, or what `body` throws.
  static func write(to path: String, force: Bool = false, _ body: (Sink) throws -> Void) throws {
    guard !isStandardOutput(path) else { return try fill(STDOUT_FILENO, "standard output", body) }
    guard let place = try place(path, force: force) else {
      return try fill(open(path, O_WRONLY | O_CLOEXEC), path, body)
    }
    let part = place.sibling(".att-lab.\(UUID().uuidString).part")
    try Interruption.whole {
      do {
        try fill(open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666), path, body)
        guard rename(part, place) == 0 else { throw Ended.notWritten(path) }
      } catch {
        unlink(part)
        throw error
      }
    }
  }

  /// Writes the pieces that `body` makes, and closes all but standard output.
  ///
  /// A reader that has gone away needs no more pieces, and that is no error.
  private static func fill(_ descriptor: Int32, _ path: String, _ body: (Sink) throws -> Void) throws {
    struct ReaderGone: Error {}
    guard descriptor >= 0 else { throw Ended.notWritten(path) }
    defer { if descriptor != STDOUT_FILENO { close(descriptor) } }
    do {
      try body { piece in
        guard try StandardStreams.write(piece, to: descriptor, called: path) else { throw ReaderGone() }
      }
    } catch is ReaderGone {}
  }

  /// Finds out before long work whether a file could be written there at all.
  static func requireWritable(_ path: String, force: Bool) throws(Ended) {
    guard !isStandardOutput(path), let place = try place(path, force: force) else { return }
    let folder = place.folderPath
    guard access(folder, F_OK) == 0 else {
      throw .unwritable(
        "cannot write '\(path)': the folder '\(folder)' does not exist; make it, or name another file")
    }
    guard access(folder, W_OK) == 0 else { throw .notWritten(path) }
  }

  /// Where a file would be put, links followed; `nil` for what is written to as it is.
  private static func place(_ path: String, force: Bool) throws(Ended) -> String? {
    guard !path.unicodeScalars.contains("\u{FFFD}") else { throw .notWritten(path, "its name is not UTF-8") }
    var old = stat()
    if stat(path, &old) == 0 {
      switch old.st_mode & S_IFMT {
      case S_IFDIR: throw .notWritten(path, String(cString: strerror(EISDIR)))
      case S_IFREG:
        guard force else {
          throw .unwritable(
            "'\(path)' exists already and was left as it is; name another file, or replace it with --force")
        }
        // What is written may rest on it.
        guard !InputFile.hasRead(path) else {
          throw .notWritten(path, "this command reads it, and --force does not replace that")
        }
        // Runs are never replaced by a table of them.
        let bytes = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 15)
        guard bytes != Data("SQLite format 3".utf8) else {
          throw .notWritten(path, "it is a store, which --force does not replace either")
        }
      case _: return nil
      }
      // Replacing would go round a file's own protection.
      guard access(path, W_OK) == 0 else { throw .notWritten(path) }
    } else if errno != ENOENT {
      throw .notWritten(path)
    } else if path.hasSuffix("/") {
      throw .notWritten(path, "its name ends in '/', as only a folder's does")
    }
    return path.realPath
  }
}

/// The text of an experiment that a command writes: over the file that it is made from, or whole where that is none.
func writtenExperiment(
  _ made: MadeExperiment, over file: String?, by command: String, at path: String
) -> String {
  let isPrinted = OutputFile.isStandardOutput(path)
  let run = isPrinted ? "" : "# Run it: att-lab simulate \(TerminalText.shellWord(path))\n"
  let start = "# Written by att-lab \(command).\n" + run
  guard let file, file != "-", !file.hasPrefix("/dev/") else { return start + made.whole }
  // As it is found from where the text will be.
  let (source, target) = (URL(fileURLWithPath: file), URL(fileURLWithPath: isPrinted ? "out" : path))
  let folders = [source, target].map { $0.deletingLastPathComponent().standardizedFileURL }
  let name = folders[0] == folders[1] ? source.lastPathComponent : source.standardizedFileURL.path
  return start + made.text(extending: name)
}
