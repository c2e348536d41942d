import ExperimentDesign
import PromptFlow
import RandomStreams

/// Those who leave the app at the pre-prompt or the alert, or dismiss the pre-prompt, and are asked again in later sessions.
///
/// The next ask comes at a session's activation. Who leaves has experienced nothing since the first, and onboarding that
/// the leaving cut off is still to be completed, so that cold stays cold and warm warm. Who dismisses goes on: what the
/// sessions until the next ask hold counts then.
extension InstallBatch {
  /// Counts the leavers of an arm, as far as nothing else happens to them.
  ///
  /// - Parameter leavers: how many of ``InstallColumns/leavers`` there are; the first of them, `declined`,
  ///   did not go on from the pre-prompt.
  @inline(never)
  mutating func countLeavers(
    _ leavers: Int, declined: Int, _ arm: UnsafePointer<BatchArm>, _ moment: Moment
  ) {
    if arm.pointee.hasGate, arm.pointee.gateWaits { look(at: arm) }
    let alerts = sessionsOfLaterAlert(arm)
    let (columns, arm) = (columns, arm.pointee)
    for position in 0..<leavers {
      let install = columns.leavers[position]
      // Another ask may come upon it.
      if alerts[install] < columns.sessions[install], columns.meetsAlert(install, arm) {
        columns.leave(install, arm.position)
        continue
      }
      let session = moment.sessions[install]
      var leaver = Leaver(
        install, in: session, event: moment.events[install], isCold: isCold(install, arm),
        isOnboarding: arm.asksAtActivation && people.hasOnboarding && session <= columns.onboardedIn[install],
        arm)
      leaver.logValue = moment.logValues[install]
      if columns.follow(&leaver, hasDeclined: position < declined, arm, people) {
        count(leaver, arm)
      } else {
        columns.leave(install, arm.position)
      }
    }
  }

  /// Whether the ask at the trigger finds somebody who has experienced nothing of the app.
  private func isCold(_ install: Int, _ arm: BatchArm) -> Bool {
    switch arm.trigger {
    case .launch: true
    case .session: columns.areCold[install]
    case .onboarding, .events: false
    }
  }

  /// One of them, from ask to ask.
  struct Leaver: ~Copyable {
    let install: Int
    /// The session of the ask, and before an ask at its trigger how many of its events.
    var session: Int
    var event: Int
    /// ln(1 + value) of what is experienced by the ask.
    var logValue = 0.0
    /// Whether nothing of the app is experienced by the ask.
    var isCold: Bool
    /// Whether onboarding is not completed by the ask.
    var isOnboarding: Bool
    /// What the sessions before the ask hold, as far as it has been looked at.
    var experience = InstallColumns.Experience()
    /// Sessions lived.
    var lived = 0
    /// Whether the pre-prompt, if any, is behind.
    var hasContinued: Bool
    /// Whether the install event is out.
    var isSent = false
    /// The probability of allowing, where the alert was answered in the end.
    var allows = Double.nan
    var outcome = Outcome()

    init(_ install: Int, in session: Int, event: Int, isCold: Bool, isOnboarding: Bool, _ arm: BatchArm) {
      self.install = install
      self.session = session
      self.event = event
      self.isCold = isCold
      self.isOnboarding = isOnboarding
      hasContinued = !arm.isPrimed
    }
  }

  @inline(__always)
  private mutating func count(_ leaver: borrowing Leaver, _ arm: BatchArm) {
    let columns = columns
    let install = leaver.install
    let writer = arm.writer
    writer.addAsks(leaver.outcome)
    writer.addLoss(undisturbed: columns.sessions[install], lived: leaver.lived)
    let allows = leaver.allows
    let isSent = arm.hasGate ? leaver.isSent : nil
    guard !allows.isNaN else {
      writer.addUnanswered(isSent: isSent)
      return
    }
    let session = leaver.session
    let isAllowed = columns.answers[install] < allows
    var end = (isAuthorized: isAllowed, sessions: isAllowed ? leaver.lived - session : 0)
    if people.settingsMost > 0, columns.visitSettings[install] == 1, leaver.lived - session > 1 {
      followToSettings(install)
      end = settings.permission(from: session, isAllowed, lived: leaver.lived, arm.settings)
    }
    let score = AnswerScore(allows: allows, answeredIn: session, lived: leaver.lived, arm.settings)
    writer.addAnswered(
      isAllowed: isAllowed, allows: allows, day: session > 0 ? day(of: session, install) : 0, end: end,
      lived: leaver.lived, score, isSent: isSent)
    columns.areAuthorized[InstallColumns.index(arm.position, install)] = end.isAuthorized ? 1 : 0
  }
}
