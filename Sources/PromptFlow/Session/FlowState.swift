/// What an app keeps of its flow between processes.
///
/// A value to encode, to keep in a ``StateStore`` and to hand to the next process's
/// ``FlowSession``. It holds what happened to the install and no identifier of it.
///
/// The `version` counts the shapes this type has had. A reader accepts its own and all older ones,
/// and refuses a newer one (``FlowStateError/newerVersion(found:known:)``): what it cannot read it
/// must not act on. Keys that a version does not know are passed over.
public struct FlowState: Hashable, Sendable {
  /// The newest shape this code reads, and the one it writes.
  public static let currentVersion = 1

  /// The strategy under which it was kept.
  public var strategy: PromptStrategy
  /// The app's asking.
  public var flow: AppFlow.Snapshot
  /// The consent layer, where the app has one.
  public var consent: ConsentLayer.Snapshot?
  /// The attribution SDK's gate, where the app has one.
  public var gate: AttributionGate.Snapshot?
  /// Events so far by kind, kinds ascending, each with a count of at least 1.
  public var eventCounts: [EventCount]
  /// The status last read; `nil` before the first reading and where the system has none.
  public var lastStatus: AuthorizationStatus?
  /// Whether a session had begun and not ended.
  public var isInSession: Bool
  /// Seconds by the caller's clock since the gate started, at the last event; 0 without a wait.
  public var gateSeconds: Double
  /// When the answer that stands was first read, seconds since 1970; `nil` where nobody knows (R78).
  public var answeredAt: Double?

  /// How many events of one kind have ended.
  public struct EventCount: Hashable, Sendable, Codable {
    /// The kind.
    public var kind: EventKind
    /// How many; ≥ 1.
    public var count: Int

    /// A count.
    public init(kind: EventKind, count: Int) {
      self.kind = kind
      self.count = count
    }
  }

  /// Events so far of one kind.
  public func count(of kind: EventKind) -> Int {
    eventCounts.first { $0.kind == kind }?.count ?? 0
  }
}

/// Why a kept state is not used.
public enum FlowStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another version of the app, newer than this one, has written it.
  case newerVersion(found: Int, known: Int)
  /// Something is kept and cannot be read now, for the reason given; later it may be.
  case unreadable(String)
  /// A value that no app can have come to.
  case impossible(key: String, found: String, expected: String)

  /// What was expected, what was found, and what follows.
  public var description: String {
    switch self {
    case .newerVersion(let found, let known):
      "The flow state has version \(found); this app reads versions up to \(known). "
        + "It is left as it is, and nothing is asked until an app that can read it runs."
    case .unreadable(let reason):
      "The flow state cannot be read now: \(reason). It is left as it is, and nothing is asked before it can."
    case .impossible(let key, let found, let expected):
      "The flow state's '\(key)' is \(found); expected \(expected)."
    }
  }
}
