/// What an install turned out to be worth, for SKAdNetwork and AdAttributionKit.
///
/// It goes to Apple through the SDK and names nobody, so no permission is needed for it.
public struct ConversionValue: Hashable, Sendable {
  /// The coarse value, which is all that a postback carries where few people installed.
  public enum Coarse: String, CaseIterable, Hashable, Sendable {
    case low
    case medium
    case high
  }

  /// The fine value, 0 to 63.
  public let fine: Int
  /// The coarse value; `nil` leaves it to the SDK.
  public let coarse: Coarse?
  /// Whether the postback window closes now instead of at its end.
  public let locksWindow: Bool

  /// A value; `nil` where `fine` is not one of the six bits' 0 to 63.
  public init?(fine: Int, coarse: Coarse? = nil, locksWindow: Bool = false) {
    guard (0...63).contains(fine) else { return nil }
    self.fine = fine
    self.coarse = coarse
    self.locksWindow = locksWindow
  }
}
