import Foundation
import Synchronization

/// A file, or standard input, that is open for reading.
///
/// Opening and reading never wait for somebody who may not come: a pipe or a device by name is refused, and
/// so is a file that has no bytes to give now, as the kernel's log has not. What a shell hands over,
/// `/dev/fd/63`, is open already and read to its end.
///
/// A class, because it owns an open file.
package final class InputFile: Sendable {
  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  package init(_ path: String) throws(UnreadableInput) {
    if path == "-" {
      // Where standard input was closed, the system gives its number to the next file that is opened: one of
      // the runtime's own, which has no kind.
      var info = stat()
      guard fstat(STDIN_FILENO, &info) == 0, info.st_mode & S_IFMT != 0 else { throw .isClosed }
      descriptor = STDIN_FILENO
      return
    }
    let isHandedOver = Self.isHandedOver(path)
    var info = stat()
    guard stat(path, &info) == 0 else { throw UnreadableInput(SystemFailure()) }
    try Self.requireReadable(info, isHandedOver: isHandedOver)
    let opened = open(path, O_RDONLY | O_CLOEXEC | (isHandedOver ? 0 : O_NONBLOCK))
    guard opened >= 0 else { throw UnreadableInput(SystemFailure()) }
    // Another file may have taken the name since.
    guard fstat(opened, &info) == 0 else {
      let failure = SystemFailure()
      close(opened)
      throw UnreadableInput(failure)
    }
    do throws(UnreadableInput) {
      try Self.requireReadable(info, isHandedOver: isHandedOver)
    } catch {
      close(opened)
      throw error
    }
    descriptor = opened
    if let place = try? ResolvedPath(path) { Self.read.withLock { _ = $0.insert(place) } }
  }

  /// Every file that this process has opened to read.
  private static let read = Mutex<Set<ResolvedPath>>([])

  /// Whether this process has read the file that a path leads to.
  package static func hasRead(_ path: String) -> Bool {
    (try? ResolvedPath(path)).map { place in read.withLock { $0.contains(place) } } ?? false
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Fills the buffer as far as one read does; 0 at the end.
  package func read(_ buffer: UnsafeMutableRawBufferPointer) throws(UnreadableInput) -> Int {
    while true {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw UnreadableInput(SystemFailure()) }
    }
  }

  /// Everything up to the end, or one byte more than `most` as proof that there is more.
  package func bytes(atMost most: Int) throws(UnreadableInput) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= most {
      let wanted = min(buffer.count, most + 1 - bytes.count)
      let count = try read(&buffer, wanted)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private func read(_ buffer: inout [UInt8], _ wanted: Int) throws(UnreadableInput) -> Int {
    let outcome = buffer.withUnsafeMutableBytes { whole in
      Result { () throws(UnreadableInput) in
        try read(UnsafeMutableRawBufferPointer(rebasing: whole[..<wanted]))
      }
    }
    return try outcome.get()
  }

  /// Whether the path is a descriptor that the process that started the program has opened.
  private static func isHandedOver(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }

  private static func requireReadable(_ info: stat, isHandedOver: Bool) throws(UnreadableInput) {
    switch info.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw .isFolder
    case _: if !isHandedOver { throw .isPipeOrDevice }
    }
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
  /// It gives no bytes now, and nobody knows when it will.
  case isWaiting
  /// Standard input was closed before the program began.
  case isClosed
  /// The system refuses for another reason.
  case refused(SystemFailure)

  init(_ failure: SystemFailure) {
    switch failure.code {
    case ENOENT: self = .missing
    case EAGAIN: self = .isWaiting
    case EBADF: self = .isClosed
    case EISDIR: self = .isFolder
    case _: self = .refused(failure)
    }
  }
}
