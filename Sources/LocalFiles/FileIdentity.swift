import Foundation

/// Which file a path leads to, whatever links and names lead there.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The file that is there now, links followed; `nil` without one or it may not be looked at.
  package init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
  }
}

/// Where a path leads when every link in it is followed, be there a file or not.
package struct ResolvedPath: Hashable, Sendable {
  /// The path without links; absolute where its folder exists.
  package let text: String

  /// The folder that the file is in, or would be made in.
  package var folder: String { PathName(text).folder }

  /// Follows the links.
  ///
  /// - Throws: ``SystemFailure`` where the system refuses to follow them: too many, or one that it does not
  ///   let this user follow.
  package init(_ path: String) throws(SystemFailure) {
    var next = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      var info = stat()
      if stat(next, &info) == 0 {
        text = Self.real(next) ?? next
        return
      }
      guard errno == ENOENT else { throw SystemFailure() }
      guard lstat(next, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else {
        let name = PathName(next)
        text = Self.real(name.folder).map { PathName($0 + "/.").sibling(name.name) } ?? next
        return
      }
      next = PathName(next).sibling(try Self.destination(of: next))
    }
    throw SystemFailure(code: ELOOP)
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private static func destination(of link: String) throws(SystemFailure) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { throw SystemFailure() }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// What the system said when it refused something.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's number, such as `EACCES`.
  package let code: Int32

  /// The failure of the last call, or one of this number.
  package init(code: Int32 = errno) { self.code = code }

  /// The system's own words: `Permission denied`.
  package var description: String { String(cString: strerror(code)) }
}
