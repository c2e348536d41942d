import RandomStreams

/// How many events a session holds, and how long they take.
extension InstallColumns {
  /// Where the uniform of a session's number of events passes one, two and three.
  struct EventBounds: BitwiseCopyable {
    let first: Double
    let second: Double
    let third: Double

    /// How many there are, or three if there are more.
    @inline(__always)
    func count(at u: Double) -> Int {
      (u >= first ? 1 : 0) + (u >= second ? 1 : 0) + (u >= third ? 1 : 0)
    }
  }

  /// - Precondition: the mean is of one part, or they mean nothing; see ``PoissonSampler``.
  @inline(__always)
  func eventBounds(_ install: Int) -> EventBounds {
    let mean = eventMeans[install]
    let none = eventNones[install]
    let one = none * mean
    return EventBounds(first: none, second: none + one, third: none + one + one * (mean * (1 / 2.0)))
  }

  @inline(__always)
  func eventUniform(_ install: Int, _ session: Int) -> Double {
    streams[install].uniform(purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session))
  }

  /// How many events a session holds.
  func eventCount(_ install: Int, _ session: Int, _ people: TrialSegment) -> Int {
    let address = Address(purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session))
    return people.activitySpread > 0
      ? PoissonSampler(mean: eventMeans[install]).draw(from: streams[install], at: address)
      : people.eventCount.draw(from: streams[install], at: address)
  }

  /// How many events a session holds, or three if there are more.
  @inline(__always)
  func fewEvents(_ install: Int, _ session: Int, _ people: TrialSegment) -> Int {
    guard people.activitySpread > 0, eventMeans[install] <= PoissonSampler.mostOfOnePart else {
      return min(3, eventCount(install, session, people))
    }
    return eventBounds(install).count(at: eventUniform(install, session))
  }

  /// Whether one of a session's first events alone surely takes longer than a bound's seconds.
  @inline(__always)
  func anEventLasts(_ install: Int, of count: Int, in session: Int, below bound: Double) -> Bool {
    var event = 0
    while event < count {
      let address = Life.eventAddress(Purpose.eventSeconds, UInt32(truncatingIfNeeded: session), event)
      if streams[install].uniform(address) < bound { return true }
      event += 1
    }
    return false
  }

  /// Of which kind a session's event is: its position among the segment's.
  @inline(__always)
  func eventKind(_ install: Int, _ session: Int, _ event: Int, _ people: TrialSegment) -> Int {
    var kind = 0
    if people.events.count > 1 {
      let number = UInt32(truncatingIfNeeded: session)
      let u = streams[install].uniform(Life.eventAddress(Purpose.eventKind, number, event))
      while u >= people.events[kind].cumulativeShare { kind += 1 }
    }
    return kind
  }

  /// Seconds from the start of a session's content to the end of one of its events.
  func eventEnd(_ install: Int, _ session: Int, _ event: Int, _ people: TrialSegment) -> Double {
    var seconds = pause(people.browseSeconds, Purpose.browseSeconds, install, session)
    for earlier in 0...event { seconds += eventSeconds(install, session, earlier, people) }
    return seconds
  }

  /// Seconds that a session's content takes, lingering included.
  func contentSeconds(_ install: Int, _ session: Int, _ people: TrialSegment) -> Double {
    var seconds = pause(people.browseSeconds, Purpose.browseSeconds, install, session)
    for event in 0..<eventCount(install, session, people) {
      seconds += eventSeconds(install, session, event, people)
    }
    return seconds + pause(people.lingerSeconds, Purpose.lingerSeconds, install, session)
  }

  private func pause(_ mean: Double, _ purpose: UInt16, _ install: Int, _ session: Int) -> Double {
    let address = Address(purpose: purpose, index: UInt32(truncatingIfNeeded: session))
    return Life.atLeast(mean, streams[install].exponential(address))
  }

  private func eventSeconds(
    _ install: Int, _ session: Int, _ event: Int, _ people: TrialSegment
  ) -> Double {
    let address = Life.eventAddress(Purpose.eventSeconds, UInt32(truncatingIfNeeded: session), event)
    let mean = people.events[eventKind(install, session, event, people)].meanSeconds
    return Life.atLeast(mean, streams[install].exponential(address))
  }
}
