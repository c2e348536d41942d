import Foundation
import TestData
import TextFormats

/// Standard output for results, standard error for everything else.
enum StandardStreams {
  /// Lets a write to a closed pipe, and one beyond the size that files may have (`ulimit -f`), return an
  /// error instead of ending the process.
  static func ignoreFailedWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes results.
  ///
  /// A reader that has gone away, as `head` does, is no error.
  ///
  /// - Returns: whether anybody still reads.
  /// - Throws: ``OutputError`` when the output cannot take them, as on a full disk.
  @discardableResult
  static func output(_ text: String) throws(OutputError) -> Bool { try write(text, to: STDOUT_FILENO) }

  /// Writes a message for a person, a line of its own.
  ///
  /// Names of files and arms in it can neither steer the terminal nor look like a line of ours.
  static func message(_ text: String) { message(lines: [text]) }

  /// Writes a message of several lines, each of which stays one, whatever the names in it.
  static func message(lines: [String]) {
    error(lines.map { $0.withoutControlCharacters() + "\n" }.joined())
  }

  /// Writes what the parser of arguments says of a slip: its own lines stay, those of what was typed do not.
  static func message(_ text: String, quoting arguments: [String]) {
    // Of `--out=x` it quotes the whole or what stands behind the sign.
    let typed = arguments.flatMap {
      [$0] + $0.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    var shown = text
    for slip in typed where slip.hasControlCharacters {
      shown = shown.replacing(slip, with: slip.withoutControlCharacters())
    }
    error(shown.withoutControlCharacters(except: ["\n"]) + "\n")
  }

  /// Writes to standard error as it is; there is nobody to tell when that fails.
  static func error(_ text: String) { _ = try? write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) throws(OutputError) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if written < 0, errno == EPIPE {
        return false
      } else if written < 0, errno != EINTR, errno != EAGAIN {
        throw OutputError.notWritten(path: "standard output", reason: String(cString: strerror(errno)))
      }
    }
    return true
  }
}

/// Why results could not be put where they were asked for.
enum OutputError: CommandFailure, Hashable, CustomStringConvertible {
  case notWritten(path: String, reason: String)
  case noFolder(path: String, folder: String)
  case exists(path: String)
  case isRead(path: String)
  case notUTF8(path: String)

  var description: String {
    switch self {
    case .notWritten(let path, let reason):
      "cannot write '\(path)': \(reason); "
        + (reason == String(cString: strerror(ENOSPC))
          ? "make room, or name another file" : "name another file")
    case .noFolder(let path, let folder):
      "cannot write '\(path)': the folder '\(folder)' does not exist; make it, or name another file"
    case .exists(let path):
      "'\(path)' exists already and was left as it is; name another file, or replace it with --force"
    case .isRead(let path):
      "'\(path)' is what this command reads, which --force does not replace either; name another file"
    case .notUTF8(let path):
      "cannot write '\(path)': its name is not UTF-8; name another file"
    }
  }

  var exitStatus: ExitStatus { .inputOutput }
  var lines: [String] { ["Error: \(self)"] }
}
