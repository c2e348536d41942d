import PromptFlow

/// The calls of a consent platform in their order: what is rejected is stored before anything opens or starts.
///
/// A rejection that never comes back is given up after the platform's time. The layer's own time is the machine's.
@MainActor
final class ConsentTurns {
  /// Whether the ad purposes are rejected before the layer opens next.
  var rejectsFirst = false

  private let platform: any ConsentPlatform
  private let clock: any FlowClock
  private let patience: Double?
  private var lastCall = 0
  /// Who waits for the layer that the person has opened again, and how often they have.
  private var reopening: CheckedContinuation<Void, Never>?
  private var reopenings = 0
  /// Rejections that the platform has not stored yet, and what waits for them.
  private var rejections: Set<Int> = []
  private var waiting: [@MainActor () -> Void] = []

  init(_ platform: any ConsentPlatform, clock: any FlowClock, patience: Double?) {
    self.platform = platform
    self.clock = clock
    self.patience = patience
  }

  /// Opens the layer; `end` is called with what the person left accepted.
  func open(
    asksToTrack: Bool, isAgain: Bool, isDenied: @escaping @MainActor () -> Bool,
    end: @escaping @MainActor (Bool) -> Void
  ) {
    let rejects = rejectsFirst
    rejectsFirst = false
    Task { [platform] in
      if rejects { await platform.rejectAdPurposes() }  // R104, R105
      if isAgain {  // R42: to the vendor the app's rejection is an answer
        await platform.reopen(asksToTrack: asksToTrack)
      } else {
        await platform.open(asksToTrack: asksToTrack)
      }
      end(await accepted(isDenied()))
    }
  }

  /// Opens the layer because the person wants to; returns when they are through, or at ``endReopening()``.
  ///
  /// - Parameter end: called with what the person left accepted, late too; not under the next opening, whose own end
  ///   says what stands.
  func reopen(isDenied: @escaping @MainActor () -> Bool, end: @escaping @MainActor (Bool) -> Void) async {
    reopenings += 1
    let number = reopenings
    await withCheckedContinuation { caller in
      reopening = caller
      Task { [platform] in
        await platform.reopen(asksToTrack: !isDenied())
        let isAccepted = await accepted(isDenied())
        guard number == reopenings || reopening == nil else { return }
        end(isAccepted)
        endReopening()
      }
    }
  }

  /// Lets who waits for the layer go on, whether or not the platform has come back.
  func endReopening() {
    reopening?.resume()
    reopening = nil
  }

  /// Rejects the ad purposes, where the platform has them as accepted; `end` is called once that is stored.
  func rejectWhatIsAccepted(end: @escaping @MainActor () -> Void) {
    guard platform.acceptsAdPurposes else { return }
    lastCall += 1
    let call = lastCall
    rejections.insert(call)
    afterPatience { self.rejectionIsOver(call) }
    Task { [platform] in
      await platform.rejectAdPurposes()
      rejectionIsOver(call)
      end()
    }
  }

  /// Calls when nothing that was rejected is still to be stored.
  func afterRejections(_ call: @escaping @MainActor () -> Void) {
    if rejections.isEmpty { call() } else { waiting.append(call) }
  }

  private func rejectionIsOver(_ call: Int) {
    guard rejections.remove(call) != nil, rejections.isEmpty else { return }
    let calls = waiting
    waiting = []
    for call in calls { call() }
  }

  /// What the person left accepted; never more than the permission allows (R115).
  private func accepted(_ isDenied: Bool) async -> Bool {
    if isDenied, platform.acceptsAdPurposes { await platform.rejectAdPurposes() }
    return platform.acceptsAdPurposes
  }

  private func afterPatience(_ call: @escaping @MainActor () -> Void) {
    guard let patience else { return }
    Task { [clock] in
      await clock.wait(seconds: patience)
      call()
    }
  }
}
