import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Does what the app flow decided.
  mutating func take(
    _ action: AppFlow.Action, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) {
    switch action {
    case .none: break
    case .startDelay: askDue = now + arm.delaySeconds
    case .askNow: askDue = now
    case .showPrePrompt: showPrePrompt(&life, arm, people)
    case .request: request(&life, arm, people)
    }
  }

  /// ln(1 + value experienced so far).
  @inline(__always)
  var logValue: Double { logarithm(ofValue: valueExperienced) }

  /// The pre-prompt appears; whether it will be continued is decided by who reads it (model, section 6).
  private mutating func showPrePrompt(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    let showing = UInt32(outcome.prePromptShows)
    outcome.prePromptShows += 1
    patience *= 1 - people.annoyancePrePrompt
    willContinue = life.continuesPrePrompt(showing: showing, logValue, arm, people)
    layer = .prePrompt
    layerEnds = now + (arm.readSeconds.map { life.readSeconds(showing, $0) } ?? 0)
    updateCover()
  }

  /// The app requests permission; the system decides what that does (R11–R26).
  private mutating func request(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    outcome.requests += 1
    switch system.handle(.requested) {
    case .complete(let status, let loss):
      switch loss {
      case .notActive: outcome.lostNotActive += 1
      case .behindAlert: outcome.lostBehindAlert += 1
      case nil: break
      }
      _ = flow.handle(.requestEnded(status))
      if status == .notDetermined {
        tellConsent(.requestUndetermined, arm)
        showConsentIfDue(&life, arm, people)
      }
    case .present: showTrackingAlert(&life, arm, people)
    case .queued: outcome.queuedRequests += 1
    case .none, .crash, .settle: break
    }
  }

  /// The tracking alert is on screen: the person leaves, or will answer (model, section 5 and 6).
  mutating func showTrackingAlert(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) {
    let showing = alertShows
    alertShows += 1
    outcome.alertsShown += 1
    if session == 0 { outcome.promptedFirstSession = true }
    let isCold = !anyEventEnded && !flow.isOnboarded
    patience *= 1 - people.annoyanceAlert
    if isCold { patience *= 1 - people.annoyanceCold }
    let logOdds = life.logOddsOfAllowing(
      logValue, isCold: isCold, isPrimed: flow.hasContinuedPrePrompt, arm, people)
    allowsWithProbability = ElementaryFunctions.logistic(logOdds)
    willAllow = forcedAnswer.map { $0 == .allow } ?? (life.answerUniform < allowsWithProbability)

    if system.rules.callsBackEarly {  // R54
      _ = flow.handle(.calledBackEarly)
      if flow.believesDenied {
        if hasConsent { tellConsent(.determined(consentView), arm) }
        if gateStarted, gate.handle(.believedDenied) == .send { sendInstall() }
      }
    }
    if people.unanswered > 0,
      life.stream.uniform(purpose: Purpose.unanswered, index: showing) < people.unanswered
    {
      outcome.unansweredAlerts += 1
      _ = system.handle(.endedUndecided)  // R31
      _ = flow.handle(.requestEnded(.notDetermined))
      tellConsent(.requestUndetermined, arm)
      leaveNow(arm)
      return
    }
    let seconds = life.answerSeconds(showing, people)
    coverWithAlert(until: now + seconds)
  }

  /// The person has answered, once and for good (R27–R29).
  mutating func noteAnswer(_ life: inout Life, _ arm: ArmNumbers) {
    outcome.answer = willAllow ? .allow : .deny
    outcome.decisionDay = life.day(of: session)
    outcome.allows = allowsWithProbability
    outcome.answeredIn = session
    outcome.identifiedBeforeAnswer = outcome.identifiedSessions
    flow.noteAnswerByPerson()
    _ = flow.handle(.requestEnded(willAllow ? .authorized : .denied))
    if hasConsent { tellConsent(.determined(consentView), arm) }
    if gateStarted, gate.handle(.determined) == .send {
      outcome.sentAtAnswer = !flow.believesDenied
      sendInstall()
    }
  }
}

/// ln(1 + a value experienced).
@inline(__always)
func logarithm(ofValue value: Double) -> Double {
  value == 0 ? 0 : ElementaryFunctions.log(1 + value)
}
