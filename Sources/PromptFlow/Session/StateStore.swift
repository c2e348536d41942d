/// Where an app keeps its flow's state between processes.
///
/// A store on disk belongs to a target that may name Foundation; `PromptFlow` brings the protocol and
/// a store in memory. Write beside and rename, or use a store of the system's that does: a state half
/// written is a state lost.
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
