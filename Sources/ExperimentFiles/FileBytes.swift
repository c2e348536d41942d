import Foundation

/// Why a file could not be read, in words.
struct UnreadableFile: Error {
  var reason: String
}

/// Reads a file, or standard input for `-`; of a file past the limit only as much as proves it.
func readBytes(_ path: String) throws(UnreadableFile) -> [UInt8] {
  var isFolder: ObjCBool = false
  if path != "-" {
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UnreadableFile(reason: "there is no such file")
    }
    if isFolder.boolValue { throw UnreadableFile(reason: "it is a folder") }
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
