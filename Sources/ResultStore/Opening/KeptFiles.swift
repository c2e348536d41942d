import LocalFiles
import Synchronization

/// The stores that this program has looked into, kept open until it ends.
///
/// Closing any descriptor of a file gives up all locks that the program holds of its bytes, those of SQLite's
/// connections too (https://www.sqlite.org/howtocorrupt.html, section 2.2). Another program would then take
/// itself for the only one, and throw away the log that this one goes on writing.
enum KeptFiles {
  /// By file, all that was opened of it: more than one where the name went from one file to another meanwhile.
  private static let files = Mutex<[FileIdentity: [InputFile]]>([:])

  /// The file at a path, opened at most once for each file.
  ///
  /// - Throws: `UnreadableInput`.
  static func file(_ path: String) throws(UnreadableInput) -> InputFile {
    try files.withLock { files throws(UnreadableInput) in
      if let identity = FileIdentity(path), let known = files[identity]?.first { return known }
      let opened = try InputFile(path)
      if let identity = opened.identity { files[identity, default: []].append(opened) }
      return opened
    }
  }
}
