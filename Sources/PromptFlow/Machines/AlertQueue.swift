/// Alerts that wait for the one on screen, first come first served.
///
/// Eight bits each in one word: seven of the app's alerts and the tracking alert
/// are the most that can ever wait.
@frozen
@usableFromInline
package struct AlertQueue: Hashable, Sendable {
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var length: UInt8 = 0

  /// A queue in which nothing waits.
  @inlinable package init() {}

  /// Whether no further alert can wait.
  @inlinable package var isFull: Bool { length == 8 }

  /// Whether the tracking alert is among those that wait; looks at each.
  @inlinable
  package var hasTracking: Bool {
    var rest = self
    while let alert = rest.popFirst() {
      if alert == .tracking { return true }
    }
    return false
  }

  /// Adds an alert at the end.
  @inlinable
  package mutating func append(_ alert: SystemAlert) {
    precondition(length < 8, "at most eight alerts can wait")
    word |= UInt64(alert.code) << (8 * UInt64(length))
    length += 1
  }

  /// Takes the first alert, or `nil` when none waits.
  @inlinable
  package mutating func popFirst() -> SystemAlert? {
    guard length > 0 else { return nil }
    let alert = SystemAlert(code: UInt8(truncatingIfNeeded: word))
    word >>= 8
    length -= 1
    return alert
  }
}

/// A system alert on screen or waiting.
@frozen
@usableFromInline
package enum SystemAlert: Hashable, Sendable {
  /// The tracking alert.
  case tracking
  /// Another permission's, by the app's number for it (0…254; 255 waits as 254).
  case other(UInt8)

  @inlinable
  init(code: UInt8) {
    self = code == 255 ? .tracking : .other(code)
  }

  @inlinable
  var code: UInt8 {
    switch self {
    case .tracking: 255
    case .other(let number): number == 255 ? 254 : number
    }
  }
}
