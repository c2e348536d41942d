import Foundation

/// A path taken apart as its text says; only ``real`` looks at files.
///
/// The rules are those of POSIX `dirname` and `basename`, for names of any length: one character, none,
/// slashes alone.
package struct PathName: Hashable, Sendable {
  /// The path as it was given.
  package let text: String

  /// The path of this text.
  package init(_ text: String) { self.text = text }

  /// Whether the text ends in a slash, and so can only mean a folder.
  package var meansFolder: Bool { text.utf8.last == slash }

  /// The folder that the path is in: `.` where the text names none.
  package var folder: String {
    let bytes = Array(text.utf8)
    let name = nameRange(bytes)
    guard !name.isEmpty else { return bytes.first == slash ? "/" : "." }
    var end = name.lowerBound
    while end > 1, bytes[end - 1] == slash { end -= 1 }
    return end == 0 ? "." : String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The last part of the path, without slashes behind it; empty for `/` and for an empty text.
  package var name: String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[nameRange(bytes)], as: UTF8.self)
  }

  /// The name without its extension: `a.b` of `a.b.yaml`, and `.profile` as it is.
  package var stem: String {
    let bytes = Array(name.utf8)
    guard let dot = bytes.lastIndex(of: 0x2E), dot > 0 else { return name }
    return String(decoding: bytes[..<dot], as: UTF8.self)
  }

  /// The path of another file of the same folder; an absolute one stays as it is.
  package func sibling(_ other: String) -> String {
    if other.utf8.first == slash { return other }
    let folder = folder
    if folder == ".", !text.utf8.starts(with: "./".utf8) { return other }
    return folder == "/" ? "/" + other : folder + "/" + other
  }

  /// The path of what is there, or would be made, with every link in it followed.
  package var real: PathName {
    if let found = realpath(text, nil) {
      defer { free(found) }
      return PathName(String(cString: found))
    }
    // A link may lead to what is not there yet; links in a circle lead nowhere.
    guard errno == ENOENT,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: text)
    else { return self }
    return PathName(sibling(target)).real
  }

  private func nameRange(_ bytes: [UInt8]) -> Range<Int> {
    var end = bytes.count
    while end > 0, bytes[end - 1] == slash { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] != slash { start -= 1 }
    return start..<end
  }
}

private let slash = UInt8(0x2F)
