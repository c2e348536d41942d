extension AttributionGate {
  /// Everything a gate has to remember across processes, apart from how it is set up.
  public struct Snapshot: Hashable, Sendable, Codable {
    /// Whether the install event is out.
    public var isSent: Bool
    /// Seconds of the wait that are used up; only a `foreground` gate uses any (R123, R126).
    public var secondsUsed: Double
    /// Whether the SDK had started in the session.
    public var hasStarted: Bool
    /// Whether it waited.
    public var isWaiting: Bool

    private enum CodingKeys: String, CodingKey {
      case isSent = "is_sent"
      case secondsUsed = "seconds_used"
      case hasStarted = "has_started"
      case isWaiting = "is_waiting"
    }
  }

  /// What to keep of this gate.
  public var snapshot: Snapshot {
    Snapshot(isSent: sent, secondsUsed: wait - remaining, hasStarted: started, isWaiting: waiting)
  }

  /// The gate as it was kept; the kind and the wait may be others now.
  public init(kind: GateKind, waitSeconds: Double, resuming kept: Snapshot) {
    self.init(kind: kind, waitSeconds: waitSeconds)
    sent = kept.isSent
    remaining = max(0, wait - kept.secondsUsed)
    started = kept.hasStarted
    waiting = kept.isWaiting
  }
}
