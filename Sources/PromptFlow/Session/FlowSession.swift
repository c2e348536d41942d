/// One install's whole flow in an app: asking, consent layer and attribution SDK in step.
///
/// It receives an event together with what the app reads at that moment, and answers with records whose actions the app
/// carries out in order. It owns no clock, no storage and no screen, so an app's own tests drive it as the app does.
/// ``FlowController`` is the driver that keeps, queues and logs. What it does about input that nobody meant is decided:
/// <doc:WhenThingsGoWrong>.
public struct FlowSession: Hashable, Sendable {
  /// How the app is set up.
  public let setup: FlowSetup
  var driver: FlowDriver
  var counts: [String: Int]
  /// The status last read; `nil` where the system has none.
  public internal(set) var status: AuthorizationStatus?
  /// Whether the app has been asked to take the pre-prompt away and has not said that it is gone.
  var prePromptIsLeaving = false
  var isActive = false
  var isCovered = false
  /// Whether the code at the strategy's hook has run in this session.
  var hasPassedHook = false
  var inSession: Bool
  /// Whether this session has been active.
  var hasBeenActive = false
  /// Whether the process started where nobody sees it, and has not been active since.
  var isUnseen = false
  var request: OpenRequest?
  var hasStartedAttribution = false
  var gateStartedAt: Double?
  var gateSecondsKept: Double
  var backgroundedAt: Double?
  /// The number of the latest timer of each purpose.
  var timers = [Int](repeating: 0, count: Timer.Purpose.allCases.count)
  /// Whether the SDK has waited for its occasion as long as it may.
  var isStartOverdue = false
  /// What has been read of this install.
  var readings = FlowState.Readings()
  /// Where the one more request that a region allows stands in this session (R78).
  var yearly = YearlyRequest.none
  var tracking: Tracking?
  var recordsWritten = 0
  /// Whether this process never asks, because it could not read what was kept.
  let holdsBack: Bool

  /// A request that has been made and not ended.
  struct OpenRequest: Hashable, Sendable {
    /// Whether its callback came while the question was still open (R54).
    var wasContradicted = false
    /// Whether it is the one more that a region allows after a year (R78).
    var isYearly = false
  }

  /// Where a session's one more request stands (R78).
  enum YearlyRequest: UInt8, Hashable, Sendable {
    case none
    case delaying
    case made
  }

  /// A screen of this flow.
  @frozen
  public enum Screen: UInt8, Hashable, Sendable, CaseIterable {
    case none
    case prePrompt
    case consent
  }

  /// Whether anything may track.
  public enum Tracking: UInt8, Hashable, Sendable, CaseIterable {
    case forbidden
    case allowed
  }

  /// What an app reads at the moment of an event.
  public struct Moment: Hashable, Sendable {
    /// The status read now; `nil` where the system has none.
    public var status: AuthorizationStatus?
    /// Seconds by any one clock that goes on while the process lives.
    public var seconds: Double
    /// Seconds since 1970 by the calendar; `nil` where the app does not read it.
    ///
    /// Without it no request comes after a year (R78), and no day passes for a trigger that counts them.
    public var secondsSince1970: Double?
    /// Whether the ad purposes stand accepted where the consent platform has its answer stored; `nil` where nobody says.
    public var acceptsAdPurposes: Bool?

    /// A moment.
    public init(
      status: AuthorizationStatus?, seconds: Double, secondsSince1970: Double? = nil,
      acceptsAdPurposes: Bool? = nil
    ) {
      self.status = status
      self.seconds = seconds
      self.secondsSince1970 = secondsSince1970
      self.acceptsAdPurposes = acceptsAdPurposes
    }
  }

  /// A timer the app sets and hands back when it is over; an outdated one does nothing.
  public struct Timer: Hashable, Sendable {
    /// What is waited for.
    public enum Purpose: UInt8, Hashable, Sendable, CaseIterable {
      case ask
      case attribution
      /// The SDK has waited for its occasion as long as it may.
      case start
      /// The consent platform has had its time.
      case consent
      /// The pre-prompt is certainly gone by then, whether or not the app has said so.
      case dismissal
    }
    /// What is waited for.
    public var purpose: Purpose
    /// Which one of its purpose in this process.
    public var number: Int

    /// A timer.
    public init(purpose: Purpose, number: Int) {
      self.purpose = purpose
      self.number = number
    }
  }

  /// Something that happened in the app.
  public enum Event: Hashable, Sendable {
    /// The process starts for a person: `didFinishLaunching` of an app that is about to become active.
    case processStarted
    /// The process starts where nobody sees it: a silent push, a refresh, a location.
    ///
    /// It is no session and starts nothing. Coming to the foreground makes it one, if it ever does.
    case processStartedInBackground
    /// The app comes to the foreground and is not active yet: `willEnterForeground` of it or of a scene.
    ///
    /// In an app with scenes the state reads `background` when *every* process starts, so this tells the two apart.
    case foregrounded
    /// The first view appears.
    case viewAppeared
    /// The app became active, for the first time or again.
    case activated
    /// The app resigned active: an alert, a call, the app switcher.
    case deactivated
    /// The app went into the background.
    case backgrounded
    /// A screen of the app's own covers everything, or no longer does.
    case covered(Bool)
    case onboardingCompleted
    /// Something that a strategy can count came to its end.
    case eventEnded(CountedEvent)
    case timerFired(Timer)
    case prePromptEnded(PrePromptEnd)
    /// The pre-prompt is off the screen, its dismissal over: `onDismiss` of its sheet.
    ///
    /// Nothing else of this flow appears before. Where it was not asked to leave, the person is taken to
    /// have left it.
    case prePromptDisappeared
    /// The request's handler was called with this; the moment's status is what the handler reads.
    case requestCompleted(AuthorizationStatus)
    /// The person is through with the consent layer.
    case consentEnded(isAccepted: Bool)
    /// The person opens the layer again; nothing else appears before they have left it, or it is given up.
    case consentReopened
    /// The person opened the layer again and left it so.
    case consentChanged(isAccepted: Bool)
    /// The platform has stored the rejection that ``Action/rejectAdPurposes`` asked for.
    case adPurposesRejected
    /// The app looked at the status for another reason.
    case statusRead
  }

  /// What the app does.
  public enum Action: Hashable, Sendable {
    /// Hand the timer back after this number of seconds.
    case startTimer(Timer, seconds: Double)
    /// Show the screen before the alert; it ends in ``Event/prePromptEnded(_:)``.
    case showPrePrompt
    /// Take that screen away; say ``Event/prePromptDisappeared`` when it is gone.
    ///
    /// Comes at every end of the screen: the person's, that of a session, a status that leaves nothing to
    /// ask. So the screen is up exactly while ``FlowSession/screen`` says so.
    case hidePrePrompt
    /// Request the permission; it ends in ``Event/requestCompleted(_:)``.
    case request
    /// Reject the ad purposes in the consent platform, since the permission is not there; it ends in
    /// ``Event/adPurposesRejected``, and before that no layer opens and no SDK starts.
    case rejectAdPurposes
    /// Open the consent layer, once more even where the platform has nothing to ask, because the app had rejected the ad
    /// purposes in the person's place; it ends in ``Event/consentEnded(isAccepted:)``.
    case showConsent(asksToTrack: Bool, isAgain: Bool = false)
    /// The consent platform has not come back in its time: nothing waits for it any more in this process.
    case giveUpConsent
    /// Start the attribution SDK, whose wait has been set to this number of seconds before; once in a process.
    case startAttribution(waitSeconds: Double)
    /// Let the install event go, for an SDK that does not wait by itself.
    case sendInstall(withIdentifier: Bool)
    /// Tell screens and SDKs of the status.
    case tellStatus(AuthorizationStatus?)
    /// Let trackers run, or keep them off.
    case setTracking(Tracking)
    /// Show the way to Settings, once.
    case showSettingsLink
  }

  /// The flow of an install as kept, or of a new one.
  ///
  /// Call it once per process and send ``Event/processStarted`` first. Whatever was up or pending when
  /// the last process ended is decided as the end of a session decides it: a pre-prompt was left, a
  /// request has ended with the status read now, a consent layer comes again.
  ///
  /// - Parameters:
  ///   - setup: how the app is set up now, which may differ from then.
  ///   - state: what was kept; `nil` for a new install.
  ///   - holdsBack: whether the app must not ask in this process, because what was kept could not be
  ///     read.
  public init(_ setup: FlowSetup, state: FlowState? = nil, holdsBack: Bool = false) {
    self.setup = setup
    self.holdsBack = holdsBack
    let version = holdsBack ? .before14 : setup.version
    let consent = setup.consent.map { consent in
      var layer = ConsentLayer(order: consent.order, onUndetermined: consent.onUndetermined, preGrant: false)
      // Answers stand; a new order counts for what is still open.
      if let kept = state?.consent { layer.state = kept }
      return layer
    }
    let gate = setup.attribution.map { attribution in
      state?.gate.map {
        AttributionGate(kind: attribution.kind, waitSeconds: attribution.waitSeconds, resuming: $0)
      } ?? AttributionGate(kind: attribution.kind, waitSeconds: attribution.waitSeconds)
    }
    driver = FlowDriver(
      flow: Self.flow(setup, version, state), consent: consent, gate: gate,
      gateAwaitsConsent: setup.attributionStart == .afterConsent, holdsBack: holdsBack)
    driver.rejection = .owed
    counts = state?.counts ?? [:]
    status = state?.lastStatus
    inSession = state?.isInSession ?? false
    gateSecondsKept = state?.gateSeconds ?? 0
    readings = state?.readings ?? FlowState.Readings()
  }

  private static func flow(_ setup: FlowSetup, _ version: SystemVersion, _ state: FlowState?) -> AppFlow {
    let strategy = setup.strategy
    guard let state else { return AppFlow(strategy: strategy, version: version) }
    if state.strategy(under: setup) == strategy {
      return AppFlow(strategy: strategy, version: version, resuming: state.flow)
    }
    let seen = strategy.trigger.event.map { state.count(of: setup.triggerEvent ?? CountedEvent($0)) }
    return AppFlow(strategy: strategy, version: version, carrying: state.flow, triggerEvents: seen ?? 0)
  }

  /// What to keep, after any event.
  public var state: FlowState {
    FlowState(
      asking: PromptStrategyCoding(setup.strategy, triggerEvent: setup.triggerEvent?.rawValue),
      flow: flow.kept,
      consent: keptLayer, gate: gate?.kept, counts: counts, lastStatus: status,
      isInSession: inSession, gateSeconds: gateSecondsKept, readings: readings)
  }

  /// Which screen of this flow is up.
  public var screen: Screen { driver.screen }
  /// Whether no screen of this flow is up, none is leaving, and none is on its way.
  public var isScreenFree: Bool { !awaitsPlatform && driver.screen == .none && !prePromptIsLeaving }
  /// Whether onboarding has been completed.
  public var isOnboarded: Bool { flow.isOnboarded }
  /// Whether anything may track: never before it has been allowed.
  public var isTrackingAllowed: Bool { tracking == .allowed }
  /// Where the one pending ask stands.
  public var stage: AskStage { flow.stage }
  /// Whether no ask can come again, or none for as long as the permission stays determined.
  public var hasFinishedAsking: Bool { flow.hasFinishedAsking }
  /// Where the person could allow tracking after all, as far as an app can know.
  ///
  /// After an answer it is the app's page in Settings. That the device's switch for all apps was turned off *since*,
  /// which makes that page a dead end too, no app can see.
  public var settingsRecovery: SettingsRecovery {
    guard status == .denied else { return .nowhere }  // R40: restricted is a dead end
    if flow.isAnsweredByPerson || readings.authorized { return .appPage }  // R36, R39
    if readings.undetermined { return .trackingPage }  // R40: denied without an answer
    switch setup.askedBefore {
    case .yes: return .appPage
    case .no: return .trackingPage
    case .unknown: return .eitherPage
    }
  }
  /// Whether a quiet row among the app's preferences leads to a page with a switch.
  public var offersSettingsRow: Bool {
    setup.strategy.settingsLink == .inPreferences && settingsRecovery == .appPage
  }
}

extension FlowSession {
  // The app's parts, as they stand.
  var flow: AppFlow {
    get { driver.flow }
    _modify { yield &driver.flow }
  }
  var consent: ConsentLayer? { driver.hasConsent ? driver.consent : nil }
  var gate: AttributionGate? { driver.hasGate ? driver.gate : nil }
  /// The layer as another process finds it, which rejects once more what is not stored yet.
  var keptLayer: ConsentLayer.State? {
    if case .pending(let before) = driver.rejection { before } else { consent?.state }
  }
}

extension FlowSession.Event {
  /// Whether it says that a process has started.
  var isStart: Bool { self == .processStarted || self == .processStartedInBackground }
}
