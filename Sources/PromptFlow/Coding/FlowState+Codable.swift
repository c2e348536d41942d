extension FlowState: Decodable {
  enum CodingKeys: String, CodingKey {
    case asking = "strategy"
    case version, flow, consent, gate, counts, lastStatus, isInSession, gateSeconds, readings
  }

  /// Reads this version.
  ///
  /// - Throws: ``FlowStateError`` for another version and for values no app can reach;
  ///   `DecodingError` for what is no flow state at all.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    version = try values.decode(Int.self, forKey: .version)
    guard version <= Self.currentVersion else {
      throw FlowStateError.newerVersion(found: version, known: Self.currentVersion)
    }
    guard version >= 1 else {
      throw FlowStateError.impossible(key: "version", found: "\(version)", expected: "1 or more")
    }
    asking = try values.decode(PromptStrategyCoding.self, forKey: .asking)
    flow = try values.decode(AppFlow.Kept.self, forKey: .flow)
    consent = try values.decodeIfPresent(ConsentLayer.State.self, forKey: .consent)
    gate = try values.decodeIfPresent(AttributionGate.Kept.self, forKey: .gate)
    counts = try values.decode([String: Int].self, forKey: .counts)
    lastStatus = try values.decodeIfPresent(AuthorizationStatus.self, forKey: .lastStatus)
    isInSession = try values.decode(Bool.self, forKey: .isInSession)
    gateSeconds = try values.decode(Double.self, forKey: .gateSeconds)
    readings = try values.decode(Readings.self, forKey: .readings)
    try check()
  }

  /// The largest count that is believed: an install that lives a hundred years counts less.
  static let largestCount = 1_000_000_000

  private func check() throws {
    var numbers = [
      ("flow.sessions", flow.memory.sessions), ("flow.days", flow.memory.days),
      ("flow.shows", flow.memory.shows), ("flow.eligibleFrom", flow.memory.eligibleFrom / 2),
    ]
    if case .awaited(let seen) = flow.memory.trigger { numbers.append(("flow.trigger", seen)) }
    numbers += counts.map { ("counts.\($0)", $1) }
    for (key, count) in numbers where !(0...Self.largestCount).contains(count) {
      throw FlowStateError.impossible(key: key, found: "\(count)", expected: "0 to \(Self.largestCount)")
    }
    let seconds = [
      ("gateSeconds", gateSeconds), ("gate.secondsUsed", gate?.secondsUsed ?? 0),
      ("readings.answeredAt", readings.answeredAt ?? 0),
      ("readings.firstSessionAt", readings.firstSessionAt ?? 0),
    ]
    for (key, seconds) in seconds where !(seconds >= 0 && seconds.isFinite) {
      throw FlowStateError.impossible(key: key, found: "\(seconds)", expected: "0 seconds or more")
    }
  }
}
