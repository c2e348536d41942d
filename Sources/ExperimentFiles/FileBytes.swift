import Foundation

/// Why a file could not be read, in words.
struct UnreadableFile: Error {
  var reason: String
}

/// Reads a file, or standard input for `-`; of a file past the limit only as much as proves it.
func readBytes(_ path: String) throws(UnreadableFile) -> [UInt8] {
  if path != "-" {
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw UnreadableFile(
        reason: errno == ENOENT ? "there is no such file. Look at the path" : String(cString: strerror(errno))
      )
    }
    let kind = info.st_mode & S_IFMT
    if kind == S_IFDIR { throw UnreadableFile(reason: "it is a folder. Name a file in it") }
    // Opening a pipe waits for its writer, perhaps for ever.
    guard kind == S_IFREG || path == "/dev/stdin" else {
      throw UnreadableFile(
        reason: "it is a pipe or a device. Write '-' for standard input, or put the text into a file")
    }
  }
  guard let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
    throw UnreadableFile(reason: "it may not be read")
  }
  defer { if path != "-" { try? handle.close() } }
  var bytes: [UInt8] = []
  do {
    while bytes.count <= ReadingLimits.bytes,
      let more = try handle.read(upToCount: ReadingLimits.bytes + 1 - bytes.count), !more.isEmpty
    {
      bytes.append(contentsOf: more)
    }
  } catch {
    throw UnreadableFile(reason: "\(error.localizedDescription)")
  }
  return bytes
}
