import RandomStreams

/// What the sessions of a block's installs hold.
extension InstallBatch {
  /// Finds where the events end that arms wait for.
  func findEvents() {
    let moments = eventMoments.count - 1
    guard moments > 0 else { return }
    guard people.events.count == 1 else { return findMixedEvents() }
    let isFew = people.activitySpread > 0 && eventMoments[moments - 1].count <= 3
    if isFew, moments == 1 { findOnlyEvent() } else { findAnyEvents() }
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

  /// Where all arms wait for the same first, second or third event, three comparisons tell how many a
  /// session holds.
  ///
  /// The first session with content, which is the only one for most, is looked at without a branch.
  @inline(never)
  private func findOnlyEvent() {
    let columns = columns
    let needed = eventMoments[0].count
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
