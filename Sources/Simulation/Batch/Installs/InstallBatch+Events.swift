import RandomStreams

/// What the sessions of a block's installs hold.
extension InstallBatch {
  /// Finds where the events end that arms wait for.
  @inline(never)
  func findEvents() {
    let moments = eventMoments.count - 1
    guard moments > 0 else { return }
    guard people.events.count == 1 else { return findMixedEvents() }
    // Where no arm waits for more than the third event, three comparisons tell how many a session holds.
    let few = eventMoments[moments - 1].count <= 3
    func events(_ install: Int, _ session: Int) -> Int {
      few ? columns.fewEvents(install, session, people) : columns.eventCount(install, session, people)
    }
    // The first session with content, which is the only one for most, is looked at without a branch.
    let longer = columns.asked
    var longerCount = 0
    for install in 0..<count {
      let (session, sessions) = (max(0, columns.onboardedIn[install]), columns.sessions[install])
      let ended = events(install, session)
      var areAllReached = 1
      for moment in 0..<moments {
        let (index, needed) = (InstallColumns.index(moment, install), eventMoments[moment].count)
        // Onboarding may never be completed.
        let isReached = isNegative(needed &- 1 &- ended) & isNegative(session &- sessions)
        columns.eventSessions[index] = isReached == 1 ? session : sessions
        columns.eventPositions[index] = needed &- 1
        areAllReached &= isReached
      }
      longer[longerCount] = install
      longerCount &+= (1 &- areAllReached) & isNegative(session &+ 1 &- sessions)
    }
    for entry in 0..<longerCount { findEvents(of: longer[entry]) { events(longer[entry], $0) } }
  }

  /// How many events a session of each has, where people differ in it.
  @inline(never)
  func drawEventMeans() {
    let columns = columns
    let spread = people.activitySpread
    for install in 0..<count {
      let activity = ElementaryFunctions.exp(spread * columns.activity[install] - spread * spread / 2)
      columns.eventMeans[install] = activity * people.eventsPerSession
      columns.eventNones[install] = ElementaryFunctions.exp(-columns.eventMeans[install])
    }
  }

  /// - Parameter events: how many a session holds.
  @inline(__always)
  private func findEvents(of install: Int, _ events: (_ session: Int) -> Int) {
    let sessions = columns.sessions[install]
    var session = max(0, columns.onboardedIn[install])
    var ended = 0
    var moment = 0
    while eventMoments[moment].count < .max, session < sessions {
      let before = ended
      ended += events(session)
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
