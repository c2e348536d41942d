import ExperimentDesign
import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Does what the app decided, in order.
  @inline(__always)
  mutating func carryOut(
    _ tasks: FlowDriver.Tasks, _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    if !tasks.isEmpty { carryOutAll(tasks, &life, arm, people) }
  }

  @inline(__always)
  private mutating func carryOutAll(
    _ tasks: FlowDriver.Tasks, _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    if log != nil, tasks.contains(.startDelay) { note(.askPlanned(delay: arm.delaySeconds)) }
    for task in tasks { carryOut(task, &life, arm, people) }
  }

  private mutating func carryOut(
    _ task: FlowDriver.Task, _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment
  ) {
    switch task {
    case .startDelay: askDue = now + arm.delaySeconds
    case .showPrePrompt: showPrePrompt(&life, arm, people)
    case .request: request(&life, arm, people)
    case .rejectAdPurposes: break  // stored at once
    case .showConsent: showConsent(&life, arm)
    case .waitForSDK(let seconds): gateDue = now + seconds
    case .sendInstall: sendInstall()
    }
  }

  /// Whether an ask finds somebody who has experienced nothing of the app.
  @inline(__always)
  var isCold: Bool { !anyEventEnded && !flow.isOnboarded }

  /// ln(1 + value experienced so far).
  @inline(__always)
  var logValue: Double { logarithm(ofValue: valueExperienced) }

  /// The pre-prompt appears; whether it will be continued is decided by who reads it (model, section 6).
  private mutating func showPrePrompt(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let showing = UInt32(outcome.prePromptShows)
    outcome.prePromptShows += 1
    stayProbability = people.stayChances.afterPrePrompt(stayProbability)
    let (odds, willingness) = (ContinueOdds(people, arm), life.willingness(people))
    willContinue = odds.continues(
      life.stream, willingness: willingness, logValue: logValue, showing: showing)
    if log != nil { notePrePrompt(odds, life.stream, willingness: willingness, showing: showing) }
    layerEnds = now + life.seconds(arm.readSeconds, DrawPurpose.readSeconds, showing)
    updateCover()
  }

  /// The app requests permission; the system decides what that does (R11–R26).
  @inline(never)
  private mutating func request(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    outcome.requests += 1
    if log != nil { noteRequest() }
    switch system.handle(.requested) {
    case .complete(let status, let loss):
      switch loss {
      case .notActive: outcome.lostNotActive += 1
      case .behindAlert: outcome.lostBehindAlert += 1
      case nil: break
      }
      readPermission()
      carryOut(driver.requestEnded(status, view), &life, arm, people)
    case .present: showTrackingAlert(&life, arm, people)
    case .queued: outcome.queuedRequests += 1
    case .none, .crash, .settle: break
    }
  }

  /// The tracking alert is on screen: the person leaves, or will answer (model, section 5 and 6).
  mutating func showTrackingAlert(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let showing = alertShows
    alertShows += 1
    outcome.alertsShown += 1
    if session == 0 { outcome.promptedFirstSession = true }
    stayProbability = people.stayChances.afterAlert(stayProbability, isCold: isCold)
    let odds = AllowOdds(people, arm, isCold: isCold, isPrimed: flow.hasContinuedPrePrompt)
    allowsWithProbability = ElementaryFunctions.logistic(
      odds.logOdds(willingness: life.willingness(people), logValue: logValue))
    let uniform = life.answerUniform
    willAllow = uniform < allowsWithProbability
    note(
      .alertShown(
        chance: Chance(probability: allowsWithProbability, uniform: uniform), isCold: isCold,
        isPrimed: flow.hasContinuedPrePrompt))

    if system.rules.callsBackEarly {  // R54
      let tasks = driver.calledBackEarly(view)
      note(.calledBackEarly(isBelieved: flow.believesDenied))
      carryOut(tasks, &life, arm, people)
    }
    if people.leavesUnanswered(life.stream, showing: showing) {
      outcome.unansweredAlerts += 1
      let uniform = life.stream.uniform(purpose: DrawPurpose.unanswered, index: showing)
      note(.leftUnanswered(Chance(probability: people.unanswered, uniform: uniform)))
      _ = system.handle(.endedUndecided)  // R31
      carryOut(driver.requestEnded(.notDetermined, view), &life, arm, people)
      leaveNow(&life, arm, people)
      return
    }
    let seconds = life.seconds(people.answerSeconds, DrawPurpose.answerSeconds, showing)
    coverWithAlert(until: now + seconds)
  }

  /// The alert is about to be answered: until now the life is the same whatever is answered.
  @inline(__always)
  mutating func noteAsAsked(_ life: inout Life, _ people: TrialSegment) {
    outcome.decisionDay = life.day(of: session)
    outcome.allows = allowsWithProbability
    outcome.answeredIn = session
    outcome.identifiedBeforeAnswer = outcome.identifiedSessions
    outcome.attributedBeforeAnswer = outcome.attributed
    if hasConsent || !passes, !wouldDenyForGood(&life, people) { keepAtAnswer() }
  }

  /// The person has answered, once and for good (R27–R29).
  @inline(__always)
  mutating func noteAnswer(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    outcome.answer = willAllow ? .allow : .deny
    let wasSent = gate.isSent
    carryOut(driver.answered(willAllow ? .authorized : .denied, view), &life, arm, people)
    if hasGate, !wasSent, gate.isSent { outcome.sentAtAnswer = !flow.believesDenied }
    // Where an answer counts as consent, it is the answer that resolves it (R116).
    startGateIfResolved()
  }
}

/// ln(1 + a value experienced).
@inline(__always)
func logarithm(ofValue value: Double) -> Double {
  value == 0 ? 0 : ElementaryFunctions.log(1 + value)
}
