/// A clock that only goes forward, and a way to wait by it.
@MainActor
public protocol FlowClock: AnyObject {
  /// Seconds since any one moment, going on while the process lives.
  var seconds: Double { get }

  /// Returns after so many seconds, or earlier where the task is cancelled.
  func wait(seconds: Double) async
}
