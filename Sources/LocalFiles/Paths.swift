import Foundation

/// A path taken apart as its text says; only ``realPath`` looks at files.
extension String {
  /// The folder that the path is in: `.` where the text names none.
  package var folderPath: String { URL(fileURLWithPath: self).deletingLastPathComponent().relativePath }

  /// The last part of the path.
  package var fileName: String { URL(fileURLWithPath: self).lastPathComponent }

  /// That part without its extension: `a.b` of `a.b.yaml`, and `.profile` as it is.
  package var fileStem: String { URL(fileURLWithPath: self).deletingPathExtension().lastPathComponent }

  /// The path of another file of the same folder; an absolute one stays as it is.
  package func sibling(_ other: String) -> String {
    guard contains("/"), !other.hasPrefix("/") else { return other }
    return folderPath == "/" ? "/" + other : folderPath + "/" + other
  }

  /// The path of what is there, or would be made, with every link in it followed.
  package var realPath: String {
    if let found = realpath(self, nil) {
      defer { free(found) }
      return String(cString: found)
    }
    // A link may lead to what is not there yet; links in a circle lead nowhere.
    guard errno == ENOENT, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: self)
    else { return self }
    return sibling(target).realPath
  }
}
