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
  package var meansFolder: Bool { text.hasSuffix("/") }

  /// The folder that the path is in: `.` where the text names none.
  package var folder: String {
    guard let last = text.split(separator: "/").last else { return meansFolder ? "/" : "." }
    let before = text[..<last.startIndex]
    if before.isEmpty { return "." }
    return before.lastIndex { $0 != "/" }.map { String(before[...$0]) } ?? "/"
  }

  /// The last part of the path, without slashes behind it; empty for `/` and for an empty text.
  package var name: String { text.split(separator: "/").last.map { String($0) } ?? "" }

  /// The name without its extension: `a.b` of `a.b.yaml`, and `.profile` as it is.
  package var stem: String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The path of another file of the same folder; an absolute one stays as it is.
  package func sibling(_ other: String) -> String {
    if other.hasPrefix("/") { return other }
    let folder = folder
    if folder == ".", !text.hasPrefix("./") { return other }
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
}
