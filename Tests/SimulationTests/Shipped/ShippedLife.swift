import ExperimentDesign
import FlowRehearsal
import PromptFlow

@testable import Simulation

/// A life that was simulated, lived again by the flow that ships: the person, the other alerts and the clock are
/// the trace's, everything that the app does is the flow's own.
struct ShippedLife {
  /// Something that an app does and a person or a server can see.
  enum Deed: Hashable {
    case showsPrePrompt
    case requests
    case showsAlert
    case showsConsent(asks: Bool)
    case startsSDK
    case sendsInstall(isIdentified: Bool)
    case showsSettingsLink

    /// A place among what happens at one instant.
    var rank: Int {
      switch self {
      case .showsSettingsLink: 0
      case .showsConsent: 1
      case .showsPrePrompt: 2
      case .requests: 3
      case .showsAlert: 4
      case .startsSDK: 5
      case .sendsInstall: 6
      }
    }
  }

  /// A deed, and when: session, counted from 1, and seconds from its start.
  struct Line: Hashable, CustomStringConvertible {
    var session: Int
    var seconds: Double
    var deed: Deed

    var description: String { "\(session): \(seconds) s \(deed)" }
  }

  private var life: Rehearsal
  private var session = 0
  private var read = 0
  private var wasUp = false
  private var isSent = false
  /// What the person had left accepted when the permission took it away, which the model keeps for them; what ships asks
  /// again with the permission (R42).
  private var takenAway: Bool?
  private(set) var lines: [Line] = []
  /// Whether the SDK starts at the very instant at which the person leaves the alert.
  ///
  /// In the model such an SDK does not start any more; in an app that is decided by what comes first within some
  /// milliseconds.
  private(set) var startsAsPersonLeaves = false
  /// Whether the person reverses their answer in the layer with the alert still to come.
  ///
  /// In the model they are asked as they first answered; what ships asks nobody who refuses then, and who accepts
  /// (R108, R115).
  private(set) var reversesBeforeAlert = false

  init(_ arm: Arm, _ surroundings: Surroundings, _ person: TracedPerson) {
    let consent = surroundings.consent.map {
      FlowSetup.ConsentSetup(
        order: $0.order, onUndetermined: $0.onUndetermined, givesUpAfterSeconds: nil)
    }
    let attribution = surroundings.attribution.map {
      FlowSetup.AttributionSetup(
        kind: $0.gate, waitSeconds: $0[.waitSeconds].constant ?? .nan,
        start: $0.starts == .afterConsent && consent != nil ? .afterConsent : .process)
    }
    life = Rehearsal(
      FlowSetup(
        strategy: arm.strategy, version: person.version, delaySeconds: arm[.delaySeconds].constant ?? .nan,
        consent: consent, attribution: attribution),
      device: person.device)
    life.settleSeconds = .infinity  // the trace says when the app is active again
  }

  /// What the app and the system know at the end.
  var standing: FinalState { FinalState(life.system) }
  /// Whether the install event is out.
  var isReported: Bool { isSent }

  mutating func live(_ traced: TracedSession) {
    session += 1
    life.begin(day: traced.day)
    note()
    let activation = traced.moments.first {
      if case .activated(again: false) = $0.event { true } else { false }
    }
    if let activation {
      passTimers(before: activation.seconds / 2)
      life.advance(to: activation.seconds / 2)
      life.send(.viewAppeared)
      note()
    }
    for moment in traced.moments { live(moment) }
    leave(traced)
  }

  private mutating func passTimers(before end: Double, orAt: Bool = false) {
    while let due = life.nextDue, due < end || (orAt && due == end) {
      life.passNextDue()
      note()
    }
  }

  private mutating func live(_ moment: TracedMoment) {
    if case .consentReversed = moment.event {
      if let kept = takenAway {
        takenAway = !kept
        return
      }
      if life.system.status == .notDetermined { reversesBeforeAlert = true }
    }
    guard let act = act(moment.event) else { return }
    passTimers(before: moment.seconds)
    life.advance(to: moment.seconds)
    act(&life)
    note()
  }

  /// What the person or the world does; `nil` of what the app does, or of what is reported to both.
  private func act(_ event: TraceEvent) -> ((inout Rehearsal) -> Void)? {
    switch event {
    case .activated: { $0.activate() }
    case .onboardingCompleted: { $0.completeOnboarding() }
    case .eventEnded(let kind, _): { $0.record(CountedEvent(kind)) }
    case .otherAlertShown(let position), .otherAlertQueued(let position):
      { if $0.otherAlert != UInt8(position) { $0.showOtherAlert(number: UInt8(position)) } }
    case .otherAlertClosed: { $0.closeOtherAlert() }
    case .prePromptEnded(.left): nil  // with the end of the session
    case .prePromptEnded(let end): { $0.send(.prePromptEnded(end)) }
    case .answered(let answer): { $0.answer(answer) }
    case .consentEnded(let purposes, _): { $0.send(.consentEnded(isAccepted: purposes == .accepted)) }
    case .consentReversed:
      { $0.send(.consentChanged(isAccepted: $0.records.last?.state.purposes != .accepted)) }
    case .changedInSettings(let answer, _): { $0.turnSwitch(isOn: answer == .allow) }
    case .triggerReached, .askPlanned, .askHeldBack, .prePromptWaits, .prePromptShown, .requested,
      .alertShown,
      .calledBackEarly, .leftUnanswered, .askCutOff, .sdkStarted, .sdkWaitCutOff, .installSent, .eventDropped,
      .consentWaits, .consentShown, .consentPreGranted, .settingsLinkShown:
      nil
    }
  }

  /// The end of a session: what is due by then happens.
  private mutating func leave(_ traced: TracedSession) {
    passTimers(before: traced.seconds, orAt: true)
    life.advance(to: traced.seconds)
    if traced.end == .leftPrePrompt { life.send(.prePromptEnded(.left)) }
    if traced.end == .leftAlert {
      let instant = Line(session: session, seconds: traced.seconds, deed: .startsSDK)
      if lines.contains(instant) { startsAsPersonLeaves = true }
    }
    life.goToBackground()
    note()
  }

  private mutating func note() {
    var asksAgain = false
    for record in life.records[read...] {
      switch record.action {
      case .showPrePrompt?: add(.showsPrePrompt)
      case .request?: add(.requests)
      case .rejectAdPurposes?: if record.state.purposes == .rejectedForLack { takenAway = true }
      case .showConsent(_, isAgain: true)? where takenAway != nil: asksAgain = true
      case .showConsent(let asks, _)?: add(.showsConsent(asks: asks))
      case .startAttribution?: if !isSent { add(.startsSDK) }
      case .sendInstall(let isIdentified)?:
        isSent = true
        add(.sendsInstall(isIdentified: isIdentified))
      case .showSettingsLink?: add(.showsSettingsLink)
      case .startTimer?, .hidePrePrompt?, .giveUpConsent?, .tellStatus?, .setTracking?, nil:
        break
      }
    }
    read = life.records.count
    if life.isAlertUp, !wasUp { add(.showsAlert) }
    wasUp = life.isAlertUp
    guard asksAgain, let kept = takenAway else { return }
    takenAway = nil
    life.send(.consentEnded(isAccepted: kept))
    note()
  }

  private mutating func add(_ deed: Deed) {
    lines.append(Line(session: session, seconds: life.seconds, deed: deed))
  }
}

extension ArmTrace {
  /// What the simulated app did, as far as the one that ships would.
  ///
  /// Not the one request of a device that may not be asked: the shipped code reads the status first (R16, R18). Not
  /// a settings link that is used at once: in the model the person comes from Settings as the session begins, and
  /// the shipped code then sees no denial any more.
  var deeds: [ShippedLife.Line] {
    sessions.flatMap { session in
      let usesLink = session.moments.contains {
        if case .changedInSettings(.allow, _) = $0.event { true } else { false }
      }
      return session.moments.compactMap { moment in
        let deed: ShippedLife.Deed? =
          switch moment.event {
          case .prePromptShown: .showsPrePrompt
          case .requested(_, let returns): returns == nil || returns == .notDetermined ? .requests : nil
          case .alertShown: .showsAlert
          case .consentShown(let asks): .showsConsent(asks: asks)
          case .sdkStarted: .startsSDK
          case .installSent(_, let isIdentified, _): .sendsInstall(isIdentified: isIdentified)
          case .settingsLinkShown: usesLink ? nil : .showsSettingsLink
          case .activated, .onboardingCompleted, .eventEnded, .otherAlertShown, .otherAlertQueued,
            .otherAlertClosed, .triggerReached, .askPlanned, .askHeldBack, .prePromptWaits, .prePromptEnded,
            .calledBackEarly, .answered, .leftUnanswered, .askCutOff, .sdkWaitCutOff, .eventDropped,
            .consentWaits, .consentEnded, .consentPreGranted, .consentReversed, .changedInSettings:
            nil
          }
        return deed.map { ShippedLife.Line(session: session.number, seconds: moment.seconds, deed: $0) }
      }
    }
  }
}
