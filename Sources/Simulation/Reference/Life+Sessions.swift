import RandomStreams

/// When it opens the app, and until when, and what its sessions hold.
extension Life {
  /// One of its sessions, as far as it was asked for.
  struct Session: BitwiseCopyable {
    /// Seconds from process start until the app is active; NaN while not drawn.
    fileprivate(set) var activation = Double.nan
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
  @inline(__always)
  mutating func activation(of session: Int, _ people: TrialSegment) -> Double {
    while session >= sessions.count { sessions.append(Session()) }
    if sessions[session].activation.isNaN {
      sessions.pointer(to: session).pointee.activation = SessionDraws.activation(stream, session, people)
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

  /// Draws how many sessions there are.
  @inline(__always)
  mutating func drawSessions(_ people: TrialSegment, horizon: Double) {
    let length = LifeLength(stream, leaving: leavingProbability, people)
    (sessionCount, leavesAtLast, visits) = (length.sessions, length.leavesAtLast, length.visits)
    self.horizon = horizon
  }

  /// The uniform that decides whether a session is the last: below the leaving probability, it is.
  ///
  /// That the undisturbed life goes on, or ends here, is known; within that it is drawn anew.
  @inline(__always)
  func leavingUniform(of session: Int) -> Double {
    let u = stream.uniform(purpose: DrawPurpose.leaving, index: UInt32(truncatingIfNeeded: session))
    return leavesAtLast && session + 1 == sessionCount
      ? leavingProbability * u : Leaving.uniform(ofStaying: u, leavingProbability)
  }

  /// Whether the person leaves for good after a session, given how much annoyance was borne in it.
  ///
  /// - Parameter stayProbability: the probability that no annoyance of the session makes the person leave.
  @inline(__always)
  func isDrivenAway(after session: Int, stayProbability: Double) -> Bool {
    stayProbability < 1
      && leavingUniform(of: session)
        < Leaving.probability(leavingProbability, stayProbability: stayProbability)
  }

  /// Days from install to a session's start.
  @inline(__always)
  mutating func day(of session: Int) -> Double {
    guard session > 0 else { return 0 }
    if session != dated.session {
      dated = (session, VisitDays.day(of: session, number: visits, horizon: horizon, stream))
    }
    return dated.day
  }

  /// Whole days from install to a session's start, where anything of an arm waits for them; else 0, which costs nothing.
  @inline(__always)
  mutating func wholeDays(to session: Int, _ arm: TrialArm) -> Int {
    arm.followsDays ? Int(day(of: session)) : 0
  }
}
