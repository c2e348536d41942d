import Foundation
import Rendering

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
  /// - Throws: ``Ended`` when the output cannot take them, as on a full disk.
  static func output(_ text: String) throws(Ended) {
    _ = try write(text, to: STDOUT_FILENO, called: "standard output")
  }

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
  static func error(_ text: String) { _ = try? write(text, to: STDERR_FILENO, called: "standard error") }

  /// Writes a text whole.
  ///
  /// - Parameter path: what the output is called where it cannot take it.
  /// - Returns: whether anybody still reads. A reader that has gone away, as `head` does, is no error.
  static func write(_ text: String, to descriptor: Int32, called path: String) throws(Ended) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if written < 0, errno == EPIPE {
        return false
      } else if written < 0, errno != EINTR, errno != EAGAIN {
        throw .notWritten(path)
      }
    }
    return true
  }
}

extension Ended {
  /// Results that could not be put where they were asked for.
  ///
  /// - Parameter reason: the system's words for its last failure, unless given.
  static func notWritten(_ path: String, _ reason: String = String(cString: strerror(errno))) -> Ended {
    let fix =
      reason == String(cString: strerror(ENOSPC)) ? "make room, or name another file" : "name another file"
    return unwritable("cannot write '\(path)': \(reason); \(fix)")
  }

  /// The same, in a sentence.
  static func unwritable(_ sentence: String) -> Ended { Ended(.inputOutput, ["Error: \(sentence)"]) }
}
