import Dispatch

/// A call that lasts until a test ends it: a layer that is up, a wait, a request to a server.
///
/// ``settle()`` waits until every call that was ended has returned, and they return in the order in which they were
/// ended. Of a continuation of your own it knows nothing: what waits in one goes on by way of another thread, and on
/// a busy machine that can take longer than any number of turns of the main actor.
@MainActor
public final class HeldCall {
  /// Calls that were ended and have not returned yet, in the whole process and in order.
  private static var returning: [HeldCall] = []

  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A call that nobody has made.
  public init() {}

  /// Whether somebody is in the call.
  public var isHeld: Bool { !waiting.isEmpty }

  /// Returns when a test ends the call.
  public func hold() async {
    await withCheckedContinuation { waiting.append($0) }
    while Self.returning.first !== self { await Self.turn() }
    Self.returning.removeFirst()
  }

  /// Lets everybody in the call return.
  public func end() {
    let ended = waiting
    waiting = []
    Self.returning += ended.map { _ in self }
    for caller in ended { caller.resume() }
  }

  /// Returns after the jobs that the main actor has now, as a double does that takes its time.
  public static func returnLater() async {
    let call = HeldCall()
    DispatchQueue.main.async { call.end() }
    await call.hold()
  }

  /// Lets everything that is due on the main actor happen; handlers hop there.
  ///
  /// The main actor runs its jobs in order, and thirty-two turns of its queue are more than the library and a test take
  /// for one event. They are counted from when the last call that was ended has returned.
  public static func settle() async {
    var turns = 0
    while turns < 32 {
      await turn()
      turns = returning.isEmpty ? turns + 1 : 0
    }
  }

  /// One turn of the main actor's queue; not a call itself, so that those who settle beside each other wait for no turn.
  private static func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
