/// The advertising identifier: 128 bits, or zeros where it may not be read.
public struct AdvertisingIdentifier: Hashable, Sendable {
  /// The first eight bytes.
  public var high: UInt64
  /// The last eight bytes.
  public var low: UInt64

  /// An identifier from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// What the system returns in place of an identifier: 00000000-0000-0000-0000-000000000000.
  public static var zeros: Self { Self(high: 0, low: 0) }

  /// The identifier to pass on, decided by the status and never by the bytes.
  ///
  /// - Returns: `nil` where the status does not permit tracking, whatever was read.
  public func passedOn(under status: AuthorizationStatus) -> Self? {
    status.permitsTracking ? self : nil  // R67
  }
}
