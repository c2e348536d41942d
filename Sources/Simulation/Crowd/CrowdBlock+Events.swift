import RandomStreams

/// What the sessions of a block's installs hold.
extension CrowdBlock {
  /// Finds where the events end that arms wait for.
  func findEvents() {
    if people.activitySpread > 0 { drawEventLaws() }
    let moments = eventsNeeded.count - 1
    guard moments > 0 else { return }
    let isFew = people.activitySpread > 0 && eventsNeeded[moments - 1] <= 3
    if isFew, moments == 1 { findOnlyEvent() } else { findAnyEvents() }
  }

  /// How many events a session of each has, where people differ in it.
  @inline(never)
  private func drawEventLaws() {
    let columns = columns
    let (spread, perSession) = (people.activitySpread, people.eventsPerSession)
    let half = spread * spread / 2
    for install in stride(from: 0, to: evenCount, by: 2) {
      let means = ElementaryFunctions.moderateExp(spread * columns.activity.pair(install) - half) * perSession
      columns.eventMeans.setPair(install, means)
      columns.eventNones.setPair(install, ElementaryFunctions.moderateExp(-means))
    }
  }

  /// Where all arms wait for the same first, second or third event, three comparisons tell how many a
  /// session holds.
  ///
  /// The first session with content, which is the only one for most, is looked at without a branch.
  @inline(never)
  private func findOnlyEvent() {
    let columns = columns
    let needed = eventsNeeded[0]
    let (longer, ended) = (columns.asked, columns.lived)
    var longerCount = 0
    for install in 0..<count {
      let session = max(0, columns.onboardedIn[install])
      let events = columns.eventBounds(install).count(at: columns.eventUniform(install, session))
      ended[install] = events
      // Onboarding may never be completed.
      let isReached = isNegative(needed &- 1 &- events) & isNegative(session &- columns.sessions[install])
      columns.eventSessions[install] = isReached == 1 ? session : columns.sessions[install]
      columns.eventPositions[install] = needed &- 1
      longer[longerCount] = install
      longerCount &+= (1 &- isReached) & isNegative(session &+ 1 &- columns.sessions[install])
    }
    for entry in 0..<longerCount {
      let install = longer[entry]
      let bounds = columns.eventBounds(install)
      let sessions = columns.sessions[install]
      var session = max(0, columns.onboardedIn[install]) &+ 1
      var all = ended[install]
      while session < sessions {
        let before = all
        all &+= bounds.count(at: columns.eventUniform(install, session))
        if all >= needed {
          columns.eventSessions[install] = session
          columns.eventPositions[install] = needed &- before &- 1
          break
        }
        session &+= 1
      }
    }
    for install in 0..<count where columns.eventMeans[install] > PoissonSampler.mostOfOnePart {
      findAnyEvents(of: install)
    }
  }

  @inline(never)
  private func findAnyEvents() {
    for install in 0..<count { findAnyEvents(of: install) }
  }

  @inline(never)
  private func findAnyEvents(of install: Int) {
    let sessions = columns.sessions[install]
    var session = max(0, columns.onboardedIn[install])
    var ended = 0
    var moment = 0
    while eventsNeeded[moment] < .max, session < sessions {
      let before = ended
      ended += columns.eventCount(install, session, people)
      while ended >= eventsNeeded[moment] {
        columns.eventSessions[CrowdColumns.place(moment, install)] = session
        columns.eventPositions[CrowdColumns.place(moment, install)] = eventsNeeded[moment] - before - 1
        moment += 1
      }
      session += 1
    }
    while eventsNeeded[moment] < .max {
      columns.eventSessions[CrowdColumns.place(moment, install)] = sessions
      moment += 1
    }
  }
}

extension CrowdColumns {
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
  func eventCount(_ install: Int, _ session: Int, _ people: SegmentNumbers) -> Int {
    let address = Address(purpose: Purpose.eventCount, index: UInt32(truncatingIfNeeded: session))
    return people.activitySpread > 0
      ? PoissonSampler(mean: eventMeans[install]).draw(from: streams[install], at: address)
      : people.eventCount.draw(from: streams[install], at: address)
  }

  /// How many events a session holds, or three if there are more.
  @inline(__always)
  func fewEvents(_ install: Int, _ session: Int, _ people: SegmentNumbers) -> Int {
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

  /// Seconds from the start of a session's content to the end of one of its events, of one kind.
  func eventEnd(_ install: Int, _ session: Int, _ event: Int, _ people: SegmentNumbers) -> Double {
    var seconds = pause(people.browseSeconds, Purpose.browseSeconds, install, session)
    let mean = people.events[0].meanSeconds
    for earlier in 0...event { seconds += eventSeconds(mean, install, session, earlier) }
    return seconds
  }

  /// Seconds that a session's content takes, lingering included.
  func contentSeconds(_ install: Int, _ session: Int, _ people: SegmentNumbers) -> Double {
    var seconds = pause(people.browseSeconds, Purpose.browseSeconds, install, session)
    for event in 0..<eventCount(install, session, people) {
      var kind = 0
      if people.events.count > 1 {
        let number = UInt32(truncatingIfNeeded: session)
        let u = streams[install].uniform(Life.eventAddress(Purpose.eventKind, number, event))
        while u >= people.events[kind].cumulativeShare { kind += 1 }
      }
      seconds += eventSeconds(people.events[kind].meanSeconds, install, session, event)
    }
    return seconds + pause(people.lingerSeconds, Purpose.lingerSeconds, install, session)
  }

  private func pause(_ mean: Double, _ purpose: UInt16, _ install: Int, _ session: Int) -> Double {
    let address = Address(purpose: purpose, index: UInt32(truncatingIfNeeded: session))
    return Life.atLeast(mean, streams[install].exponential(address))
  }

  private func eventSeconds(_ mean: Double, _ install: Int, _ session: Int, _ event: Int) -> Double {
    let address = Life.eventAddress(Purpose.eventSeconds, UInt32(truncatingIfNeeded: session), event)
    return Life.atLeast(mean, streams[install].exponential(address))
  }
}
