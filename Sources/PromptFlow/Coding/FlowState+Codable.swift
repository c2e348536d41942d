extension FlowState: Codable {
  private enum Key: String, CodingKey {
    case version, strategy, flow, consent, gate
    case eventCounts = "event_counts"
    case lastStatus = "last_status"
    case isInSession = "is_in_session"
    case gateSeconds = "gate_seconds"
    case answeredAt = "answered_at"
  }

  /// Writes the current version.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(Self.currentVersion, forKey: .version)
    try values.encode(PromptStrategyCoding(strategy, triggerEvent: triggerEvent?.rawValue), forKey: .strategy)
    try values.encode(flow, forKey: .flow)
    try values.encodeIfPresent(consent, forKey: .consent)
    try values.encodeIfPresent(gate, forKey: .gate)
    try values.encode(eventCounts, forKey: .eventCounts)
    try values.encodeIfPresent(lastStatus?.rawValue, forKey: .lastStatus)
    try values.encode(isInSession, forKey: .isInSession)
    try values.encode(gateSeconds, forKey: .gateSeconds)
    try values.encodeIfPresent(answeredAt, forKey: .answeredAt)
  }

  /// Reads this version or an older one.
  ///
  /// - Throws: ``FlowStateError`` for a newer version and for values no app can reach;
  ///   `DecodingError` for what is no flow state at all.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let version = try values.decode(Int.self, forKey: .version)
    guard version <= Self.currentVersion else {
      throw FlowStateError.newerVersion(found: version, known: Self.currentVersion)
    }
    guard version >= 1 else {
      throw FlowStateError.impossible(key: "version", found: "\(version)", expected: "1 or more")
    }
    let kept = try values.decode(PromptStrategyCoding.self, forKey: .strategy)
    strategy = kept.strategy
    triggerEvent = kept.triggerEvent.map { CountedEvent(rawValue: $0) }
    flow = try values.decode(AppFlow.Snapshot.self, forKey: .flow)
    consent = try values.decodeIfPresent(ConsentLayer.Snapshot.self, forKey: .consent)
    gate = try values.decodeIfPresent(AttributionGate.Snapshot.self, forKey: .gate)
    eventCounts =
      version == 1
      ? try Self.counts(numbered: values.decode([NumberedCount].self, forKey: .eventCounts))
      : try values.decode([EventCount].self, forKey: .eventCounts)
    lastStatus = try values.decodeIfPresent(UInt.self, forKey: .lastStatus)
      .map { AuthorizationStatus(rawValue: $0) }
    isInSession = try values.decode(Bool.self, forKey: .isInSession)
    gateSeconds = try values.decode(Double.self, forKey: .gateSeconds)
    answeredAt = try values.decodeIfPresent(Double.self, forKey: .answeredAt)
    try check()
  }

  /// A count of version 1, which knew events by number alone.
  private struct NumberedCount: Decodable {
    var kind: Int
    var count: Int
  }

  private static func counts(numbered: [NumberedCount]) throws -> [EventCount] {
    var counts: [EventCount] = []
    var last = Int.min
    for entry in numbered {
      guard entry.kind > last else {
        throw FlowStateError.impossible(
          key: "event_counts", found: "kind \(entry.kind) after \(last)", expected: "kinds that ascend")
      }
      last = entry.kind
      try check(entry.count, "event_counts")
      counts.add(EventCount(event: CountedEvent(EventKind(rawValue: entry.kind)), count: entry.count))
    }
    return counts
  }

  /// The largest count that is believed: an install that lives a hundred years counts less.
  static let largestCount = 1_000_000_000

  private func check() throws {
    try Self.check(flow.sessions, "flow.sessions")
    try Self.check(flow.triggerEvents, "flow.trigger_events")
    try Self.check(flow.prePromptShows, "flow.pre_prompt_shows")
    try Self.check(flow.eligibleFrom, "flow.eligible_from", atMost: 2 * Self.largestCount)
    try Self.check(gateSeconds, "gate_seconds")
    if let answeredAt { try Self.check(answeredAt, "answered_at") }
    if let gate { try Self.check(gate.secondsUsed, "gate.seconds_used") }
    for (earlier, later) in zip(eventCounts, eventCounts.dropFirst())
    where earlier.event.rawValue >= later.event.rawValue {
      throw FlowStateError.impossible(
        key: "event_counts", found: "'\(later.event.rawValue)' after '\(earlier.event.rawValue)'",
        expected: "names that ascend")
    }
    for entry in eventCounts { try Self.check(entry.count, "event_counts") }
  }

  private static func check(_ count: Int, _ key: String, atMost most: Int = largestCount) throws {
    guard (0...most).contains(count) else {
      throw FlowStateError.impossible(key: key, found: "\(count)", expected: "0 to \(most)")
    }
  }

  private static func check(_ seconds: Double, _ key: String) throws {
    guard seconds >= 0, seconds.isFinite else {
      throw FlowStateError.impossible(key: key, found: "\(seconds)", expected: "0 seconds or more")
    }
  }
}
