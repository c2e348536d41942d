import Foundation

/// Which file a path leads to, whatever links and names lead there.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The file that is there now, links followed; `nil` without one or it may not be looked at.
  package init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
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
