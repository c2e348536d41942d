import RandomStreams

/// What becomes of a block's installs under one arm.
extension CrowdBlock {
  /// When an arm's trigger comes true for each install.
  struct Moment: BitwiseCopyable {
    /// The session; the number of sessions where it never does.
    let sessions: UnsafeMutablePointer<Int>
    /// How many events of the session come before the one that fires it; −1 for other triggers.
    let events: UnsafeMutablePointer<Int>
  }

  /// Plays the installs under an arm that nothing out of the ordinary happens to.
  ///
  /// - Parameter only: whether each install lives under one arm alone.
  mutating func play(_ arm: UnsafePointer<ClearArm>, only: Bool) {
    let members = gather(arm.pointee.position, only: only)
    guard arm.pointee.isClear else {
      for position in 0..<members { columns.leave(columns.members[position], arm.pointee.position) }
      return
    }
    let moment = moment(of: arm)
    guard areAskable else {
      countDevices(members, arm, moment)
      return
    }
    var (asked, unreached) = sort(members, arm, moment)
    countUnreached(unreached, arm)
    if !asksEverybody(arm) { siftClearAsks(&asked, arm, moment) }
    let declined = arm.pointee.isPrimed ? siftContinues(&asked, arm) : 0
    let leavers = people.unanswered > 0 ? siftAnswered(&asked, after: declined) : declined
    countLeavers(leavers, declined: declined, arm, moment)
    findEarly(asked, arm, moment)
    countAsked(asked, arm, moment)
  }

  /// Lists the installs that live under an arm and forgets how those of the last block ended.
  @inline(never)
  private func gather(_ arm: Int, only: Bool) -> Int {
    let columns = columns
    let first = CrowdColumns.place(arm, 0)
    (columns.scores + first).update(repeating: 0, count: count)
    (columns.areAuthorized + first).update(repeating: 0, count: count)
    (columns.unclear + first).update(repeating: false, count: count)
    guard only else {
      columns.members.update(from: columns.everybody, count: count)
      return count
    }
    var members = 0
    for install in 0..<count {
      columns.members[members] = install
      members += columns.arms[install] == arm ? 1 : 0
    }
    return members
  }

  private func moment(of arm: UnsafePointer<ClearArm>) -> Moment {
    switch arm.pointee.trigger {
    case .launch: return Moment(sessions: columns.zeros, events: columns.noEvents)
    case .onboarding:
      return Moment(
        sessions: people.hasOnboarding ? columns.onboardedIn : columns.sessions, events: columns.noEvents)
    case .events(let number):
      var moment = 0
      while eventsNeeded[moment] < number { moment += 1 }
      let first = CrowdColumns.place(moment, 0)
      return Moment(sessions: columns.eventSessions + first, events: columns.eventPositions + first)
    }
  }

  /// Devices that answer by themselves: one request, if the trigger comes true.
  @inline(never)
  private func countDevices(_ members: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) {
    let columns = columns
    guard arm.pointee.delaySeconds == 0 else {
      countDelayedDevices(members, arm, moment)
      return
    }
    // A moment of the session itself is never past its end.
    var (reached, restricted, both) = (0, 0, 0)
    for position in 0..<members {
      let install = columns.members[position]
      let isReached = isNegative(moment.sessions[install] &- columns.sessions[install])
      let isRestricted = Int(columns.areRestricted[install])
      reached &+= isReached
      restricted &+= isRestricted
      both &+= isReached & isRestricted
    }
    let tally = arm.pointee.tally
    tally.addSingleRequests(reached)
    tally.addUnasked(.restricted, triggerReached: true, times: both)  // R147
    tally.addUnasked(.restricted, triggerReached: false, times: restricted - both)
    tally.addUnasked(.deniedByDevice, triggerReached: true, times: reached - both)
    tally.addUnasked(.deniedByDevice, triggerReached: false, times: members - restricted - reached + both)
  }

  private func countDelayedDevices(
    _ members: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment
  ) {
    let (columns, arm) = (columns, arm.pointee)
    for position in 0..<members {
      let install = columns.members[position]
      let session = moment.sessions[install]
      let isReached = session < columns.sessions[install]
      if isReached, !columns.outlastsDelay(install, session, arm, people) {
        columns.leave(install, arm.position)
        continue
      }
      arm.tally.addSingleRequests(isReached ? 1 : 0)
      arm.tally.addUnasked(
        columns.areRestricted[install] == 1 ? .restricted : .deniedByDevice, triggerReached: isReached)
    }
  }

  /// Tells those apart whose trigger comes true.
  @inline(never)
  private func sort(
    _ members: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment
  ) -> (asked: Int, unreached: Int) {
    let (columns, arm) = (columns, arm.pointee)
    if arm.trigger.isLaunch {
      columns.asked.update(from: columns.members, count: members)
      return (members, 0)
    }
    var asked = 0
    for position in 0..<members {
      let install = columns.members[position]
      columns.asked[asked] = install
      columns.others[position &- asked] = install
      asked &+= isNegative(moment.sessions[install] &- columns.sessions[install])
    }
    return (asked, members - asked)
  }

  /// Whether nothing can come between the trigger and the ask, whoever it is.
  private func asksEverybody(_ arm: UnsafePointer<ClearArm>) -> Bool {
    switch arm.pointee.trigger {
    case .launch:
      let mayMeetAlert =
        arm.pointee.hasAlert
        && (arm.pointee.alertAtOnboarding || !arm.pointee.clear.alertComesLater || arm.pointee.isPrimed)
      return !mayMeetAlert && people.hasOnboarding && arm.pointee.clear.onboardingOutlastsDelay == 0
    case .events: return !arm.pointee.hasAlert
    case .onboarding: return false
    }
  }

  /// Keeps those whose ask at the trigger finds the alert shown at once, and leaves the others.
  private func siftClearAsks(_ asked: inout Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment) {
    switch arm.pointee.trigger {
    case .launch: siftAsks(&asked, from: 0, columns.asked, asked, arm, moment)
    case .onboarding: siftAsksAfterOnboarding(&asked, arm, moment)
    case .events: siftAsksAfterEvents(&asked, arm, moment)
    }
  }

  /// Keeps those of a list who are asked clearly, after so many who are kept already.
  @inline(never)
  private func siftAsks(
    _ asked: inout Int, from first: Int, _ list: UnsafeMutablePointer<Int>, _ count: Int,
    _ arm: UnsafePointer<ClearArm>, _ moment: Moment
  ) {
    let (columns, arm) = (columns, arm.pointee)
    var kept = first
    for position in 0..<count {
      let install = list[position]
      let isKept = columns.asksClearly(install, moment.sessions[install], arm, people)
      columns.asked[kept] = install
      kept &+= isKept ? 1 : 0
      if !isKept { columns.leave(install, arm.position) }
    }
    asked = kept
  }

  /// After an event only the session of the competing alert, if any, needs a closer look.
  @inline(never)
  private func siftAsksAfterEvents(
    _ asked: inout Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment
  ) {
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
  /// ``CrowdColumns/asksClearly(_:_:_:_:)``.
  @inline(never)
  private func siftAsksAfterOnboarding(
    _ asked: inout Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment
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
  private func siftContinues(_ asked: inout Int, _ arm: UnsafePointer<ClearArm>) -> Int {
    let arm = arm.pointee
    return columns.sift(&asked, after: 0) { columns, install in
      columns.continuesPrePrompt(install, showing: 0, arm, people)
    }
  }

  /// Keeps those who answer the alert.
  ///
  /// - Returns: how many have not got this far, or do not.
  @inline(never)
  private func siftAnswered(_ asked: inout Int, after declined: Int) -> Int {
    columns.sift(&asked, after: declined) { columns, install in !columns.areUnanswered[install] }
  }
}

extension CrowdColumns {
  /// Leaves an install to ``ArmPlayer``.
  @inline(__always)
  func leave(_ install: Int, _ arm: Int) {
    unclear[Self.place(arm, install)] = true
    anyUnclear[install] = true
  }

  /// Keeps those of ``asked`` of whom a condition holds; the others become leavers, after those there are.
  ///
  /// - Returns: how many leavers there are then.
  @inline(__always)
  func sift(_ count: inout Int, after before: Int, where holds: (CrowdColumns, Int) -> Bool) -> Int {
    var kept = 0
    var left = before
    for position in 0..<count {
      let install = asked[position]
      let isKept = holds(self, install)
      asked[kept] = install
      leavers[left] = install
      kept += isKept ? 1 : 0
      left += isKept ? 0 : 1
    }
    count = kept
    return left
  }

  /// Whether the person goes on from a showing of the pre-prompt; see ``Life/continuesPrePrompt(showing:_:_:_:)``.
  @inline(__always)
  func continuesPrePrompt(
    _ install: Int, showing: UInt32, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    let stream = streams[install]
    let isOwn = stream.uniform(purpose: Purpose.persistence, index: showing) < people.persistence
    let uniform = stream.uniform(
      purpose: isOwn ? Purpose.ownContinue : Purpose.freshContinue, index: isOwn ? 0 : showing)
    let logOdds =
      people.continueIntercept + people.continueSpread * willingness[install]
      + people.continueValue * arm.logValue + arm.logContinueOdds
      + Double(showing) * people.logFatigueOdds
    return ElementaryFunctions.logit(uniform) < logOdds
  }

  /// Whether the ask at the trigger finds the app active, uncovered and the session still going on.
  @inline(__always)
  func asksClearly(_ install: Int, _ session: Int, _ arm: ClearArm, _ people: SegmentNumbers) -> Bool {
    let isOnboarding = session <= onboardedIn[install]
    var isMet = false
    if arm.hasAlert, session == (arm.alertAtOnboarding ? onboardedIn[install] : 0) {
      isMet = meetsAlert(install, arm)
      if isMet, arm.alertAtOnboarding { return false }
    }
    switch arm.trigger {
    case .launch:
      // Over a pre-prompt the alert would appear at once.
      if isMet, !arm.clear.alertComesLater || arm.isPrimed { return false }
      guard isOnboarding else { return outlastsDelay(install, session, arm, people) }
      return arm.clear.onboardingOutlastsDelay == 0
        || onboardingUniform(install, session) > arm.clear.onboardingOutlastsDelay
    case .onboarding:
      if isMet, onboardingUniform(install, session) <= arm.clear.onboardingOutlastsAlert { return false }
      return outlastsDelay(install, session, arm, people)
    case .events:
      guard isMet else { return true }
      return isOnboarding
        ? onboardingUniform(install, session) > arm.clear.onboardingOutlastsAlert
        : browses(install, in: session, below: arm.clear.browsingOutlastsAlert)
    }
  }

  /// Whether the delay, begun at the start of a session's content, is surely over before an event ends.
  @inline(__always)
  func outlastsDelay(_ install: Int, _ session: Int, _ arm: ClearArm, _ people: SegmentNumbers) -> Bool {
    guard session >= onboardedIn[install] else { return false }
    if browses(install, in: session, below: arm.clear.browsingOutlastsDelay) { return true }
    guard arm.eventOutlastsDelay > 0 else { return false }
    return anEventLasts(
      install, of: min(1, fewEvents(install, session, people)), in: session, below: arm.eventOutlastsDelay)
  }

  /// The same of a delay that begins at the activation of a session after one that was left at an ask.
  ///
  /// Who left at launch has not completed onboarding since; all others had completed it before.
  func outlastsDelayAtActivation(
    _ install: Int, _ session: Int, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    arm.trigger.isLaunch && people.hasOnboarding
      ? onboardingUniform(install, session) > arm.clear.onboardingOutlastsDelay
      : outlastsDelay(install, session, arm, people)
  }

  @inline(__always)
  func browses(_ install: Int, in session: Int, below bound: Double) -> Bool {
    let number = UInt32(truncatingIfNeeded: session)
    return bound == 1
      || streams[install].uniform(purpose: Purpose.browseSeconds, index: number) < bound
  }

  @inline(__always)
  func onboardingUniform(_ install: Int, _ session: Int) -> Double {
    let number = UInt32(truncatingIfNeeded: session)
    return streams[install].uniform(purpose: Purpose.onboardingSeconds, index: number)
  }

  /// Whether the competing alert is asked for.
  @inline(__always)
  func meetsAlert(_ install: Int, _ arm: ClearArm) -> Bool {
    streams[install].uniform(purpose: Purpose.alertAsked, index: arm.alertID) < arm.alertShare
  }
}
