/// How an attribution SDK delays its install event.
@frozen
public enum GateKind: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Sends at once.
  case none
  /// Sends at the decision or after the wait, whichever is first.
  case documented
  /// Always sends after the wait, whatever the answer.
  case timer
  /// As documented, but the wait, at most 360 s, adds up over sessions.
  case foreground
}
