/// Where an app keeps its flow's state between processes.
///
/// `PromptFlow` brings the protocol and a store in memory. The stores on disk are in targets that may name
/// Foundation: `FileStateStore` and `DefaultsStateStore` in `PromptFlowStorage`. One of
/// your own writes beside and renames: a state half written is a state lost. It throws
/// ``FlowStateError/unreadable(_:)`` where something is kept that it cannot get at, because whatever else
/// it throws lets the state be replaced.
@MainActor
public protocol StateStore {
  /// What was kept; `nil` where nothing was.
  ///
  /// - Throws: ``FlowStateError`` for a state that must not be used, anything else for one that
  ///   cannot be read.
  func load() throws -> FlowState?

  /// Keeps a state in place of the last one.
  func save(_ state: FlowState) throws
}

/// A store that forgets with the process: for tests and previews.
///
/// A class because those who share it share what it keeps.
@MainActor
public final class InMemoryStateStore: StateStore {
  /// What is kept.
  public var kept: FlowState?

  /// A store that keeps a state, or nothing yet.
  public init(_ kept: FlowState? = nil) { self.kept = kept }

  /// What is kept.
  public func load() throws -> FlowState? { kept }

  /// Keeps a state.
  public func save(_ state: FlowState) throws { kept = state }
}
