import RandomStreams

/// Who of those whose trigger comes true sees the alert at once, and answers it.
extension InstallBatch {
  /// Whether nothing can come between the trigger and the ask, for any install.
  func asksEverybody(_ arm: UnsafePointer<BatchArm>) -> Bool {
    switch arm.pointee.trigger {
    case .launch:
      let mayMeetAlert =
        arm.pointee.hasAlert
        && (arm.pointee.alertAtOnboarding || !arm.pointee.clear.alertComesLater || arm.pointee.isPrimed)
      return !mayMeetAlert
        && (people.hasOnboarding
          ? arm.pointee.clear.onboardingOutlastsDelay == 0 : arm.pointee.clear.browsingOutlastsDelay == 1)
    case .events: return !arm.pointee.hasAlert && arm.pointee.delaySeconds == 0
    case .onboarding, .session: return false
    }
  }

  /// Keeps those members whose ask a competing alert of a later moment cannot come near, and leaves the others.
  ///
  /// Such an alert comes in one session. Before the session of the ask it moves nothing but an install event that waits,
  /// and only makes sessions longer: an event that is sent without it is sent with it.
  /// - Returns: how many are kept.
  @inline(never)
  mutating func siftBesideAlert(_ members: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) -> Int {
    if arm.pointee.gateWaits { look(at: arm) }
    let columns = columns
    let alerts = sessionsOfLaterAlert(arm)
    var kept = 0
    for position in 0..<members {
      let install = columns.members[position]
      let ask = moment.sessions[install]
      let alert = alerts[install]
      let isNear =
        alert < columns.sessions[install] && (alert == ask || alert < ask && arm.pointee.gateWaits)
      if isNear, columns.meetsAlert(install, arm.pointee),
        alert == ask || !columns.isSentUnasked(install, before: ask, arm.pointee, people)
      {
        columns.leave(install, arm.pointee.position)
      } else {
        columns.members[kept] = install
        kept += 1
      }
    }
    return kept
  }

  /// In which session an arm's competing alert of a later moment comes, by install; past the life where it never does.
  struct LaterSessions {
    fileprivate let ofEvents: UnsafeMutablePointer<Int>?
    fileprivate let ofAll: Int

    @inline(__always)
    subscript(install: Int) -> Int { ofEvents.map { $0[install] } ?? ofAll }
  }

  func sessionsOfLaterAlert(_ arm: UnsafePointer<BatchArm>) -> LaterSessions {
    switch arm.pointee.laterAlert {
    case .events(let event)?:
      LaterSessions(
        ofEvents: columns.eventSessions + InstallColumns.index(position(of: event), 0), ofAll: .max)
    case .session(let session)?: LaterSessions(ofEvents: nil, ofAll: session)
    case .launch?, .onboarding?, nil: LaterSessions(ofEvents: nil, ofAll: .max)
    }
  }

  /// Keeps those whose ask at the trigger finds the alert shown at once, and leaves the others.
  @inline(never)
  func siftShownAtOnce(_ asked: inout Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    var kept = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let isKept = columns.seesAlertAtOnce(
        install, moment.sessions[install], event: moment.events[install], arm, people)
      columns.asked[kept] = install
      kept &+= isKept ? 1 : 0
      if !isKept { columns.leave(install, arm.position) }
    }
    asked = kept
  }

  /// Keeps those who go on from the first showing of a pre-prompt.
  ///
  /// - Returns: how many do not.
  @inline(never)
  func siftContinues(_ asked: inout Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) -> Int {
    let odds = arm.pointee.numbers._withUnsafeGuaranteedRef { ContinueOdds(people, $0) }
    return columns.sift(&asked, after: 0) { columns, install in
      odds.continues(
        columns.streams[install], willingness: columns.willingness[install],
        logValue: moment.logValues[install], showing: 0)
    }
  }

  /// Keeps those who answer the alert.
  ///
  /// - Returns: how many have not got this far, or do not.
  @inline(never)
  func siftAnswered(_ asked: inout Int, after declined: Int) -> Int {
    columns.sift(&asked, after: declined) { columns, install in !columns.areUnanswered[install] }
  }
}
