import RandomStreams

/// What a session of an undisturbed life holds and how long it takes, drawn from the install's stream alone.
///
/// Both engines draw here: the reference keeps what it has drawn for the arms to come, a batch draws the little
/// that it asks for.
enum SessionDraws {
  /// Where a draw of a session is found.
  @inline(__always)
  static func address(_ purpose: UInt16, _ session: Int) -> Address {
    Address(purpose: purpose, index: UInt32(truncatingIfNeeded: session))
  }

  /// Where a draw of an event of a session is found.
  @inline(__always)
  static func address(_ purpose: UInt16, _ session: Int, event: Int) -> Address {
    address(purpose, session).advanced(by: UInt64(event))
  }

  // MARK: - Onboarding

  /// Whether onboarding is completed in a session, where it has not been before.
  @inline(__always)
  static func completesOnboarding(_ stream: AddressedStream, _ session: Int, _ people: TrialSegment) -> Bool {
    stream.uniform(address(DrawPurpose.onboardingCompletes, session))
      < (session == 0 ? people.onboardingFirst : people.onboardingLater)
  }

  // MARK: - Opening

  /// Seconds from process start until the app is active.
  @inline(__always)
  static func activation(_ stream: AddressedStream, _ session: Int, _ people: TrialSegment) -> Double {
    people.activation.draw(stream, DrawPurpose.activation, UInt32(truncatingIfNeeded: session))
  }

  /// How long onboarding takes in a session, where the app has one, seconds.
  @inline(__always)
  static func onboardingSeconds(_ stream: AddressedStream, _ session: Int, _ people: TrialSegment) -> Double {
    people.onboardingSeconds.draw(stream, DrawPurpose.onboardingSeconds, UInt32(truncatingIfNeeded: session))
  }

  // MARK: - Content

  /// Of which kind a session's event is: its position among the segment's.
  @inline(__always)
  static func eventKind(_ stream: AddressedStream, _ session: Int, event: Int, _ people: TrialSegment) -> Int
  {
    var kind = 0
    if people.events.count > 1 {
      let u = stream.uniform(address(DrawPurpose.eventKind, session, event: event))
      while u >= people.events[kind].cumulativeShare { kind += 1 }
    }
    return kind
  }

  /// Goes through the first events of a session, in order.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - ended: receives each event's kind and end, in seconds of app clock after the session's content began.
  /// - Returns: the end of the last, or of browsing without one.
  @inline(__always)
  static func followEvents(
    _ stream: AddressedStream, _ session: Int, count: Int, _ people: TrialSegment,
    ended: (_ event: Int, _ kind: Int, _ end: Double) -> Void
  ) -> Double {
    var seconds = length(people.browseSeconds, stream, address(DrawPurpose.browseSeconds, session))
    for event in 0..<count {
      let kind = eventKind(stream, session, event: event, people)
      seconds += eventSeconds(stream, session, event: event, kind: kind, people)
      ended(event, kind, seconds)
    }
    return seconds
  }

  /// Seconds that an event takes.
  @inline(__always)
  static func eventSeconds(
    _ stream: AddressedStream, _ session: Int, event: Int, kind: Int, _ people: TrialSegment
  ) -> Double {
    length(people.events[kind].meanSeconds, stream, address(DrawPurpose.eventSeconds, session, event: event))
  }

  /// Seconds from the last event of a session to its end.
  @inline(__always)
  static func lingering(_ stream: AddressedStream, _ session: Int, _ people: TrialSegment) -> Double {
    length(people.lingerSeconds, stream, address(DrawPurpose.lingerSeconds, session))
  }

  /// No pause or event that takes time at all takes less, seconds.
  ///
  /// One in millions would. So that rounding can never put two of them at one instant, and most asks
  /// need not be distinguished from such a coincidence.
  static var leastSeconds: Double { 2e-6 }

  @inline(__always)
  private static func length(_ mean: Double, _ stream: AddressedStream, _ address: Address) -> Double {
    mean > 0 ? max(leastSeconds, mean * Quantile.exponential(stream.uniform(address))) : 0
  }
}
