import RandomStreams

/// How many events a session holds, and how long they take.
extension InstallColumns {
  /// How many events a session holds.
  func eventCount(_ install: Int, _ session: Int, _ people: TrialSegment) -> Int {
    let address = SessionDraws.address(DrawPurpose.eventCount, session)
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
    // Where the uniform passes one, two and three events.
    let u = streams[install].uniform(SessionDraws.address(DrawPurpose.eventCount, session))
    let (mean, none) = (eventMeans[install], eventNones[install])
    let one = none * mean
    let two = one * (mean * (1 / 2.0))
    return (u >= none ? 1 : 0) + (u >= none + one ? 1 : 0) + (u >= none + one + two ? 1 : 0)
  }

  /// What the events of some sessions are experienced as.
  struct Experience: BitwiseCopyable {
    var value = 0.0
    var isAny = false
    /// The session before which it is.
    var session = 0
  }

  /// Adds what the sessions before one hold, none of which is cut off.
  func add(to experience: inout Experience, _ install: Int, before end: Int, _ people: TrialSegment) {
    var session = max(experience.session, onboardedIn[install])
    while session < end {
      for event in 0..<eventCount(install, session, people) {
        let kind = SessionDraws.eventKind(streams[install], session, event: event, people)
        experience.value += people.events[kind].value
        experience.isAny = true
      }
      session += 1
    }
    experience.session = end
  }

  /// Whether an ask at the activation of a session is cold.
  func isCold(_ install: Int, _ session: Int, after experience: Experience, _ people: TrialSegment) -> Bool {
    people.hasOnboarding ? session <= onboardedIn[install] : !experience.isAny
  }

  /// Whether one of a session's first events alone surely takes longer than a bound's seconds.
  @inline(__always)
  func anEventLasts(_ install: Int, of count: Int, in session: Int, below bound: Double) -> Bool {
    var event = 0
    while event < count {
      let address = SessionDraws.address(DrawPurpose.eventSeconds, session, event: event)
      if streams[install].uniform(address) < bound { return true }
      event += 1
    }
    return false
  }

  /// Seconds from the start of a session's content to the end of one of its events.
  func eventEnd(_ install: Int, _ session: Int, _ event: Int, _ people: TrialSegment) -> Double {
    SessionDraws.followEvents(streams[install], session, count: event + 1, people) { _, _, _ in }
  }

  /// Seconds that one of a session's events takes.
  func eventSeconds(_ install: Int, _ session: Int, _ event: Int, _ people: TrialSegment) -> Double {
    let kind = SessionDraws.eventKind(streams[install], session, event: event, people)
    return SessionDraws.eventSeconds(streams[install], session, event: event, kind: kind, people)
  }

  /// Seconds from a session's last event to its end.
  func lingerSeconds(_ install: Int, _ session: Int, _ people: TrialSegment) -> Double {
    SessionDraws.lingering(streams[install], session, people)
  }

  /// Seconds that a session's content takes, lingering included.
  func contentSeconds(_ install: Int, _ session: Int, _ people: TrialSegment) -> Double {
    let count = eventCount(install, session, people)
    return SessionDraws.followEvents(streams[install], session, count: count, people) { _, _, _ in }
      + lingerSeconds(install, session, people)
  }
}
