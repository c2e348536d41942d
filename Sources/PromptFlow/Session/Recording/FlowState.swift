/// What an app keeps of its flow between processes.
///
/// A value to encode, to keep in a ``StateStore`` and to hand to the next process's
/// ``FlowSession``. It holds what happened to the install and no identifier of it.
///
/// The `version` counts the shapes this type has had. A reader refuses a newer one than its own
/// (``FlowStateError/newerVersion(found:known:)``): what it cannot read it must not act on. Keys that it does not know
/// are passed over.
public struct FlowState: Hashable, Sendable, Encodable {
  /// The newest shape this code reads, and the one it writes.
  public static let currentVersion = 1

  /// The shape it is written in.
  var version = Self.currentVersion
  /// The strategy under which it was kept, with the name of the event that its trigger counts.
  var asking: PromptStrategyCoding
  /// The app's asking.
  package var flow: AppFlow.Kept
  /// The consent layer, where the app has one.
  package var consent: ConsentLayer.State?
  /// The attribution SDK's gate, where the app has one.
  package var gate: AttributionGate.Kept?
  /// Events so far by name.
  package var counts: [String: Int]
  /// The status last read; `nil` before the first reading and where the system has none.
  package var lastStatus: AuthorizationStatus?
  /// Whether a session had begun and not ended.
  package var isInSession: Bool
  /// Seconds by the caller's clock since the gate started, at the last event; 0 without a wait.
  package var gateSeconds: Double
  /// What has been read of this install.
  package var readings: Readings

  /// Statuses and dates that have been read; a status tells the person's no from the device's (R36, R40).
  package struct Readings: Hashable, Sendable, Codable {
    /// The question has ever been open, so that a denial without a request is the device's.
    var undetermined = false
    /// Permitted since it was last open, which only a person can do.
    var authorized = false
    /// When the answer that stands was first read, seconds since 1970; `nil` where nobody knows (R78).
    var answeredAt: Double?
    /// When the first session began that the calendar has dated, seconds since 1970.
    var firstSessionAt: Double?

    mutating func note(_ status: AuthorizationStatus?, at date: Double?) {
      switch status {
      case .notDetermined: (undetermined, authorized, answeredAt) = (true, false, nil)
      case .authorized: (authorized, answeredAt) = (true, answeredAt ?? date)
      case .denied: answeredAt = answeredAt ?? date
      case .restricted, .unknown, nil: answeredAt = nil
      }
    }
  }

  /// Events so far of one name.
  public func count(of event: CountedEvent) -> Int { counts[event.rawValue] ?? 0 }

  /// The strategy by the numbers of a setup, which may have its events in another order.
  ///
  /// `nil` where the setup does not have the event that was counted.
  func strategy(under setup: FlowSetup) -> PromptStrategy? {
    guard let kept = asking.strategy.trigger.event else { return asking.strategy }
    let name = asking.triggerEvent.map { CountedEvent(rawValue: $0) }
    guard let kind = setup.kind(of: name ?? CountedEvent(kept)) else { return nil }
    var renumbered = asking.strategy
    renumbered.trigger.event = kind
    return renumbered
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
