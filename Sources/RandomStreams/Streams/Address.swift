/// Where in a stream a draw is found.
///
/// A draw is named by what it is for, never by how many draws came before it:
///
///      63        48 47                     16 15          0
///     ┌────────────┬─────────────────────────┬─────────────┐
///     │  purpose   │          index          │     sub     │
///     └────────────┴─────────────────────────┴─────────────┘
///
/// - `purpose` says what is decided (leaving, answering, …). The user of this module
///   numbers its purposes, and a number once used is not given to something else.
/// - `index` counts the decisions of that purpose (the session, the showing, …).
/// - `sub` counts the words of one decision. Samplers that use several uniforms take
///   `sub` and the numbers after it; give them an address whose `sub` is zero.
@frozen
public struct Address: Hashable, Sendable {
  /// The three fields, packed as shown above.
  public var rawValue: UInt64

  /// Uses a packed address as it is.
  @inlinable
  @inline(__always)
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Packs the three fields; different fields never give the same address.
  @inlinable
  @inline(__always)
  public init(purpose: UInt16, index: UInt32 = 0, sub: UInt16 = 0) {
    rawValue = UInt64(purpose) << 48 | UInt64(index) << 16 | UInt64(sub)
  }

  /// The address `offset` words further on.
  @inlinable
  @inline(__always)
  public func advanced(by offset: UInt64) -> Address {
    Address(rawValue: rawValue &+ offset)
  }
}
