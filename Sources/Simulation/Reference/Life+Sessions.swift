import RandomStreams

/// What its sessions hold.
extension Life {
  /// One of its sessions, as far as it was asked for.
  struct Session: BitwiseCopyable {
    /// Seconds from process start until the app is active.
    let activation: Double
    /// How long onboarding takes in it, seconds; NaN while not drawn.
    fileprivate(set) var onboardingSeconds = Double.nan
    /// From the start of the content to the end of lingering, seconds; NaN while not drawn.
    fileprivate(set) var contentSeconds = Double.nan
    /// Position among the life's events of its first, and after its last, once its content is drawn.
    fileprivate(set) var firstEvent = 0
    fileprivate(set) var eventsEnd = 0
  }

  /// An event of one of its sessions.
  struct Event: BitwiseCopyable {
    /// Seconds of app clock after the session's content began.
    let end: Double
    let value: Double
    /// Position among the segment's kinds.
    let kind: Int
  }

  /// Seconds until the app is active in a session.
  ///
  /// An arm lives its sessions in order, and so they are drawn, also those that it passed.
  @inline(__always)
  mutating func activation(of session: Int, _ people: TrialSegment) -> Double {
    while session >= sessions.count {
      sessions.append(Session(activation: SessionDraws.activation(stream, sessions.count, people)))
    }
    return sessions[session].activation
  }

  /// How long onboarding takes in a session whose activation is known.
  @inline(__always)
  mutating func onboardingSeconds(of session: Int, _ people: TrialSegment) -> Double {
    if sessions[session].onboardingSeconds.isNaN {
      sessions.pointer(to: session).pointee.onboardingSeconds = SessionDraws.onboardingSeconds(
        stream, session, people)
    }
    return sessions[session].onboardingSeconds
  }

  /// A session whose activation is known, with its content.
  @inline(__always)
  mutating func content(of session: Int, _ people: TrialSegment) -> Session {
    if sessions[session].contentSeconds.isNaN { drawContent(of: session, people) }
    return sessions[session]
  }

  @inline(never)
  private mutating func drawContent(of session: Int, _ people: TrialSegment) {
    let entry = sessions.pointer(to: session)
    let (firstEvent, count) = (events.count, eventCount(of: session, people))
    let list = events.extend(by: count)
    let last = SessionDraws.followEvents(stream, session, count: count, people) {
      list[$0] = Event(end: $2, value: people.events[$1].value, kind: $1)
    }
    entry.pointee.contentSeconds = last + SessionDraws.lingering(stream, session, people)
    entry.pointee.firstEvent = firstEvent
    entry.pointee.eventsEnd = firstEvent + count
  }

  /// How many events a session holds.
  @inline(__always)
  private mutating func eventCount(of session: Int, _ people: TrialSegment) -> Int {
    let address = SessionDraws.address(DrawPurpose.eventCount, session)
    guard people.activitySpread > 0 else { return people.eventCount.draw(from: stream, at: address) }
    if !knowsEventDistribution {
      eventDistribution = PoissonSampler(mean: activity(people) * people.eventsPerSession)
      knowsEventDistribution = true
    }
    return eventDistribution.draw(from: stream, at: address)
  }
}
