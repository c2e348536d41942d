#if canImport(Darwin)
  import Foundation
  public import PromptFlow

  /// Keeps the flow's state in the app's user defaults, which write beside and rename.
  @MainActor
  public final class DefaultsStateStore: StateStore {
    private let defaults: UserDefaults
    private let key: String

    /// - Parameters:
    ///   - suite: the name of a suite of defaults; `nil` for the standard ones.
    ///   - key: the name of the value.
    public init(suite: String? = nil, key: String = "PromptFlow.state") {
      defaults = suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
      self.key = key
    }

    /// What was kept; `nil` where nothing was.
    public func load() throws -> FlowState? {
      guard let data = defaults.data(forKey: key) else { return nil }
      return try JSONDecoder().decode(FlowState.self, from: data)
    }

    /// Keeps a state.
    public func save(_ state: FlowState) throws {
      defaults.set(try JSONEncoder().encode(state), forKey: key)
    }
  }
#endif
