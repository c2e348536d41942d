public import PromptFlow

/// A clock that a test advances.
@MainActor
public final class ManualClock: FlowClock {
  /// Seconds that a test has let pass.
  public private(set) var seconds = 0.0
  /// The calendar, which began with the clock.
  public var secondsSince1970: Double? { seconds }
  /// Processes that have ended.
  private(set) var endedProcesses = 0
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
    endedProcesses += 1
    abandoned += waiting.map(\.call)
    waiting = []
  }

  /// When the next wait is over, of those that have begun.
  var nextDue: Double? { waiting.map(\.due).min() }

  /// Lets time pass, and those go on whose wait is over, the earliest first.
  ///
  /// What they wait for next begins at the end of this time; ``RehearsedDevice/wait(_:)`` stops at each.
  public func advance(by duration: Double) { advance(to: seconds + duration) }

  func advance(to moment: Double) {
    seconds = moment
    let due = waiting.filter { $0.due <= seconds }.sorted { $0.due < $1.due }
    waiting.removeAll { $0.due <= seconds }
    for one in due { one.call.end() }
  }
}
