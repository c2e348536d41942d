/// How an attribution SDK delays its install event (R117–R128).
@frozen
public enum GateKind: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Sends at once.
  case none
  /// Sends at the decision or after the wait, whichever is first (R118).
  case documented
  /// Always sends after the wait, whatever the answer (R119–R122).
  case timer
  /// As documented, but the wait, at most 360 s, adds up over sessions (R123–R126).
  case foreground
}
