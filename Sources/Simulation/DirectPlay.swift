import ExperimentDesign
import PromptFlow
import RandomStreams

/// Plays an install under a plain arm by working out the few instants that matter.
///
/// A plain arm meets at most one competing alert, no consent layer, and an attribution gate that
/// waits for the decision, or none. Until it asks, its life is the undisturbed one; when it asks,
/// what becomes of the request follows from where the ask lies between the alert, the settling
/// after it and the session's end. Where anything else happens (another system version, an alert
/// over the pre-prompt, an onboarding cut off) it gives up, and the machines play the install from
/// its start: they are the reference, and a test holds a million installs to them.
enum DirectPlay {
  /// Whether an arm is plain in its surroundings.
  static func covers(_ strategy: PromptStrategy, _ surroundings: Surroundings) -> Bool {
    guard surroundings.consent == nil, surroundings.alerts.count <= 1,
      strategy.hook == .didBecomeActive, strategy.settingsLink != .afterDenial,
      strategy.prePrompt?.isDismissible != true
    else { return false }
    switch surroundings.attribution?.gate {
    case nil, .some(.none), .documented: return true
    case .timer, .foreground: return false
    }
  }
}

extension ArmPlayer {
  /// How far an ask came.
  enum AskResult {
    case answered(AlertAnswer)
    /// Not answered, and none comes again.
    case over
    /// Not answered; the next ask comes in a later session.
    case comesAgain(in: Int)
    case gaveUp
  }

  /// Plays the whole life and counts what came of it, if nothing out of the ordinary happens in it.
  ///
  /// - Parameter firing: where the trigger comes true, on a device that can be asked.
  /// - Returns: whether it did; nothing has been counted otherwise.
  mutating func playsDirectly(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers,
    _ ledger: Ledger
  ) -> Bool {
    let count = life.sessionCount
    outcome = Outcome()
    lived = count
    var answer: AlertAnswer?
    switch ask(firing, &life, arm, people) {
    case .gaveUp: return false
    case .over, .comesAgain: break
    case .answered(let given): answer = given
    }
    ledger.addAsks(outcome)
    ledger.addLoss(undisturbed: count, lived: lived)
    guard let answer else {
      ledger.addUnanswered(isSent: arm.hasGate ? isSent(before: lived, &life, arm, people) : nil)
      return true
    }
    let score = AnswerScore(
      allows: allowsWithProbability, answeredIn: session, lived: lived, arm.settings)
    authorizedScore = score.authorized
    endsAuthorized = outcome.final == .authorized
    ledger.addAnswered(
      isAllowed: answer == .allow, allows: allowsWithProbability, day: outcome.decisionDay,
      end: (endsAuthorized, Int(outcome.authorizedSessions)), lived: lived, score,
      isSent: arm.hasGate ? outcome.trackedBeforePermission : nil)
    return true
  }

  /// Asks at the trigger and, as the retry policy has it, again, until the alert is answered.
  @inline(__always)
  private mutating func ask(
    _ firing: Landmarks.Firing, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> AskResult {
    (valueExperienced, anyEventEnded) = life.experience(before: firing.session, people)
    alertShows = 0
    hasContinued = arm.strategy.prePrompt == nil
    knownToSend = nil
    session = firing.session
    while session < life.sessionCount {
      let clock = SessionClock(session, of: &life, arm, people)
      let settled = clock.alertEnds + people.settleSeconds
      var due = life.moment(session, firing, clock, arm, people) + arm.delaySeconds
      // What ends by then has ended before the ask.
      var passed = Double.infinity
      if due >= clock.alertBegins, due < settled {
        if !hasContinued {
          // The pre-prompt waits for the app to be active again.
          due = clock.goesOn(at: settled, &life, people) ? settled : .infinity
          passed = settled.nextDown  // of the app's moments at one instant, the activation is first
        } else if due < clock.alertEnds || clock.goesOn(at: due, &life, people) {
          outcome.requests += 1
          if due < clock.alertEnds { outcome.lostBehindAlert += 1 } else { outcome.lostNotActive += 1 }
          switch arm.strategy.retry {
          case .never: return .over
          case .nextSession: due = .infinity
          case .eachActivation:
            due = clock.goesOn(at: settled, &life, people) ? settled + arm.delaySeconds : .infinity
          }
        }
      }
      guard clock.goesOn(at: due, &life, people) else {
        // The session ends first, and the ask comes again.
        life.experience(session, &valueExperienced, &anyEventEnded, people)
        session += 1
        continue
      }
      switch show(at: due, after: min(due, passed), clock, &life, arm, people) {
      case .comesAgain(let next):
        while session + 1 < min(next, life.sessionCount) {
          session += 1
          life.experience(session, &valueExperienced, &anyEventEnded, people)
        }
        session = next
      case let result: return result
      }
    }
    return .over
  }

  /// The ask is due in an active app: the pre-prompt if any, then the alert.
  ///
  /// - Parameter passed: what the app's moments up to here have brought is known by then.
  @inline(__always)
  private mutating func show(
    at due: Double, after passed: Double, _ clock: SessionClock, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> AskResult {
    if life.hasContent(session, people) {
      let content = life.content(of: session, people)
      for event in 0..<content.eventCount {
        guard clock.wall(clock.contentBegins + life.eventEnd(of: session, event, people)) <= passed else {
          break
        }
        anyEventEnded = true
        valueExperienced += people.events[life.eventKind(content, event)].value
      }
    }
    let onboardedIn = people.hasOnboarding ? life.onboardedIn(people) : Int.max
    let isOnboarded =
      session > onboardedIn || session == onboardedIn && clock.wall(clock.onboardingEnds) <= passed
    let cutsOnboarding = session == onboardedIn && !isOnboarded
    patience = 1
    var shownAt = due
    if !hasContinued {
      let showing = UInt32(outcome.prePromptShows)
      outcome.prePromptShows += 1
      patience *= 1 - people.annoyancePrePrompt
      shownAt = due + (arm.readSeconds.map { life.readSeconds(showing, $0) } ?? 0)
      if clock.alertDue > due, clock.alertDue <= shownAt { return .gaveUp }
      guard life.continuesPrePrompt(showing: showing, logValue, arm, people) else {
        let isLast = arm.strategy.prePrompt?.maximumShows.map { Int(showing) + 1 >= $0 } ?? false
        return cutsOnboarding
          ? .gaveUp
          : leave(
            at: shownAt, next: session + (arm.strategy.prePrompt?.cooldownSessions ?? 1), isLast: isLast,
            &life, arm, people)
      }
      outcome.prePromptContinues += 1
      hasContinued = true
    }
    guard let allows = showAlert(isOnboarded: isOnboarded, &life, arm, people) else {
      return cutsOnboarding
        ? .gaveUp
        : leave(
          at: shownAt, next: session + 1, isLast: arm.strategy.retry == .never, &life, arm, people)
    }
    let isEarly =
      arm.hasGate && isSentEarly(at: shownAt + life.answerSeconds(alertShows - 1, people), &life, arm, people)
    return .answered(answer(allows, isEarly: isEarly, &life, arm, people))
  }

  /// The tracking alert is on screen (model, sections 5 and 6).
  ///
  /// - Returns: whether the person will allow; `nil` if they leave without an answer.
  @inline(__always)
  private mutating func showAlert(
    isOnboarded: Bool, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool? {
    let isCold = !anyEventEnded && !isOnboarded
    patience *= 1 - people.annoyanceAlert
    if isCold { patience *= 1 - people.annoyanceCold }
    outcome.requests += 1
    outcome.alertsShown += 1
    if session == 0 { outcome.promptedFirstSession = true }
    let showing = alertShows
    alertShows += 1
    if people.unanswered > 0,
      life.stream.uniform(purpose: Purpose.unanswered, index: showing) < people.unanswered
    {
      outcome.unansweredAlerts += 1  // R31
      return nil
    }
    allowsWithProbability = ElementaryFunctions.logistic(
      life.logOddsOfAllowing(logValue, isCold: isCold, isPrimed: arm.isPrimed, arm, people))
    return life.answerUniform < allowsWithProbability
  }

  /// Whether the install event has gone out before an answer.
  @inline(__always)
  private mutating func isSentEarly(
    at time: Double, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    !arm.gateWaits || arm.gate.secondsLeft < time || isSent(before: session, &life, arm, people)
  }

  /// The person leaves the app without a decision: the session ends, and perhaps more.
  private mutating func leave(
    at time: Double, next: Int, isLast: Bool, _ life: inout Life, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> AskResult {
    if arm.hasGate {
      var isOut = !arm.gateWaits || arm.gate.secondsLeft <= time
      if !isOut { isOut = isSent(before: session, &life, arm, people) }
      knownToSend = (through: session, isOut)
    }
    if life.isDrivenAway(after: session, patience: patience) {
      lived = session + 1
      return .over
    }
    return isLast ? .over : .comesAgain(in: next)
  }

  /// Whether the install event goes out before a session in which nothing is decided yet.
  @inline(__always)
  mutating func isSent(
    before session: Int, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> Bool {
    guard let known = knownToSend else {
      return life.sendsUnasked(before: session, arm, people)
    }
    if known.isSent { return true }
    var other = known.through + 1
    while other < session {
      let clock = SessionClock(other, of: &life, arm, people)
      if clock.goesOn(at: arm.gate.secondsLeft, &life, people) { return true }
      other += 1
    }
    return false
  }

  /// The answer, and what follows from it.
  ///
  /// - Parameter isEarly: whether the install event went out before it.
  @inline(__always)
  private mutating func answer(
    _ allows: Bool, isEarly: Bool, _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> AlertAnswer {
    if session + 1 < lived, life.isDrivenAway(after: session, patience: patience) {
      lived = session + 1
    }
    outcome.decisionDay = life.day(of: session)
    outcome.trackedBeforePermission = isEarly
    let end = life.permission(from: session, allows, lived: lived, arm, people)
    outcome.final = end.isAuthorized ? .authorized : .deniedByAnswer
    outcome.authorizedSessions = Int32(truncatingIfNeeded: end.sessions)
    return allows ? .allow : .deny
  }
}

extension Life {
  /// When the ask of a session begins, before its delay.
  @inline(__always)
  mutating func moment(
    _ session: Int, _ firing: Landmarks.Firing, _ clock: SessionClock, _ arm: ArmNumbers,
    _ people: SegmentNumbers
  ) -> Double {
    guard session == firing.session else { return clock.activation }  // R144: the trigger stays true
    switch arm.strategy.trigger {
    case .launch, .session: return clock.activation
    case .onboarding: return clock.wall(clock.onboardingEnds)
    case .event: return clock.wall(clock.contentBegins + eventEnd(of: session, firing.event, people))
    }
  }

  /// What becomes of an answer over later visits to Settings.
  ///
  /// - Returns: whether the install ends authorized, and how many sessions ended so.
  @inline(__always)
  mutating func permission(
    from session: Int, _ allows: Bool, lived: Int, _ arm: ArmNumbers, _ people: SegmentNumbers
  ) -> (isAuthorized: Bool, sessions: Int) {
    guard lived - session > 1, visitsSettings(people) else {
      return (allows, allows ? lived - session : 0)
    }
    return settings.permission(from: session, allows, lived: lived, arm.settings)
  }
}
