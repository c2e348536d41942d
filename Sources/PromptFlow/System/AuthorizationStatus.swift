/// What an app reads of its permission to track.
///
/// A value from a future system is kept, never guessed: it is not permission.
@frozen
public enum AuthorizationStatus: Hashable, Sendable {
  case notDetermined
  case restricted
  case denied
  case authorized
  /// A raw value this version does not know.
  case unknown(UInt)

  /// Reads the system's number.
  @inlinable
  public init(rawValue: UInt) {
    switch rawValue {  // R1
    case 0: self = .notDetermined
    case 1: self = .restricted
    case 2: self = .denied
    case 3: self = .authorized
    default: self = .unknown(rawValue)  // R2
    }
  }

  /// The system's number: 0 not determined, 1 restricted, 2 denied, 3 authorized.
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

  /// Whether tracking is permitted: authorized and nothing else.
  @inlinable
  public var permitsTracking: Bool { self == .authorized }

  /// Whether a request can no longer lead to an alert.
  @inlinable
  public var isDetermined: Bool { self != .notDetermined }
}

extension AuthorizationStatus? {
  /// Whether the system says no, by the person or by the device.
  package var forbidsTracking: Bool { map { $0.isDetermined && !$0.permitsTracking } ?? false }
}

extension AuthorizationStatus: Codable {
  /// Reads the system's number.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
  }

  /// Writes the system's number.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(rawValue)
  }
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
