import ExperimentDesign
import RandomStreams

/// What becomes of a block's installs under one arm.
extension InstallBatch {
  /// When an arm's trigger comes true for each install.
  struct Moment: BitwiseCopyable {
    /// The session; the number of sessions where it never does.
    let sessions: UnsafeMutablePointer<Int>
    /// How many events of the session come before the one that fires it; −1 for other triggers.
    let events: UnsafeMutablePointer<Int>
    /// ln(1 + value) of what is experienced by then.
    let logValues: UnsafeMutablePointer<Double>
  }

  /// Plays the installs under an arm that nothing out of the ordinary happens to.
  mutating func play(_ arm: UnsafePointer<BatchArm>) {
    var members = gather(arm.pointee.position)
    guard arm.pointee.fits else {
      for position in 0..<members { columns.leave(columns.members[position], arm.pointee.position) }
      return
    }
    let moment = moment(of: arm)
    if case .session(let number) = arm.pointee.trigger {
      for install in 0..<count { columns.triggerSessions[install] = min(number, columns.sessions[install]) }
    }
    guard areAskable else {
      countDevices(members, arm, moment)
      return
    }
    if arm.pointee.laterAlert != nil { members = siftBesideAlert(members, arm, moment) }
    var (asked, unreached) = sort(members, arm, moment)
    countUnreached(unreached, arm)
    if case .session(let number) = arm.pointee.trigger { experience(asked, before: number, arm) }
    if !asksEverybody(arm) { siftShownAtOnce(&asked, arm, moment) }
    let declined = arm.pointee.isPrimed ? siftContinues(&asked, arm, moment) : 0
    let leavers = people.unanswered > 0 ? siftAnswered(&asked, after: declined) : declined
    countLeavers(leavers, declined: declined, arm, moment)
    guard case .session = arm.pointee.trigger else {
      return countAsked(asked, isCold: arm.pointee.trigger.isLaunch, arm, moment)
    }
    let cold = columns.sift(&asked, after: 0) { columns, install in !columns.areCold[install] }
    countAsked(asked, isCold: false, arm, moment)
    columns.asked.update(from: columns.leavers, count: cold)
    countAsked(cold, isCold: true, arm, moment)
  }

  /// Tells what each has experienced before the session that an arm asks in.
  @inline(never)
  private func experience(_ asked: Int, before session: Int, _ arm: UnsafePointer<BatchArm>) {
    let columns = columns
    let isValued = people.allowValue != 0 || arm.pointee.isPrimed && people.continueValue != 0
    let counts = isValued || !people.hasOnboarding
    for position in 0..<asked {
      let install = columns.asked[position]
      var experience = InstallColumns.Experience()
      if counts { columns.add(to: &experience, install, before: session, people) }
      columns.triggerLogValues[install] = logarithm(ofValue: experience.value)
      columns.areCold[install] = columns.isCold(install, session, after: experience, people)
    }
  }

  /// Lists the installs that live under an arm and forgets how those of the last block ended.
  @inline(never)
  private func gather(_ arm: Int) -> Int {
    let columns = columns
    let first = InstallColumns.index(arm, 0)
    (columns.areAuthorized + first).update(repeating: 0, count: count)
    (columns.misfits + first).update(repeating: false, count: count)
    columns.members.update(from: columns.everybody, count: count)
    return count
  }

  /// The first activation.
  var launch: Moment {
    Moment(sessions: columns.zeros, events: columns.noEvents, logValues: columns.noLogValues)
  }

  private func moment(of arm: UnsafePointer<BatchArm>) -> Moment {
    switch arm.pointee.trigger {
    case .launch: return launch
    case .session:
      return Moment(
        sessions: columns.triggerSessions, events: columns.noEvents, logValues: columns.triggerLogValues)
    case .onboarding:
      return Moment(
        sessions: people.hasOnboarding ? columns.onboardedIn : columns.sessions, events: columns.noEvents,
        logValues: columns.noLogValues)
    case .events(let event):
      let first = InstallColumns.index(position(of: event), 0)
      return Moment(
        sessions: columns.eventSessions + first, events: columns.eventPositions + first,
        logValues: columns.eventLogValues + first)
    }
  }

  /// Where an event stands among those that are waited for.
  func position(of event: EventMoment) -> Int {
    var moment = 0
    while eventMoments[moment] != event { moment += 1 }
    return moment
  }

  /// Devices that answer by themselves: one request, if the trigger comes true.
  @inline(never)
  private func countDevices(_ members: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment) {
    let (columns, arm) = (columns, arm.pointee)
    for position in 0..<members {
      let install = columns.members[position]
      let session = moment.sessions[install]
      let isReached = session < columns.sessions[install]
      // A moment of the session itself is never past its end.
      if isReached, arm.delaySeconds > 0,
        !columns.outlastsDelay(install, session, event: moment.events[install], arm, people)
      {
        columns.leave(install, arm.position)
        continue
      }
      arm.writer.count(.requests, if: isReached)  // R13–R18
      arm.writer.addEnd(
        triggerReached: isReached,
        final: columns.areRestricted[install] == 1 ? .restricted : .deniedByDevice)  // R147
    }
  }

  /// Tells those apart whose trigger comes true.
  @inline(never)
  private func sort(
    _ members: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
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
}
