import Foundation
import Synchronization
package import TextFormats

/// A file, or standard input, that is open for reading.
///
/// A pipe or a device by name is refused, as nobody may ever write to it. What a shell hands over, `/dev/fd/63`, is
/// open already and read to its end.
///
/// A class, because it owns an open file.
package final class InputFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    var info = stat()
    if path == "-" {
      // Where standard input was closed, the system gives its number to the next file that is opened: one of
      // the runtime's own, which has no kind.
      guard fstat(STDIN_FILENO, &info) == 0, info.st_mode & S_IFMT != 0 else {
        throw FileProblem(reading: path, EBADF)
      }
      descriptor = STDIN_FILENO
      return
    }
    guard stat(path, &info) == 0 else { throw FileProblem(reading: path, errno) }
    let isHandedOver = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    switch info.st_mode & S_IFMT {
    case S_IFDIR: throw FileProblem(reading: path, EISDIR)
    // It could keep the reader waiting for ever.
    case let kind where kind != S_IFREG && !isHandedOver: throw FileProblem(reading: path, ENXIO)
    case _: break
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(reading: path, errno) }
    Self.read.withLock { _ = $0.insert(path.realPath) }
  }

  /// Every file that this process has opened to read.
  private static let read = Mutex<Set<String>>([])

  /// Whether this process has read the file that a path leads to.
  package static func hasRead(_ path: String) -> Bool { read.withLock { $0.contains(path.realPath) } }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Fills the buffer as far as one read does; 0 at the end.
  package func read(_ buffer: UnsafeMutableRawBufferPointer) throws(FileProblem) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileProblem(reading: path, errno) }
    }
  }

  /// Everything up to the end, or one byte more than `most` as proof that there is more.
  package func bytes(atMost most: Int) throws(FileProblem) -> [UInt8] {
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

extension FileProblem {
  /// Why the system refuses to read a file, by its code, and what to do.
  fileprivate init(reading path: String, _ code: Int32) {
    let known = [
      ENOENT: "there is no such file. Look at the path", EISDIR: "it is a folder. Name a file in it",
      EBADF: "standard input is closed. Name a file",
      ENXIO: "it is a pipe or a device. Write '-' for standard input, or put the text into a file",
    ]
    let why = known[code] ?? String(cString: strerror(code))
    self.init(file: path, line: 1, column: 1, message: "could not be read: \(why)")
  }
}
