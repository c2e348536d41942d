extension FlowDriver {
  /// What has to be done after one event, in order.
  ///
  /// At most four: the consent layer's, the ask's, the retry's and the gate's. Kept as numbers in two registers,
  /// since the simulation makes millions of them.
  @frozen
  @usableFromInline
  package struct Tasks: Sequence, IteratorProtocol, Sendable {
    /// A task's number in each byte, the first in the lowest; 0 without one.
    @usableFromInline var numbers: UInt32 = 0
    /// What the gate waits; it is asked to at most once an event.
    @usableFromInline var seconds = 0.0

    /// Nothing to do.
    @inlinable
    @inline(__always)
    package init() {}

    /// Whether there is nothing to do.
    @inlinable @inline(__always) package var isEmpty: Bool { numbers == 0 }

    @inlinable
    @inline(__always)
    mutating func append(_ task: Task) {
      let number: UInt32 =
        switch task {
        case .startDelay: 1
        case .showPrePrompt: 2
        case .request: 3
        case .showConsent(asksToTrack: false): 4
        case .showConsent(asksToTrack: true): 5
        case .sendInstall: 6
        case .waitForSDK: 7
        case .rejectAdPurposes: 8
        }
      if case .waitForSDK(let wait) = task { seconds = wait }
      numbers |= number << (8 * ((39 - numbers.leadingZeroBitCount) / 8))  // into the first byte that is free
    }

    /// The next task; the first ones are gone then.
    @inlinable
    @inline(__always)
    package mutating func next() -> Task? {
      let number = numbers & 0xFF
      numbers >>= 8
      switch number {
      case 1: return .startDelay
      case 2: return .showPrePrompt
      case 3: return .request
      case 4: return .showConsent(asksToTrack: false)
      case 5: return .showConsent(asksToTrack: true)
      case 6: return .sendInstall
      case 7: return .waitForSDK(seconds: seconds)
      case 8: return .rejectAdPurposes
      default: return nil
      }
    }
  }
}
