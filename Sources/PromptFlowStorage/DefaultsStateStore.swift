import Foundation
public import PromptFlow

/// Keeps the flow's state in user defaults, for an app that may keep no files: on tvOS, whose system clears them.
///
/// Elsewhere prefer ``FileStateStore``. User defaults are under data protection and read as *empty* before the
/// first unlock after a restart, with nothing to tell that from a new install but the system's word about
/// protected data. So nothing kept while protected data is unavailable throws
/// ``PromptFlow/FlowStateError/unreadable(_:)``, and a state is not saved over what could not be read.
@MainActor
public final class DefaultsStateStore: StateStore {
  private let kept: DefaultsValue

  /// A store in the app's own defaults: no other process may write the state of this one.
  ///
  /// - Parameters:
  ///   - key: the name of the value.
  ///   - isProtectedDataAvailable: `UIApplication.shared.isProtectedDataAvailable`.
  public convenience init(
    key: String = "PromptFlow.state", isProtectedDataAvailable: @escaping @MainActor () -> Bool
  ) {
    self.init(DefaultsValue(key: key, isProtectedDataAvailable: isProtectedDataAvailable))
  }

  package init(_ kept: DefaultsValue) { self.kept = kept }

  /// What was kept; `nil` where nothing was.
  ///
  /// - Throws: ``PromptFlow/FlowStateError`` for a state that must not be used or cannot be read now,
  ///   `DecodingError` for what is no flow state.
  public func load() throws -> FlowState? {
    try kept.read().map { try JSONDecoder().decode(FlowState.self, from: $0) }
  }

  /// Keeps a state.
  ///
  /// - Throws: ``PromptFlow/FlowStateError/unreadable(_:)`` where it cannot be known what would be replaced.
  public func save(_ state: FlowState) throws {
    try kept.write(try JSONEncoder().encode(state))
  }
}
