import ExperimentDesign
import PromptFlow
import RandomStreams

/// Those who leave the app at the pre-prompt or the alert, and are asked again in their next sessions.
///
/// The next ask comes at the next session's activation. Nothing has been experienced since the first,
/// and onboarding that the leaving cut off is still to be completed, so that cold stays cold and warm
/// warm.
extension CrowdBlock {
  /// Counts the leavers of an arm, as far as nothing else happens to them.
  ///
  /// - Parameter leavers: how many of ``CrowdColumns/leavers`` there are; the first of them, `declined`,
  ///   left at the pre-prompt.
  @inline(never)
  mutating func countLeavers(
    _ leavers: Int, declined: Int, _ arm: UnsafePointer<ClearArm>, _ moment: Moment
  ) {
    if arm.pointee.hasGate, arm.pointee.gateWaits { look(at: arm) }
    let (columns, arm) = (columns, arm.pointee)
    for position in 0..<leavers {
      let install = columns.leavers[position]
      var leaver = Leaver(install, in: moment.sessions[install], event: moment.events[install], arm)
      if columns.follow(&leaver, hasDeclined: position < declined, arm, people) {
        count(leaver, arm)
      } else {
        columns.leave(install, arm.position)
      }
    }
  }

  /// One of them, from ask to ask.
  struct Leaver: ~Copyable {
    let install: Int
    /// The session of the ask, and before an ask at its trigger how many of its events.
    var session: Int
    var event: Int
    /// Sessions lived.
    var lived = 0
    /// Whether the pre-prompt, if any, is behind.
    var hasContinued: Bool
    /// Whether the install event is out.
    var isSent = false
    /// The probability of allowing, where the alert was answered in the end.
    var allows = Double.nan
    var outcome = Outcome()

    init(_ install: Int, in session: Int, event: Int, _ arm: ClearArm) {
      self.install = install
      self.session = session
      self.event = event
      hasContinued = !arm.isPrimed
    }
  }

  @inline(__always)
  private mutating func count(_ leaver: borrowing Leaver, _ arm: ClearArm) {
    let columns = columns
    let install = leaver.install
    let ledger = arm.ledger
    ledger.addAsks(leaver.outcome)
    ledger.addLoss(undisturbed: columns.sessions[install], lived: leaver.lived)
    ledger.count(.trackedBeforePermission, if: arm.hasGate && leaver.isSent)
    let allows = leaver.allows
    guard !allows.isNaN else {
      ledger.addEnd(triggerReached: true, final: .undetermined)
      ledger.count(.unreported, if: arm.hasGate && !leaver.isSent)
      return
    }
    let session = leaver.session
    let isAllowed = columns.answers[install] < allows
    var end = (isAuthorized: isAllowed, sessions: isAllowed ? leaver.lived - session : 0)
    if people.settingsMost > 0, columns.visitSettings[install] == 1, leaver.lived - session > 1 {
      followToSettings(install)
      end = arm.settings._withUnsafeGuaranteedRef {
        settings.permission(from: session, isAllowed, lived: leaver.lived, $0)
      }
    }
    ledger.addEnd(triggerReached: true, final: end.isAuthorized ? .authorized : .deniedByAnswer)
    ledger.addAnswer(isAllowed: isAllowed, day: day(of: session, install), allows: allows)
    ledger.addSessions(authorized: end.sessions, identified: end.sessions, lived: leaver.lived)
    let isAttributed = arm.hasGate && !leaver.isSent
    ledger.count(.attributed, if: isAttributed && isAllowed)  // R118
    ledger.count(.personalizable, if: end.isAuthorized)
    let score = arm.settings._withUnsafeGuaranteedRef {
      AnswerScore(allows: allows, answeredIn: session, lived: leaver.lived, $0)
    }
    ledger.addScore(
      score, lived: leaver.lived, identifiedBefore: 0, isPersonalizable: true, isAttributed: isAttributed)
    let place = CrowdColumns.place(arm.position, install)
    columns.scores[place] = score.authorized
    columns.areAuthorized[place] = end.isAuthorized ? 1 : 0
  }

  /// Days from install to a session's start.
  private func day(of session: Int, _ install: Int) -> Double {
    guard session > 0 else { return 0 }
    return VisitDays.day(
      of: session, number: columns.visits[install], horizon: horizon, columns.streams[install])
  }
}

extension CrowdColumns {
  /// How an ask ended.
  private enum Ending {
    case answered
    /// The person left, and may be asked again.
    case left
    /// The person left and is never asked again.
    case leftForGood
  }

  /// - Returns: whether everything is known; nothing has been counted.
  @inline(__always)
  fileprivate func follow(
    _ leaver: inout CrowdBlock.Leaver, hasDeclined: Bool, _ arm: ClearArm, _ people: SegmentNumbers
  ) -> Bool {
    let install = leaver.install
    guard arm.asksAgainNextSession, !(arm.hasAlert && arm.alertAtOnboarding) else { return false }
    let sessions = self.sessions[install]
    leaver.lived = sessions
    if arm.hasGate {
      leaver.isSent =
        !arm.gateWaits
        || leaver.session > 0 && isSentUnasked(install, before: leaver.session, arm, people)
    }
    var isFirst = true
    while true {
      var patience = 1.0
      let readsNow = !leaver.hasContinued
      let ending = ask(&leaver, isFirst ? hasDeclined : nil, &patience, arm, people)
      if arm.hasGate, !leaver.isSent {
        meetGate(&leaver, isFirst: isFirst, reads: readsNow, ending == .answered, arm, people)
      }
      let mayGoOn = leaver.session + 1 < sessions
      if mayGoOn, patience < 1, isDrivenAway(install, after: leaver.session, patience: patience) {
        leaver.lived = leaver.session + 1
        return true
      }
      guard ending == .left, mayGoOn else {
        // Whoever is asked no more lives on, and with onboarding cut off perhaps another life.
        return ending == .answered || !mayGoOn || !arm.hasGate || leaver.isSent
      }
      leaver.session += 1
      leaver.event = -1
      isFirst = false
      if arm.delaySeconds > 0, !outlastsDelayAtActivation(install, leaver.session, arm, people) {
        return false
      }
    }
  }

  /// Goes through one ask: the pre-prompt, unless it is behind, and the alert.
  ///
  /// - Parameter hasDeclined: of the first ask, where the person left.
  @inline(__always)
  private func ask(
    _ leaver: inout CrowdBlock.Leaver, _ hasDeclined: Bool?, _ patience: inout Double, _ arm: ClearArm,
    _ people: SegmentNumbers
  ) -> Ending {
    let install = leaver.install
    if !leaver.hasContinued {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows)
      leaver.outcome.prePromptShows += 1
      patience *= 1 - people.annoyancePrePrompt
      let isLast = arm.mostShows <= Int(leaver.outcome.prePromptShows)
      let continues =
        hasDeclined.map { !$0 } ?? continuesPrePrompt(install, showing: showing, arm, people)
      guard continues else { return isLast ? .leftForGood : .left }
      leaver.outcome.prePromptContinues += 1
      leaver.hasContinued = true
    }
    let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown)
    leaver.outcome.requests += 1
    leaver.outcome.alertsShown += 1
    if leaver.session == 0 { leaver.outcome.promptedFirstSession = true }
    patience *= 1 - people.annoyanceAlert
    let isCold = arm.trigger.isLaunch
    if isCold { patience *= 1 - people.annoyanceCold }
    let leaves =
      hasDeclined != nil
      || streams[install].uniform(purpose: Purpose.unanswered, index: showing) < people.unanswered
    if leaves {
      leaver.outcome.unansweredAlerts += 1  // R31
      return arm.retries ? .left : .leftForGood
    }
    leaver.allows = ElementaryFunctions.logistic(
      logOddsOfAllowing(install, isCold: isCold, arm, people))
    return .answered
  }

  /// Tells whether the install event goes out in the session of an ask, up to its end or the answer.
  @inline(__always)
  private func meetGate(
    _ leaver: inout CrowdBlock.Leaver, isFirst: Bool, reads: Bool, _ isAnswered: Bool, _ arm: ClearArm,
    _ people: SegmentNumbers
  ) {
    let install = leaver.install
    let asked =
      isFirst
      ? askedAt(
        install, leaver.session, leaver.event, opening(install, leaver.session, people), arm, people)
      : activation(install, leaver.session, people) + arm.delaySeconds
    var time = asked
    if reads, let law = arm.readSeconds {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows - 1)
      time += law.draw(streams[install], Purpose.readSeconds, showing)
    }
    if isAnswered {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown - 1)
      time += people.answerSeconds.draw(streams[install], Purpose.answerSeconds, showing)
      leaver.isSent = arm.waitSeconds < time
    } else {
      leaver.isSent = arm.waitSeconds <= time
    }
  }
}
