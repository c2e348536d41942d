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

  /// Sessions that are drawn together.
  ///
  /// Side by side two draws cost little more than one. A session that is never lived was drawn for nothing.
  private static var drawnTogether: Int { 2 }

  /// Seconds until the app is active in a session.
  ///
  /// An arm lives its sessions in order, and so they are drawn, also those that it passed.
  @inline(__always)
  mutating func activation(of session: Int, _ people: TrialSegment) -> Double {
    while session >= sessions.count { drawActivations(people) }
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
    if sessions[session].contentSeconds.isNaN { drawContents(from: session, people) }
    return sessions[session]
  }

  /// Draws when the app is active in the next sessions, and how long onboarding takes in the first of all.
  @inline(never)
  private mutating func drawActivations(_ people: TrialSegment) {
    let first = sessions.count
    let count = min(Self.drawnTogether, sessionCount - first)
    draws.removeAll()
    let column = draws.extend(by: count + 2)
    for position in 0..<count {
      column[position] = stream.uniform(SessionDraws.address(DrawPurpose.activation, first + position))
    }
    let isOnboarding = first == 0 && people.hasOnboarding
    column[count] =
      isOnboarding ? stream.uniform(SessionDraws.address(DrawPurpose.onboardingSeconds, first)) : 0.5
    column[count + 1] = 0.5
    Quantile.normals(column, count: (count + 2) & ~1)
    for position in 0..<count {
      sessions.append(Session(activation: people.activation.seconds(ofNormal: column[position])))
    }
    if isOnboarding {
      sessions.pointer(to: 0).pointee.onboardingSeconds = people.onboardingSeconds.seconds(
        ofNormal: column[count])
    }
  }

  /// Draws what a session and those after it hold.
  @inline(never)
  private mutating func drawContents(from first: Int, _ people: TrialSegment) {
    var end = first
    while end < min(first + Self.drawnTogether, sessions.count), sessions[end].contentSeconds.isNaN {
      end += 1
    }
    draws.removeAll()
    for session in first..<end {
      let count = eventCount(of: session, people)
      sessions.pointer(to: session).pointee.eventsEnd = count
      let uniforms = draws.extend(by: count + 2)
      uniforms[0] = stream.uniform(SessionDraws.address(DrawPurpose.browseSeconds, session))
      uniforms[1] = stream.uniform(SessionDraws.address(DrawPurpose.lingerSeconds, session))
      for event in 0..<count {
        uniforms[event + 2] = stream.uniform(
          SessionDraws.address(DrawPurpose.eventSeconds, session, event: event))
      }
    }
    draws.append(0.5)
    var lengths = draws.pointer(to: 0)
    Quantile.exponentials(lengths, count: draws.count & ~1)
    for session in first..<end {
      let entry = sessions.pointer(to: session)
      let (firstEvent, count) = (events.count, entry.pointee.eventsEnd)
      let list = events.extend(by: count)
      let last = SessionDraws.followEvents(
        stream, session, count: count, browsing: lengths[0], people, length: { lengths[$0 + 2] },
        ended: { list[$0] = Event(end: $2, value: people.events[$1].value, kind: $1) })
      entry.pointee.contentSeconds = last + SessionDraws.lingering(lengths[1], people)
      entry.pointee.firstEvent = firstEvent
      entry.pointee.eventsEnd = firstEvent + count
      lengths += count + 2
    }
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
