import PromptFlow
import RandomStreams

/// From ask to ask of one who leaves.
extension InstallColumns {
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
  func follow(
    _ leaver: inout InstallBatch.Leaver, hasDeclined: Bool, _ arm: BatchArm, _ people: TrialSegment
  ) -> Bool {
    let install = leaver.install
    guard arm.asksAgainNextSession else { return false }
    let sessions = self.sessions[install]
    leaver.lived = sessions
    if arm.hasGate {
      leaver.isSent =
        !arm.gateWaits
        || leaver.session > 0 && isSentUnasked(install, before: leaver.session, arm, people)
    }
    var isFirst = true
    while true {
      var stayProbability = 1.0
      let readsNow = !leaver.hasContinued
      let ending = ask(&leaver, isFirst ? hasDeclined : nil, &stayProbability, arm, people)
      if arm.hasGate, !leaver.isSent {
        meetGate(&leaver, isFirst: isFirst, reads: readsNow, ending == .answered, arm, people)
      }
      let mayGoOn = leaver.session + 1 < sessions
      if mayGoOn, stayProbability < 1,
        isDrivenAway(install, after: leaver.session, stayProbability: stayProbability)
      {
        leaver.lived = leaver.session + 1
        return true
      }
      guard ending == .left, mayGoOn else {
        // A person who is asked no more stays, and with onboarding cut off perhaps another life.
        return ending == .answered || !mayGoOn || !arm.hasGate || leaver.isSent
      }
      leaver.session += 1
      leaver.event = -1
      isFirst = false
      // Without a delay too, where browsing takes no time: an event may be over when the app asks.
      if arm.clear.browsingOutlastsDelay < 1,
        !outlastsDelayAtActivation(install, leaver.session, arm, people)
      {
        return false
      }
    }
  }

  /// Goes through one ask: the pre-prompt, unless it is behind, and the alert.
  ///
  /// - Parameter hasDeclined: of the first ask, where the person left.
  @inline(__always)
  private func ask(
    _ leaver: inout InstallBatch.Leaver, _ hasDeclined: Bool?, _ stayProbability: inout Double,
    _ arm: BatchArm,
    _ people: TrialSegment
  ) -> Ending {
    let install = leaver.install
    if !leaver.hasContinued {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows)
      leaver.outcome.prePromptShows += 1
      stayProbability *= 1 - people.annoyancePrePrompt
      let isLast = arm.mostShows <= Int(leaver.outcome.prePromptShows)
      let odds = arm.numbers._withUnsafeGuaranteedRef { ContinueOdds(people, $0) }
      let continues =
        hasDeclined.map { !$0 }
        ?? odds.continues(
          streams[install], willingness: willingness[install], logValue: leaver.logValue, showing: showing)
      guard continues else { return isLast ? .leftForGood : .left }
      leaver.outcome.prePromptContinues += 1
      leaver.hasContinued = true
    }
    let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown)
    leaver.outcome.requests += 1
    leaver.outcome.alertsShown += 1
    if leaver.session == 0 { leaver.outcome.promptedFirstSession = true }
    stayProbability *= 1 - people.annoyanceAlert
    let isCold = arm.trigger.isLaunch
    if isCold { stayProbability *= 1 - people.annoyanceCold }
    let leaves =
      hasDeclined != nil
      || streams[install].uniform(purpose: DrawPurpose.unanswered, index: showing) < people.unanswered
    if leaves {
      leaver.outcome.unansweredAlerts += 1  // R31
      return arm.retries ? .left : .leftForGood  // R26, R145
    }
    let odds = arm.numbers._withUnsafeGuaranteedRef {
      AllowOdds(people, $0, isCold: isCold, isPrimed: arm.isPrimed)
    }
    leaver.allows = ElementaryFunctions.logistic(
      odds.logOdds(willingness: willingness[install], logValue: leaver.logValue))
    return .answered
  }

  /// Tells whether the install event is sent in the session of an ask, up to its end or the answer.
  @inline(__always)
  private func meetGate(
    _ leaver: inout InstallBatch.Leaver, isFirst: Bool, reads: Bool, _ isAnswered: Bool, _ arm: BatchArm,
    _ people: TrialSegment
  ) {
    let install = leaver.install
    var time: Double
    if isFirst {
      let opening = opening(install, leaver.session, people)
      let asked = askedAt(install, leaver.session, leaver.event, opening, arm, people)
      time = readBy(install, asked: asked, activation: opening.activation, arm)
    } else {
      time = activation(install, leaver.session, people) + arm.delaySeconds
      if reads, let distribution = arm.readSeconds {
        let showing = UInt32(truncatingIfNeeded: leaver.outcome.prePromptShows - 1)
        time += distribution.draw(streams[install], DrawPurpose.readSeconds, showing)
      }
    }
    if isAnswered {
      let showing = UInt32(truncatingIfNeeded: leaver.outcome.alertsShown - 1)
      time += people.answerSeconds.draw(streams[install], DrawPurpose.answerSeconds, showing)
      leaver.isSent = EarlySending.isBefore(answerAt: time, wait: arm.waitSeconds)
    } else {
      leaver.isSent = EarlySending.isBy(time, wait: arm.waitSeconds)
    }
  }
}
