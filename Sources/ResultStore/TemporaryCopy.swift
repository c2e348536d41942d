import Foundation

/// A copy of a database file and its log, in a folder of its own that is removed
/// when the copy is released.
final class TemporaryCopy: Sendable {
  /// The copy's path.
  let file: String
  private let folder: URL

  /// A place for a copy, with nothing in it yet.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("att-lab-\(UUID().uuidString)", isDirectory: true)
    file = folder.appendingPathComponent("store.sqlite").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  convenience init(of original: String) throws {
    try self.init()
    try FileManager.default.copyItem(atPath: original, toPath: file)
    var isFolder: ObjCBool = false
    let log = original + "-wal"
    if FileManager.default.fileExists(atPath: log, isDirectory: &isFolder), !isFolder.boolValue {
      try FileManager.default.copyItem(atPath: log, toPath: file + "-wal")
    }
  }

  deinit {
    // The system clears what cannot be removed here.
    try? FileManager.default.removeItem(at: folder)
  }
}
