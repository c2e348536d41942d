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
  mutating func siftBesideAlert(
    _ members: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) -> Int {
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
    case .afterEvent(let event)?:
      LaterSessions(
        ofEvents: columns.eventSessions + InstallColumns.index(position(of: event), 0), ofAll: .max)
    case .inSession(let session)?: LaterSessions(ofEvents: nil, ofAll: session)
    case nil: LaterSessions(ofEvents: nil, ofAll: .max)
    }
  }

  /// Keeps those whose ask at the trigger finds the alert shown at once, and leaves the others.
  func siftShownAtOnce(_ asked: inout Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    switch arm.pointee.trigger {
    case .launch, .session: siftAsks(&asked, from: 0, columns.asked, asked, arm, moment)
    case .onboarding: siftAsksAfterOnboarding(&asked, arm, moment)
    case .events: siftAsksAfterEvents(&asked, arm, moment)
    }
  }

  /// Keeps those of a list who are asked clearly, after those that are kept already.
  @inline(never)
  private func siftAsks(
    _ asked: inout Int, from first: Int, _ list: UnsafeMutablePointer<Int>, _ count: Int,
    _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    let (columns, arm) = (columns, arm.pointee)
    var kept = first
    for position in 0..<count {
      let install = list[position]
      let isKept = columns.seesAlertAtOnce(
        install, moment.sessions[install], event: moment.events[install], arm, people)
      columns.asked[kept] = install
      kept &+= isKept ? 1 : 0
      if !isKept { columns.leave(install, arm.position) }
    }
    asked = kept
  }

  /// After an event, without a delay, only the session of the competing alert, if any, needs a closer look.
  @inline(never)
  private func siftAsksAfterEvents(
    _ asked: inout Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    guard arm.pointee.delaySeconds == 0 else {
      return siftAsks(&asked, from: 0, columns.asked, asked, arm, moment)
    }
    let columns = columns
    let alertSessions = arm.pointee.alertAtOnboarding ? columns.onboardedIn : columns.zeros
    let doubtful = columns.others
    var kept = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let other = moment.sessions[install] ^ alertSessions[install]
      doubtful[position &- kept] = install
      columns.asked[kept] = install
      kept &+= isNegative(0 &- other)
    }
    siftAsks(&asked, from: kept, doubtful, asked - kept, arm, moment)
  }

  /// When onboarding completes the same three uniforms tell of nearly all; see
  /// ``InstallColumns/seesAlertAtOnce(_:_:event:_:_:)``.
  @inline(never)
  private func siftAsksAfterOnboarding(
    _ asked: inout Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    guard arm.pointee.hasAlert, arm.pointee.clear.browsingOutlastsDelay < 1 else {
      return siftAsks(&asked, from: 0, columns.asked, asked, arm, moment)
    }
    let (columns, arm) = (columns, arm.pointee)
    let bound = arm.alertAtOnboarding ? 1 : arm.clear.onboardingOutlastsAlert
    var kept = 0
    for position in 0..<asked {
      let install = columns.asked[position]
      let session = moment.sessions[install]
      let isAlertSession = arm.alertAtOnboarding ? 1 : isNegative(session &- 1)
      let meets =
        isAlertSession & (columns.meetsAlert(install, arm) ? 1 : 0)
        & (columns.onboardingUniform(install, session) <= bound ? 1 : 0)
      var isKept = 1 &- meets
      if !columns.browses(install, in: session, below: arm.clear.browsingOutlastsDelay),
        !columns.outlastsDelay(install, session, arm, people)
      {
        isKept = 0
      }
      columns.asked[kept] = install
      kept &+= isKept
      if isKept == 0 { columns.leave(install, arm.position) }
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
