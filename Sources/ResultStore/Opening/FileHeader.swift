import LocalFiles

/// The first hundred bytes of a SQLite file, read without SQLite
/// (https://www.sqlite.org/fileformat2.html, section 1.3).
struct FileHeader {
  private let bytes: [UInt8]

  /// The header of a file; `nil` where there is no file or an empty one.
  init?(ofFile path: String) throws {
    do throws(UnreadableInput) {
      bytes = try KeptFiles.file(path).firstBytes(100)
    } catch .missing {
      return nil
    }
    if bytes.isEmpty { return nil }
  }

  /// Whether the file begins as one of SQLite's.
  var isSQLite: Bool { bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8)) }

  /// `PRAGMA user_version`.
  var userVersion: Int { number(at: 60) }

  /// `PRAGMA application_id`.
  var applicationID: Int { number(at: 68) }

  /// Four bytes, most significant first, signed.
  private func number(at start: Int) -> Int {
    guard start + 4 <= bytes.count else { return 0 }
    return Int(Int32(bitPattern: bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }))
  }
}
