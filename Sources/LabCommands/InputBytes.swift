import Foundation

/// A file, or standard input, as a stream of bytes.
///
/// A class, because it owns an open file.
final class InputBytes {
  private let descriptor: Int32
  private let path: String

  /// - Parameter path: `-` is standard input.
  /// - Throws: ``InputError``.
  init(_ path: String) throws(InputError) {
    self.path = path
    if path == "-" {
      descriptor = STDIN_FILENO
      return
    }
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw InputError(
        path: path, reason: errno == ENOENT ? "there is no such file" : String(cString: strerror(errno)))
    }
    let kind = info.st_mode & S_IFMT
    if kind == S_IFDIR { throw InputError(path: path, reason: "it is a folder; name a CSV file") }
    // Opening a pipe by name waits for its writer, perhaps for ever; what a shell hands over is open already.
    guard kind == S_IFREG || path.hasPrefix("/dev/fd/") || path == "/dev/stdin" else {
      throw InputError(path: path, reason: "it is a pipe or a device; write '-' for standard input")
    }
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw InputError(path: path, reason: String(cString: strerror(errno))) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Fills the buffer as far as one read does; 0 at the end.
  ///
  /// - Throws: ``InputError``.
  func read(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw InputError(path: path, reason: String(cString: strerror(errno))) }
    }
  }
}

/// Why a file of data could not be read.
struct InputError: Error, Hashable, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path): cannot be read: \(reason)" }
}
