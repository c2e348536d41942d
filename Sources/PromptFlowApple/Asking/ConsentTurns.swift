import PromptFlow

/// The calls of a consent platform; what is told when each is over, and their order, is the machine's.
@MainActor
final class ConsentTurns {
  private let platform: any ConsentPlatform
  /// Who waits for the layer that the person has opened again, and how often they have.
  private var reopening: CheckedContinuation<Void, Never>?
  private var reopenings = 0

  init(_ platform: any ConsentPlatform) { self.platform = platform }

  /// Rejects the ad purposes; `end` is called once that is stored.
  func reject(end: @escaping @MainActor () -> Void) {
    Task { [platform] in
      await platform.rejectAdPurposes()
      end()
    }
  }

  /// Opens the layer; `end` is called with what the person left accepted, not under one that they have opened since.
  func open(asksToTrack: Bool, isAgain: Bool, end: @escaping @MainActor (Bool) -> Void) {
    Task { [platform] in
      if isAgain {  // R42: to the vendor the app's rejection is an answer
        await platform.reopen(asksToTrack: asksToTrack)
      } else {
        await platform.open(asksToTrack: asksToTrack)
      }
      if reopening == nil { end(platform.acceptsAdPurposes) }
    }
  }

  /// Opens the layer because the person wants to; returns when they are through, or at ``endReopening()``.
  ///
  /// - Parameter end: called with what the person left accepted, late too; not under the next opening, whose own end
  ///   says what stands.
  func reopen(asksToTrack: Bool, end: @escaping @MainActor (Bool) -> Void) async {
    reopenings += 1
    let number = reopenings
    await withCheckedContinuation { caller in
      reopening = caller
      Task { [platform] in
        await platform.reopen(asksToTrack: asksToTrack)
        guard number == reopenings || reopening == nil else { return }
        end(platform.acceptsAdPurposes)
        endReopening()
      }
    }
  }

  /// Lets who waits for the layer go on, whether or not the platform has come back.
  func endReopening() {
    reopening?.resume()
    reopening = nil
  }
}
