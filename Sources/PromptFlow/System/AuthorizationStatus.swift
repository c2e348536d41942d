/// What an app reads of its permission to track.
///
/// A value from a future system is kept, never guessed: it is not permission (R2).
@frozen
public enum AuthorizationStatus: Hashable, Sendable {
  case notDetermined
  case restricted
  case denied
  case authorized
  /// A raw value this version does not know (R2).
  case unknown(UInt)

  /// Reads the system's number (R1).
  @inlinable
  public init(rawValue: UInt) {
    switch rawValue {
    case 0: self = .notDetermined
    case 1: self = .restricted
    case 2: self = .denied
    case 3: self = .authorized
    default: self = .unknown(rawValue)
    }
  }

  /// The system's number: 0 not determined, 1 restricted, 2 denied, 3 authorized (R1).
  @inlinable
  public var rawValue: UInt {
    switch self {
    case .notDetermined: 0
    case .restricted: 1
    case .denied: 2
    case .authorized: 3
    case .unknown(let raw): raw
    }
  }

  /// Whether tracking is permitted: authorized and nothing else (R2).
  @inlinable
  public var permitsTracking: Bool { self == .authorized }

  /// Whether a request can no longer lead to an alert.
  @inlinable
  public var isDetermined: Bool { self != .notDetermined }
}

/// The answer a person gives to the alert.
@frozen
public enum AlertAnswer: UInt8, Hashable, Sendable, Codable {
  case allow
  case deny
}

/// What the system keeps of a person's answer.
@frozen
@usableFromInline
package enum RecordedAnswer: UInt8, Hashable, Sendable, Codable {
  case unknown
  case granted
  case denied
}
