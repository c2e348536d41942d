import PromptFlow

/// An app with all four machines, played at random: everyone who can act, may.
///
/// It drives the machines as an app would, shows at most one screen of its own,
/// and lets ``FlowAudit`` watch. Time is left out: whatever takes time ends
/// when it is drawn to end.
struct WholeApp {
  private(set) var system: SystemPermission
  private(set) var flow: AppFlow
  private(set) var consent: ConsentLayer
  private var audit = FlowAudit(hasConsentLayer: true)
  private(set) var objections: [FlowAudit.Objection] = []
  /// Alerts of the tracking kind that appeared.
  private(set) var alertsShown = 0
  /// Screens or requests that went ahead although the consent layer was up.
  private(set) var asksUnderTheLayer = 0
  /// Alerts that appeared to an app that was not active, other than those that had queued.
  private(set) var alertsWhileInactive = 0
  private var random: SplitMix
  private var screen = Screen.none
  private var askIsDue = false
  private var isRunning = false

  enum Screen {
    case none
    case prePrompt
    case consent
  }

  init(seed: UInt64, onUndetermined: ConsentOnUndetermined) {
    var random = SplitMix(seed: seed)
    let version = random.pick(SystemVersion.allCases)
    let device = TrackingDevice(
      restriction: random.chance(oneIn: 16) ? .profile : .none, allowsRequests: !random.chance(oneIn: 8))
    let triggers: [AskTrigger] = [
      .launch, .onboarding, .session(2), .event(EventKind(rawValue: 0), count: 2),
    ]
    let prePrompt = PrePromptPolicy(
      isDismissible: random.chance(oneIn: 2), cooldownSessions: 1 + random.below(2),
      maximumShows: random.chance(oneIn: 2) ? 3 : nil)
    let strategy = PromptStrategy(
      trigger: random.pick(triggers),
      hook: random.chance(oneIn: 2) ? .didBecomeActive : random.pick(AskHook.allCases),
      retry: random.pick(RetryPolicy.allCases), prePrompt: random.chance(oneIn: 2) ? prePrompt : nil,
      asksFrom: random.chance(oneIn: 4) ? .iOS14_5 : .iOS14_0,
      trustsCallback: random.chance(oneIn: 4))
    system = SystemPermission(rules: SystemRules(version), device: device)
    flow = AppFlow(strategy: strategy, version: version)
    consent = ConsentLayer(
      order: random.pick(ConsentOrder.allCases), onUndetermined: onUndetermined,
      preGrant: random.chance(oneIn: 4))
    self.random = random
  }

  /// Lets one thing happen.
  mutating func step() {
    guard isRunning else { return startSession() }
    switch random.below(12) {
    case 0: if random.chance(oneIn: 3) { endSession() }
    case 1, 2: activate()
    case 3: take(flow.handle(.eventEnded(EventKind(rawValue: 0))))
    case 4: take(flow.handle(.onboardingCompleted))
    case 5, 6:
      guard askIsDue else { return }
      askIsDue = false
      take(flow.handle(.askDue(situation)))
    case 7: _ = system.handle(.otherAlertDue(UInt8(random.below(4))))
    case 8, 9: endAlert()
    case 10: endScreen()
    default: visitSettings()
    }
  }

  private var situation: AppFlow.Situation {
    AppFlow.Situation(
      status: flow.believedStatus(system.status), canShowScreen: system.isActive && screen == .none,
      consentHoldsBack: consent.holdsBackAsks)
  }

  private var view: ConsentLayer.View {
    ConsentLayer.View(status: flow.believedStatus(system.status), appAsks: flow.asksOnThisSystem)
  }

  private mutating func note(_ event: FlowAudit.Event) {
    if let objection = audit.note(event) { objections.append(objection) }
  }

  private mutating func startSession() {
    isRunning = true
    system.tell(.processStarted)
    consent.handle(.processStarted)
    flow.tell(.sessionStarted)
    take(flow.handle(.hookReached(.didFinishLaunching)))
    take(flow.handle(.hookReached(.viewAppeared)))
  }

  private mutating func endSession() {
    if system.presented == .tracking {
      note(.alertEnded(nil))
      flow.tell(.requestEnded(system.status ?? .notDetermined))
    }
    if screen == .consent { consent.handle(.processStarted) }
    isRunning = false
    screen = .none
    askIsDue = false
    flow.tell(.sessionEnded)
  }

  private mutating func activate() {
    guard system.presented == nil else { return }
    system.tell(.activated)
    flow.tell(.statusRechecked)
    consent.handle(.activated(view))
    showConsentIfDue()
    take(flow.handle(.screenFree(situation)))
    take(flow.handle(.hookReached(.didBecomeActive)))
    take(flow.handle(.activated))
  }

  private mutating func showConsentIfDue() {
    guard consent.isDue, system.isActive, screen == .none else { return }
    consent.handle(.shown(identifierIsReadable: system.identifierIsReadable && !flow.believesDenied))
    screen = .consent
    note(.layerShown(asksToTrack: consent.asksToTrack))
  }

  private mutating func take(_ action: AppFlow.Action) {
    switch action {
    case .none, .showSettingsLink: break
    case .startDelay, .askNow: askIsDue = true
    case .showPrePrompt:
      if consent.isUp { asksUnderTheLayer += 1 }
      screen = .prePrompt
    case .request: request()
    }
  }

  private mutating func request() {
    if consent.isUp { asksUnderTheLayer += 1 }
    let wasActive = system.isActive
    switch system.handle(.requested) {
    case .complete(let status, _):
      flow.tell(.requestEnded(status))
      if status == .notDetermined { consent.handle(.requestUndetermined) }
      showConsentIfDue()
    case .present:
      if !wasActive { alertsWhileInactive += 1 }
      appeared()
    case .none, .queued, .crash, .settle: break
    }
  }

  /// The tracking alert is on screen.
  private mutating func appeared() {
    alertsShown += 1
    note(.alertShown)
    if system.rules.callsBackEarly { flow.tell(.calledBackEarly) }
  }

  private mutating func endAlert() {
    let action: SystemPermission.Action
    switch system.presented {
    case nil: return
    case .other: action = system.handle(.otherAlertClosed)
    case .tracking:
      switch random.below(3) {
      case 0: action = system.handle(.answered(.allow))
      case 1: action = system.handle(.answered(.deny))
      default: action = system.handle(.endedUndecided)
      }
      let status = system.status ?? .notDetermined
      note(.alertEnded(status == .authorized ? .allow : status == .denied ? .deny : nil))
      flow.tell(.requestEnded(status))
      consent.handle(status == .notDetermined ? .requestUndetermined : .determined(view))
    }
    if action == .present(.tracking) { appeared() }
  }

  private mutating func endScreen() {
    guard system.presented == nil else { return }
    let ended = screen
    screen = .none
    switch ended {
    case .none: break
    case .consent:
      let accepts = random.chance(oneIn: 2)
      consent.handle(.ended(wouldAccept: accepts))
      note(.layerEnded(accepted: consent.purposes != .refused))
      if consent.refusedFirst { flow.tell(.consentRefused) }
      take(flow.handle(.consentEnded(situation)))
    case .prePrompt:
      if random.chance(oneIn: 2) {
        take(flow.handle(.prePromptEnded(.continued)))
      } else if flow.strategy.prePrompt?.isDismissible == true {
        take(flow.handle(.prePromptEnded(.dismissed)))
      } else {
        take(flow.handle(.prePromptEnded(.left)))
        endSession()
      }
    }
  }

  private mutating func visitSettings() {
    guard system.presented == nil, random.chance(oneIn: 20) else { return }
    if random.chance(oneIn: 5) {
      system.tell(.globalSwitch(random.pick(GlobalSwitch.allCases)))
    } else {
      system.tell(.appSwitch(isOn: random.chance(oneIn: 2)))
    }
    if system.status == .authorized { note(.changedInSettings(.allow)) }
  }
}
