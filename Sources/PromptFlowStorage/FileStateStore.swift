public import Foundation
public import PromptFlow

/// Keeps the flow's state as JSON in one file of the app's.
///
/// - **Never half a state.** A state is written beside the file and renamed into its place, so a process
///   that ends while it writes leaves the last one.
/// - **A newer version is left as it is.** Reading it throws ``PromptFlow/FlowStateError/newerVersion(found:known:)``,
///   and the controller neither asks nor saves in that process.
/// - **A file that is there and cannot be read now** is left as it is as well
///   (``PromptFlow/FlowStateError/unreadable(_:)``): before the first unlock after a restart the system
///   hands out no protected file, and an app woken then must not take itself for a new install.
/// - **A damaged file** (cut off, not ours, a value no app can have come to) throws what is wrong with it;
///   the controller goes on as a new install and the next save replaces the file. At worst the app
///   requests once more, and the system answers with what it has (R29).
///
/// One process writes one file; an app and its extension keep two. The file is left out of backups on
/// Apple's systems, because another device has other answers (R30).
@MainActor
public final class FileStateStore: StateStore {
  /// The file.
  public let file: URL
  private var lastKept: FlowState?

  /// A store in a file, which need not exist, nor its folder.
  public init(file: URL) { self.file = file }

  /// A store in the app's own folder for such files.
  ///
  /// - Parameter name: the file's name, without its folder.
  /// - Throws: what the file manager throws where the app has no such folder.
  public static func inApplicationSupport(named name: String = "PromptFlow.json") throws -> FileStateStore {
    let folder = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    return FileStateStore(file: folder.appendingPathComponent(name))
  }

  /// What was kept; `nil` where there is no file.
  ///
  /// - Throws: ``PromptFlow/FlowStateError`` for a state that must not be used or cannot be read now,
  ///   `DecodingError` for what is no flow state.
  public func load() throws -> FlowState? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return nil
    } catch {
      throw FlowStateError.unreadable("\(error)")
    }
    let state = try JSONDecoder().decode(FlowState.self, from: data)
    lastKept = state
    return state
  }

  /// Keeps a state in place of the last one; one that has not changed is not written again.
  ///
  /// - Throws: what the file system throws; the last state is still there then.
  public func save(_ state: FlowState) throws {
    guard state != lastKept else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(state)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
    lastKept = state
    #if canImport(Darwin)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var place = file
      try? place.setResourceValues(values)  // the state is kept, whether or not it is in a backup too
    #endif
  }
}
