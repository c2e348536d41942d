import Dispatch
public import PromptFlowApple

/// A clock that a test advances.
@MainActor
public final class ManualClock: FlowClock {
  /// Seconds that a test has let pass.
  public private(set) var seconds = 0.0
  /// The calendar, which began with the clock.
  public var secondsSince1970: Double? { seconds }
  private var waiting: [(due: Double, resume: CheckedContinuation<Void, Never>)] = []

  /// A clock at zero.
  public init() {}

  /// Returns when a test has let this many seconds pass.
  public func wait(seconds duration: Double) async {
    await withCheckedContinuation { waiting.append((seconds + duration, $0)) }
  }

  /// Lets time pass, and those go on whose wait is over, the earliest first.
  public func advance(by duration: Double) {
    seconds += duration
    let due = waiting.filter { $0.due <= seconds }.sorted { $0.due < $1.due }
    waiting.removeAll { $0.due <= seconds }
    for one in due { one.resume.resume() }
  }
}

/// Goes once to the end of the main actor's queue.
///
/// Unlike `Task.yield()` and a task of its own, which come by way of other threads and so at no certain place, and wait for
/// those where they are busy.
@MainActor
public func goToTheEnd() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Lets everything that is due on the main actor happen; handlers hop there (R34).
///
/// The main actor runs its jobs in order, and thirty-two hops one after the other are more than the library and a
/// test make of one event. Code of your own that hops more often is waited for with another call.
@MainActor
public func settle() async {
  for _ in 0..<32 { await goToTheEnd() }
}
