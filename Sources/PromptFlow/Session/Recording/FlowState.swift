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
  public static let currentVersion = 2

  /// The strategy under which it was kept.
  public var strategy: PromptStrategy
  /// The name of the event that the strategy's trigger counts; `nil` where it counts none, or one without a name.
  public var triggerEvent: CountedEvent?
  /// The app's asking.
  package var flow: AppFlow.Snapshot
  /// The consent layer, where the app has one.
  package var consent: ConsentLayer.Snapshot?
  /// The attribution SDK's gate, where the app has one.
  package var gate: AttributionGate.Snapshot?
  /// Events so far by name, names ascending, each with a count of at least 1.
  public var eventCounts: [EventCount]
  /// The status last read; `nil` before the first reading and where the system has none.
  public var lastStatus: AuthorizationStatus?
  /// Whether a session had begun and not ended.
  public var isInSession: Bool
  /// Seconds by the caller's clock since the gate started, at the last event; 0 without a wait.
  public var gateSeconds: Double
  /// When the answer that stands was first read, seconds since 1970; `nil` where nobody knows (R78).
  public var answeredAt: Double?

  /// How many events of one name have ended.
  public struct EventCount: Hashable, Sendable, Codable {
    /// The event.
    public var event: CountedEvent
    /// How many; ≥ 1.
    public var count: Int

    /// A count.
    public init(event: CountedEvent, count: Int) {
      self.event = event
      self.count = count
    }
  }

  /// Events so far of one name.
  public func count(of event: CountedEvent) -> Int {
    eventCounts.first { $0.event == event }?.count ?? 0
  }

  /// The counts by the names of a setup: a number that has got a name since counts under it.
  func counts(under setup: FlowSetup) -> [EventCount] {
    var counts: [EventCount] = []
    for entry in eventCounts {
      counts.add(EventCount(event: setup.name(of: entry.event), count: entry.count))
    }
    return counts
  }

  /// The strategy by the numbers of a setup, which may have its events in another order.
  ///
  /// `nil` where the setup does not have the event that was counted.
  func strategy(under setup: FlowSetup) -> PromptStrategy? {
    guard case .event(let kept, let count) = strategy.trigger else { return strategy }
    let event = setup.name(of: triggerEvent ?? CountedEvent(kept))
    guard let kind = setup.kind(of: event) else { return nil }
    var renumbered = strategy
    renumbered.trigger = .event(kind, count: count)
    return renumbered
  }
}

extension [FlowState.EventCount] {
  /// Adds to the count of an event, which is believed up to ``FlowState/largestCount``; names stay ascending.
  mutating func add(_ more: FlowState.EventCount) {
    if let index = firstIndex(where: { $0.event == more.event }) {
      self[index].count = Swift.min(self[index].count + more.count, FlowState.largestCount)
    } else {
      let index = firstIndex { $0.event.rawValue > more.event.rawValue } ?? endIndex
      insert(more, at: index)
    }
  }
}

/// Why a kept state is not used.
public enum FlowStateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another version of the app, newer than this one, has written it.
  case newerVersion(found: Int, known: Int)
  /// Something is kept and cannot be read now, for the reason given; later it may be.
  case unreadable(String)
  /// A value that no app can reach.
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
