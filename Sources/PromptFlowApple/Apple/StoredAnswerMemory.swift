#if canImport(Darwin)
  import Foundation

  /// A memory in the app's user defaults, which go with the app (R30).
  @MainActor
  public final class StoredAnswerMemory: AnswerMemory {
    private let defaults: UserDefaults
    private let key: String

    /// - Parameters:
    ///   - suite: the name of a suite of defaults; `nil` for the standard ones.
    ///   - key: the name of the value.
    public init(suite: String? = nil, key: String = "PromptFlow.personHasAnswered") {
      defaults = suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
      self.key = key
    }

    /// Whether the person has answered an alert of this install.
    public var personHasAnswered: Bool {
      get { defaults.bool(forKey: key) }
      set { defaults.set(newValue, forKey: key) }
    }

    /// Whether the question was open at any reading in this install.
    public var hasReadUndetermined: Bool {
      get { defaults.bool(forKey: key + ".hasReadUndetermined") }
      set { defaults.set(newValue, forKey: key + ".hasReadUndetermined") }
    }
  }
#endif
