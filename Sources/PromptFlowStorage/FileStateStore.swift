public import Foundation
public import PromptFlow

/// Keeps the flow's state as JSON in one file of the app's.
///
/// - **Never half a state.** A state is written beside the file and renamed into its place, so a process
///   that ends while it writes leaves the last one.
/// - **A newer version is left as it is.** Reading it throws ``PromptFlow/FlowStateError/newerVersion(found:known:)``,
///   and the controller neither asks nor saves in that process.
/// - **A file that is there and cannot be read now** is left as it is as well
///   (``PromptFlow/FlowStateError/unreadable(_:)``), by ``load()`` and by ``save(_:)``: before the first unlock
///   after a restart the system hands out no protected file, and an app woken then must not take itself for a
///   new install. The controller reads again at the next event.
/// - **A damaged file** (cut off, not ours, a value no app can reach) throws what is wrong with it;
///   the controller goes on as a new install and the next save replaces the file. At worst the app
///   requests once more, and the system answers with what it has.
///
/// Whatever protection the app has by default, the file is readable from the first unlock on, so that a refresh in
/// the background of a locked device finds its state. One process writes one file; an app and its extension keep
/// two. The file is left out of backups on Apple's systems, because another device has other answers.
@MainActor
public final class FileStateStore: StateStore {
  /// The file.
  public let file: URL
  private var lastKept: FlowState?
  /// Whether what stands in the file has been looked at, so that it may be replaced.
  private var hasRead = false

  /// A store in a file, which need not exist, nor its folder.
  public init(file: URL) { self.file = file }

  /// A store in the app's own folder for such files, Application Support.
  ///
  /// - Parameter name: the file's name, without its folder.
  public static func inApplicationSupport(named name: String = "PromptFlow.json") -> FileStateStore {
    FileStateStore(file: AtomicFile.inApplicationSupport(named: name))
  }

  /// What was kept; `nil` where there is no file.
  ///
  /// - Throws: ``PromptFlow/FlowStateError`` for a state that must not be used or cannot be read now,
  ///   `DecodingError` for what is no flow state.
  public func load() throws -> FlowState? {
    guard let data = try read() else { return nil }
    let state = try JSONDecoder().decode(FlowState.self, from: data)
    lastKept = state
    return state
  }

  /// Keeps a state in place of the last one; one that has not changed is not written again.
  ///
  /// - Throws: ``PromptFlow/FlowStateError/unreadable(_:)`` where a file is there that cannot be read now; what
  ///   the file system throws. The last state is still there then.
  public func save(_ state: FlowState) throws {
    guard state != lastKept else { return }
    if !hasRead { _ = try read() }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try AtomicFile.write(try encoder.encode(state), to: file)
    lastKept = state
  }

  private func read() throws -> Data? {
    let data: Data?
    do {
      data = try AtomicFile.read(file)
    } catch {
      throw FlowStateError.unreadable("\(error)")
    }
    hasRead = true
    return data
  }
}
