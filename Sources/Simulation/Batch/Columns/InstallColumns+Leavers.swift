import PromptFlow
import RandomStreams

/// From ask to ask of one who does not answer the first.
extension InstallColumns {
  /// How an ask ended.
  private enum Ending {
    case answered
    /// The person left the app, at the pre-prompt or at the alert.
    case left
    /// The person went back to the app from the pre-prompt.
    case dismissed
  }

  /// One ask.
  private struct Ask {
    let ending: Ending
    /// Whether another may follow.
    var mayRepeat = true
    /// Probability that nothing of it annoys the person into leaving.
    var stayProbability = 1.0
  }

  /// - Returns: whether everything is known; nothing has been counted.
  @inline(__always)
  func follow(
    _ leaver: inout InstallBatch.Leaver, hasDeclined: Bool, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    let install = leaver.install
    if arm.isDismissible {
      // An alert that comes after the pre-prompt moves the rest of the session.
      if hasDeclined, arm.hasAlert, meetsAlert(install, arm) { return false }
    } else if arm.cooldownSessions > 1 {
      return false
    }
    let sessions = self.sessions[install]
    leaver.lived = sessions
    if arm.hasGate {
      leaver.isSent =
        !arm.gateWaits
        || leaver.session > 0 && isSentUnasked(install, before: leaver.session, arm, people)
    }
    var isFirst = true
    while true {
      let readsNow = !leaver.hasContinued
      let ask = ask(&leaver, isFirst ? hasDeclined : nil, arm, people)
      if arm.hasGate, !leaver.isSent {
        meetGate(&leaver, isFirst: isFirst, reads: readsNow, ask.ending, arm, people)
      }
      let isLastSession = leaver.session + 1 >= sessions
      if !isLastSession, ask.stayProbability < 1,
        isDrivenAway(install, after: leaver.session, stayProbability: ask.stayProbability)
      {
        leaver.lived = leaver.session + 1
        return true
      }
      switch ask.ending {
      case .answered: return true
      case .left:
        guard ask.mayRepeat, !isLastSession else {
          // A person who is asked no more stays, and with onboarding cut off perhaps another life.
          return isLastSession || !arm.hasGate || leaver.isSent
        }
        leaver.session += 1
      case .dismissed:
        let next = leaver.session + arm.cooldownSessions  // R90
        let asksAgain = ask.mayRepeat && next < sessions
        if arm.hasGate, !leaver.isSent {
          leaver.isSent = isSentUnasked(install, before: asksAgain ? next : sessions, arm, people)
        }
        guard asksAgain else { return true }
        leaver.session = next
        experience(&leaver, arm, people)
      }
      leaver.event = -1
      isFirst = false
      // Without a delay too, where browsing takes no time: an event may be over when the app asks.
      if arm.clear.browsingOutlastsDelay < 1 || arm.clear.onboardingOutlastsDelay > 0,
        !outlastsDelayAtActivation(
          install, leaver.session, isOnboarding: leaver.isOnboarding, arm, people)
      {
        return false
      }
    }
  }

  /// Goes through one ask: the pre-prompt, unless it is behind, and the alert.
  ///
  /// - Parameter hasDeclined: of the first ask, where the person did not go on.
  @inline(__always)
  private func ask(
    _ leaver: inout InstallBatch.Leaver, _ hasDeclined: Bool?, _ arm: BatchArm, _ people: TrialSegment
  ) -> Ask {
    let install = leaver.install
    var stayProbability = 1.0
    if !leaver.hasContinued {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows)
      leaver.outcome.prePromptShows += 1
      stayProbability = people.stayChances.afterPrePrompt(stayProbability)
      let isLast = arm.mostShows <= Int(leaver.outcome.prePromptShows)
      let odds = arm.numbers._withUnsafeGuaranteedRef { ContinueOdds(people, $0) }
      let continues =
        hasDeclined.map { !$0 }
        ?? odds.continues(
          streams[install], willingness: willingness[install], logValue: leaver.logValue, showing: showing)
      guard continues else {
        return Ask(
          ending: arm.isDismissible ? .dismissed : .left, mayRepeat: !isLast,
          stayProbability: stayProbability)
      }
      leaver.outcome.prePromptContinues += 1
      leaver.hasContinued = true
    }
    let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown)
    leaver.outcome.requests += 1
    leaver.outcome.alertsShown += 1
    if leaver.session == 0 { leaver.outcome.promptedFirstSession = true }
    stayProbability = people.stayChances.afterAlert(stayProbability, isCold: leaver.isCold)
    let leaves = hasDeclined != nil || people.leavesUnanswered(streams[install], showing: showing)
    if leaves {
      leaver.outcome.unansweredAlerts += 1  // R31
      // R26, R145
      return Ask(ending: .left, mayRepeat: arm.retries, stayProbability: stayProbability)
    }
    let odds = arm.numbers._withUnsafeGuaranteedRef {
      AllowOdds(people, $0, isCold: leaver.isCold, isPrimed: arm.isPrimed)
    }
    leaver.allows = ElementaryFunctions.logistic(
      odds.logOdds(willingness: willingness[install], logValue: leaver.logValue))
    return Ask(ending: .answered, stayProbability: stayProbability)
  }

  /// Adds up what is experienced before the next ask of one who was not cut off.
  private func experience(_ leaver: inout InstallBatch.Leaver, _ arm: BatchArm, _ people: TrialSegment) {
    let install = leaver.install
    add(to: &leaver.experience, install, before: leaver.session, people)
    leaver.logValue = logarithm(ofValue: leaver.experience.value)
    leaver.isOnboarding = people.hasOnboarding && leaver.session <= onboardedIn[install]
    leaver.isCold =
      arm.asksAtActivation && isCold(install, leaver.session, after: leaver.experience, people)
  }

  /// Tells whether the install event is sent in the session of an ask, up to the answer or its end.
  @inline(__always)
  private func meetGate(
    _ leaver: inout InstallBatch.Leaver, isFirst: Bool, reads: Bool, _ ending: Ending, _ arm: BatchArm,
    _ people: TrialSegment
  ) {
    let install = leaver.install
    let opening = opening(install, leaver.session, people)
    var time: Double
    var shift = 0.0
    if isFirst {
      let asked = askedAt(install, leaver.session, leaver.event, opening, arm, people)
      time = asked + readSeconds(install, arm)
      shift = time - asked
    } else {
      time = opening.activation + arm.delaySeconds
      if reads, let distribution = arm.readSeconds {
        let asked = time
        let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows - 1)
        time += distribution.draw(streams[install], DrawPurpose.readSeconds, showing)
        shift = time - asked
      }
    }
    switch ending {
    case .answered:
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown - 1)
      time += people.answerSeconds.draw(streams[install], DrawPurpose.answerSeconds, showing)
      leaver.isSent = EarlySending.isBefore(answerAt: time, wait: arm.waitSeconds)
    case .left: leaver.isSent = EarlySending.isBy(time, wait: arm.waitSeconds)
    case .dismissed:
      // The app's clock stands still under the pre-prompt.
      let end = sessionEnd(install, leaver.session, opening, people) + shift
      leaver.isSent = EarlySending.isBy(end, wait: arm.waitSeconds)
    }
  }
}
