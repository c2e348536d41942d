package import Foundation

/// A small file of the app's that must never be half written, nor taken for missing while it is protected.
package enum AtomicFile {
  /// Where such files are: the folder need not exist yet.
  package static func inApplicationSupport(named name: String) -> URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    // The system names one for every app; the path it would name stands for the case that it does not.
    let folder =
      folders.first
      ?? URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
      .appendingPathComponent("Library/Application Support", isDirectory: true)
    return folder.appendingPathComponent(name)
  }

  /// The contents; `nil` where there is no file, which is visible on a locked device, too.
  package static func read(_ file: URL) throws -> Data? {
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    }
  }

  /// Writes beside the file and renames; readable from the first unlock after a restart on, and in no backup.
  package static func write(_ data: Data, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    #if canImport(Darwin)
      try data.write(to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var written = file
      try? written.setResourceValues(values)  // the data is kept, whether or not it is in a backup too
    #else
      try data.write(to: file, options: .atomic)
    #endif
  }
}
