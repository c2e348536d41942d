/// How the ad purposes of a consent layer stand.
@frozen
public enum ConsentPurposes: UInt8, Hashable, Sendable {
  case open
  case accepted
  /// Refused by the person.
  case refused
  /// Rejected by the app because tracking was not permitted.
  case rejectedForLack
}
