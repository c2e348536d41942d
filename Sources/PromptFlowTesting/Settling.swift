import Dispatch

/// Goes once to the end of the main actor's queue, as a double does that takes its time.
@MainActor
public func goToTheEnd() async {
  let call = HeldCall()
  DispatchQueue.main.async { call.end() }
  await call.hold()
}

/// Lets everything that is due on the main actor happen; handlers hop there (R34).
///
/// The main actor runs its jobs in order, and thirty-two turns of its queue are more than the library and a test take
/// for one event. They are counted from when the last ``HeldCall`` that was ended has returned.
@MainActor
public func settle() async {
  var turns = 0
  while turns < 32 {
    await turn()
    turns = HeldCall.returning.isEmpty ? turns + 1 : 0
  }
}

/// One turn of the main actor's queue; not a ``HeldCall``, so that those who settle beside each other wait for no turn.
@MainActor
func turn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
