/// A clock that only goes forward, and a way to wait by it.
@MainActor
public protocol FlowClock: AnyObject {
  /// Seconds since any one moment, going on while the process lives.
  var seconds: Double { get }

  /// Seconds since 1970 by the calendar; `nil` for a clock that has none.
  ///
  /// Only the request after a year, and a trigger that counts days, ask for it.
  var secondsSince1970: Double? { get }

  /// Returns after this many seconds, or earlier where the task is cancelled.
  func wait(seconds: Double) async
}

extension FlowClock {
  /// None.
  public var secondsSince1970: Double? { nil }
}
