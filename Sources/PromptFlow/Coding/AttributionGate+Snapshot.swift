extension AttributionGate {
  /// Everything a gate has to remember across processes, apart from how it is set up.
  package struct Snapshot: Hashable, Sendable, Codable {
    /// Whether the install event is out.
    package var isSent: Bool
    /// Seconds of the wait that are used up; only a `foreground` gate uses any (R123, R126).
    package var secondsUsed: Double
    /// Whether the SDK had started in the session.
    package var hasStarted: Bool
    /// Whether it waited.
    package var isWaiting: Bool

    private enum CodingKeys: String, CodingKey {
      case isSent = "is_sent"
      case secondsUsed = "seconds_used"
      case hasStarted = "has_started"
      case isWaiting = "is_waiting"
    }
  }

  /// What to keep of this gate.
  package var snapshot: Snapshot {
    Snapshot(
      isSent: isSent, secondsUsed: wait - remaining, hasStarted: state != .idle, isWaiting: isWaiting)
  }

  /// The gate as it was kept; the kind and the wait may be others now.
  package init(kind: GateKind, waitSeconds: Double, resuming kept: Snapshot) {
    self.init(kind: kind, waitSeconds: waitSeconds)
    state = kept.isSent ? .sent : kept.isWaiting ? .waiting : .idle
    remaining = max(0, wait - kept.secondsUsed)
  }
}
