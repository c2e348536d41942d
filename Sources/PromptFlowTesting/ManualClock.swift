public import PromptFlow

/// A clock that a test advances.
@MainActor
public final class ManualClock: FlowClock {
  /// Seconds that a test has let pass.
  public private(set) var seconds = 0.0
  /// The calendar, which began with the clock.
  public var secondsSince1970: Double? { seconds }
  private var waiting: [(due: Double, call: HeldCall)] = []
  /// Kept, because a continuation that is let go of complains.
  private var abandoned: [HeldCall] = []

  /// A clock at zero.
  public init() {}

  /// Returns when a test has let this many seconds pass.
  public func wait(seconds duration: Double) async {
    let call = HeldCall()
    waiting.append((seconds + duration, call))
    await call.hold()
  }

  /// The process ends, and nothing goes on that waits in it.
  func endProcess() {
    abandoned += waiting.map(\.call)
    waiting = []
  }

  /// Lets time pass, and those go on whose wait is over, the earliest first.
  public func advance(by duration: Double) {
    seconds += duration
    let due = waiting.filter { $0.due <= seconds }.sorted { $0.due < $1.due }
    waiting.removeAll { $0.due <= seconds }
    for one in due { one.call.end() }
  }
}
