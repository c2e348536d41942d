import Foundation
import Synchronization

/// A file, or standard input, that is open for reading.
///
/// A pipe or a device by name is refused, as nobody may ever write to it. What a shell hands over, `/dev/fd/63`, is
/// open already and read to its end.
///
/// A class, because it owns an open file.
package final class InputFile: Sendable {
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  package init(_ path: String) throws(UnreadableInput) {
    var info = stat()
    if path == "-" {
      // Where standard input was closed, the system gives its number to the next file that is opened: one of
      // the runtime's own, which has no kind.
      guard fstat(STDIN_FILENO, &info) == 0, info.st_mode & S_IFMT != 0 else { throw .isClosed }
      descriptor = STDIN_FILENO
      return
    }
    let isHandedOver = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    guard stat(path, &info) == 0 else { throw UnreadableInput(errno) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder
    case _: if !isHandedOver { throw .isPipeOrDevice }
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnreadableInput(errno) }
    Self.read.withLock { _ = $0.insert(PathName(path).real) }
  }

  /// Every file that this process has opened to read.
  private static let read = Mutex<Set<PathName>>([])

  /// Whether this process has read the file that a path leads to.
  package static func hasRead(_ path: String) -> Bool {
    read.withLock { $0.contains(PathName(path).real) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Fills the buffer as far as one read does; 0 at the end.
  package func read(_ buffer: UnsafeMutableRawBufferPointer) throws(UnreadableInput) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw UnreadableInput(errno) }
    }
  }

  /// Everything up to the end, or one byte more than `most` as proof that there is more.
  package func bytes(atMost most: Int) throws(UnreadableInput) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    while bytes.count <= most {
      let wanted = min(buffer.count, most + 1 - bytes.count)
      let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}

/// Why a file could not be read.
package enum UnreadableInput: Error, Hashable, Sendable {
  /// There is no such file.
  case missing
  /// It is a folder.
  case isFolder
  /// It is a pipe, a socket or a device, which could keep the reader waiting for ever.
  case isPipeOrDevice
  /// Standard input was closed before the program began.
  case isClosed
  /// The system refuses for another reason, in its own words.
  case refused(String)

  init(_ code: Int32) {
    switch code {
    case ENOENT: self = .missing
    case EBADF: self = .isClosed
    case EISDIR: self = .isFolder
    case _: self = .refused(String(cString: strerror(code)))
    }
  }
}
