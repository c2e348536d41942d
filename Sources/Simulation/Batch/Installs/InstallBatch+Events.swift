import RandomStreams

/// What the sessions of a block's installs hold.
extension InstallBatch {
  /// Finds where the events end that arms wait for.
  func findEvents() {
    let moments = eventMoments.count - 1
    guard moments > 0 else { return }
    guard people.events.count == 1 else { return findMixedEvents() }
    guard eventMoments[moments - 1].count <= 3 else { return findAnyEvents() }
    if people.activitySpread > 0 {
      findFirstEvents()
    } else if let bounds = people.eventCount.bounds {
      findFirstEvents(bounds)
    } else {
      findAnyEvents()
    }
  }

  /// How many events a session of each has, where people differ in it.
  @inline(never)
  func drawEventMeans() {
    let columns = columns
    let (spread, perSession) = (people.activitySpread, people.eventsPerSession)
    let half = spread * spread / 2
    for install in stride(from: 0, to: evenCount, by: 2) {
      let means = ElementaryFunctions.moderateExp(spread * columns.activity.pair(install) - half) * perSession
      columns.eventMeans.setPair(install, means)
      columns.eventNones.setPair(install, ElementaryFunctions.moderateExp(-means))
    }
  }

  @inline(never)
  private func findFirstEvents() {
    let columns = columns
    findFirstEvents { columns.eventBounds($0) }
    for install in 0..<count where columns.eventMeans[install] > PoissonSampler.mostOfOnePart {
      findAnyEvents(of: install)
    }
  }

  @inline(never)
  private func findFirstEvents(_ bounds: CountBounds) { findFirstEvents { _ in bounds } }

  /// Where no arm waits for more than the third event, three comparisons tell how many a session holds.
  ///
  /// The first session with content, which is the only one for most, is looked at without a branch.
  @inline(__always)
  private func findFirstEvents(_ bounds: (_ install: Int) -> CountBounds) {
    let columns = columns
    let last = eventMoments.count - 2
    let needed = eventMoments[last].count
    let (longer, ended) = (columns.asked, columns.lived)
    let (sessionsOfLast, positionsOfLast) = (
      columns.eventSessions + InstallColumns.index(last, 0),
      columns.eventPositions + InstallColumns.index(last, 0)
    )
    var longerCount = 0
    for install in 0..<count {
      let session = max(0, columns.onboardedIn[install])
      let events = bounds(install).count(at: columns.eventUniform(install, session))
      ended[install] = events
      // Onboarding may never be completed.
      let isReached = isNegative(needed &- 1 &- events) & isNegative(session &- columns.sessions[install])
      sessionsOfLast[install] = isReached == 1 ? session : columns.sessions[install]
      positionsOfLast[install] = needed &- 1
      longer[longerCount] = install
      longerCount &+= (1 &- isReached) & isNegative(session &+ 1 &- columns.sessions[install])
    }
    for moment in 0..<last { findInFirstSession(moment) }
    for entry in 0..<longerCount {
      let install = longer[entry]
      let bounds = bounds(install)
      let sessions = columns.sessions[install]
      var session = max(0, columns.onboardedIn[install]) &+ 1
      var all = ended[install]
      var moment = 0
      while eventMoments[moment].count <= all { moment &+= 1 }
      while moment <= last, session < sessions {
        let before = all
        all &+= bounds.count(at: columns.eventUniform(install, session))
        while eventMoments[moment].count <= all {
          columns.eventSessions[InstallColumns.index(moment, install)] = session
          columns.eventPositions[InstallColumns.index(moment, install)] =
            eventMoments[moment].count &- before &- 1
          moment &+= 1
        }
        session &+= 1
      }
    }
  }

  /// Finds where a moment comes in the first session with content, of whose events at least three are counted.
  private func findInFirstSession(_ moment: Int) {
    let columns = columns
    let needed = eventMoments[moment].count
    let first = InstallColumns.index(moment, 0)
    let (eventSessions, eventPositions) = (columns.eventSessions + first, columns.eventPositions + first)
    for install in 0..<count {
      let session = max(0, columns.onboardedIn[install])
      let isReached =
        isNegative(needed &- 1 &- columns.lived[install]) & isNegative(session &- columns.sessions[install])
      eventSessions[install] = isReached == 1 ? session : columns.sessions[install]
      eventPositions[install] = needed &- 1
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
    while eventMoments[moment].count < .max, session < sessions {
      let before = ended
      ended += columns.eventCount(install, session, people)
      while ended >= eventMoments[moment].count {
        columns.eventSessions[InstallColumns.index(moment, install)] = session
        columns.eventPositions[InstallColumns.index(moment, install)] =
          eventMoments[moment].count - before - 1
        moment += 1
      }
      session += 1
    }
    while eventMoments[moment].count < .max {
      columns.eventSessions[InstallColumns.index(moment, install)] = sessions
      moment += 1
    }
  }
  /// Where there are several kinds, every event is looked at, and what it is worth added up.
  @inline(never)
  private func findMixedEvents() {
    for install in 0..<count { findMixedEvents(of: install) }
  }

  private func findMixedEvents(of install: Int) {
    let columns = columns
    let sessions = columns.sessions[install]
    let moments = eventMoments.count - 1
    for moment in 0..<moments { columns.eventSessions[InstallColumns.index(moment, install)] = sessions }
    for kind in 0..<eventsByKind.count { eventsByKind[kind] = 0 }
    var missing = moments
    var session = max(0, columns.onboardedIn[install])
    var value = 0.0
    while missing > 0, session < sessions {
      for event in 0..<columns.eventCount(install, session, people) {
        let kind = SessionDraws.eventKind(columns.streams[install], session, event: event, people)
        value += people.events[kind].value
        let ended = eventsByKind[kind] + 1
        eventsByKind[kind] = ended
        for moment in 0..<moments where eventMoments[moment] == EventMoment(kind: kind, count: ended) {
          let index = InstallColumns.index(moment, install)
          columns.eventSessions[index] = session
          columns.eventPositions[index] = event
          columns.eventLogValues[index] = logarithm(ofValue: value)
          missing -= 1
        }
      }
      session += 1
    }
  }
}
