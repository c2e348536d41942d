/// One install's whole flow in an app: asking, consent layer and attribution SDK in step.
///
/// It receives an event together with what the app reads at that moment, and answers with records
/// whose actions the app carries out in order. It owns no clock, no storage and no screen, so an
/// app's own tests drive it as the app does. ``FlowController`` is the driver that keeps, queues and
/// logs; ``Rehearsal`` plays the system beside it.
///
/// Decided for what goes wrong:
///
/// - **A status of a future system** (`unknown(raw)`) is determined and no permission: no pre-prompt
///   shows, nothing tracks (R2).
/// - **Events out of order**: an event without its occasion (a pre-prompt ended that is not up, a
///   completion nobody waits for, a timer of an earlier ask) leads to no ask and no screen; the status
///   that came with it is still taken note of. Activity before a process start begins a session.
/// - **A process that nobody sees** (``Event/processStartedInBackground``) is no session: it counts none, starts
///   no SDK, and asks nothing before its first activation.
/// - **A screen that nobody can end** does not exist. Whatever ends the pre-prompt takes it away
///   (``Action/hidePrePrompt``), and nothing else of the flow appears before it is gone.
/// - **Clocks that jump**: seconds only ever make the time since an earlier event; a step back, and a
///   value that is no number, count as no time at all. A leap forward ends a foreground wait and the
///   session, which a long absence would have ended too. A cooldown counts sessions, not time.
/// - **A callback that contradicts the status** counts for nothing; the next activation decides (R55).
/// - **The system without the permission** (`nil`): no request is made, and the consent layer alone
///   decides (R10, R106).
public struct FlowSession: Hashable, Sendable {
  /// How the app is set up.
  public let setup: FlowSetup
  var driver: FlowDriver
  var counts: [FlowState.EventCount]
  var cache: StatusCache
  /// Whether the app has been asked to take the pre-prompt away and has not said that it is gone.
  var prePromptIsLeaving = false
  var isActive = false
  var isCovered = false
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
  var askTimer = 0
  var gateTimer = 0
  var dismissalTimer = 0
  /// When the answer that stands was first read, seconds since 1970 (R78).
  var answeredAt: Double?
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
    /// Only the request after a year needs it (R78), which does not come without.
    public var secondsSince1970: Double?

    /// A moment.
    public init(status: AuthorizationStatus?, seconds: Double, secondsSince1970: Double? = nil) {
      self.status = status
      self.seconds = seconds
      self.secondsSince1970 = secondsSince1970
    }
  }

  /// A timer the app sets and hands back when it is over; an outdated one does nothing.
  public struct Timer: Hashable, Sendable {
    /// What is waited for.
    public enum Purpose: UInt8, Hashable, Sendable, CaseIterable {
      case ask
      case attribution
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
    /// It is no session and starts nothing. The first activation makes it one, if there is any.
    case processStartedInBackground
    /// The first view appears.
    case viewAppeared
    /// The app became active, for the first time or again (R32, R42).
    case activated
    /// The app resigned active: an alert, a call, the app switcher (R22).
    case deactivated
    /// The app went into the background.
    case backgrounded
    /// A screen of the app's own covers everything, or no longer does.
    case covered(Bool)
    case onboardingCompleted
    /// Something that a strategy can count came to its end (R143).
    case eventEnded(CountedEvent)
    case timerFired(Timer)
    case prePromptEnded(PrePromptEnd)
    /// The pre-prompt is off the screen, its dismissal over: `onDismiss` of its sheet.
    ///
    /// Nothing else of this flow appears before. Where it was not asked to leave, the person is taken to
    /// have left it.
    case prePromptDisappeared
    /// The request's handler was called with this; the moment's status is what the handler reads (R55).
    case requestCompleted(AuthorizationStatus)
    /// The person is through with the consent layer.
    case consentEnded(isAccepted: Bool)
    /// The person opened the layer again and left it so (R115).
    case consentChanged(isAccepted: Bool)
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
    /// Reject the ad purposes in the consent platform, before its layer opens (R104, R105).
    case rejectAdPurposes
    /// Open the consent layer; it ends in ``Event/consentEnded(isAccepted:)``.
    case showConsent(asksToTrack: Bool)
    /// Start the attribution SDK, whose wait has been set to this number of seconds before (R117); once in a process.
    case startAttribution(waitSeconds: Double)
    /// Let the install event go, for an SDK that does not wait by itself.
    case sendInstall(withIdentifier: Bool)
    /// Tell screens and SDKs of the status (R42).
    case tellStatus(AuthorizationStatus?)
    /// Let trackers run, or keep them off (R99, R102, R103).
    case setTracking(Tracking)
    /// Show the way to Settings, once (R39).
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
      state?.consent.map {
        ConsentLayer(
          order: consent.order, onUndetermined: consent.onUndetermined, preGrant: false, resuming: $0)
      } ?? ConsentLayer(order: consent.order, onUndetermined: consent.onUndetermined, preGrant: false)
    }
    let gate = setup.attribution.map { attribution in
      state?.gate.map {
        AttributionGate(kind: attribution.kind, waitSeconds: attribution.waitSeconds, resuming: $0)
      } ?? AttributionGate(kind: attribution.kind, waitSeconds: attribution.waitSeconds)
    }
    driver = FlowDriver(
      flow: Self.flow(setup, version, state), consent: consent, gate: gate, holdsBack: holdsBack)
    counts = state?.counts(under: setup) ?? []
    cache = StatusCache(refresh: .atEachActivation)
    if let last = state?.lastStatus { _ = cache.handle(.processStarted(last)) }
    inSession = state?.isInSession ?? false
    gateSecondsKept = state?.gateSeconds ?? 0
    answeredAt = state?.answeredAt
  }

  private static func flow(_ setup: FlowSetup, _ version: SystemVersion, _ state: FlowState?) -> AppFlow {
    let strategy = setup.strategy
    guard let state else { return AppFlow(strategy: strategy, version: version) }
    if state.strategy(under: setup) == strategy {
      return AppFlow(strategy: strategy, version: version, resuming: state.flow)
    }
    var seen = 0
    if case .event(let kind, _) = strategy.trigger {
      let event = setup.name(of: CountedEvent(kind))
      seen = state.counts(under: setup).first { $0.event == event }?.count ?? 0
    }
    return AppFlow(strategy: strategy, version: version, carrying: state.flow, triggerEvents: seen)
  }

  /// What to keep, after any event.
  public var state: FlowState {
    FlowState(
      strategy: setup.strategy, triggerEvent: setup.triggerEvent, flow: flow.snapshot,
      consent: consent?.snapshot, gate: gate?.snapshot, eventCounts: counts, lastStatus: cache.lastSeen,
      isInSession: inSession, gateSeconds: gateSecondsKept, answeredAt: answeredAt)
  }

  /// The status last read; `nil` where the system has none.
  public var status: AuthorizationStatus? { cache.lastSeen }
  /// Which screen of this flow is up.
  public var screen: Screen {
    switch driver.screen {
    case .none: .none
    case .prePrompt: .prePrompt
    case .consent: .consent
    }
  }
  /// Whether no screen of this flow is up, and none is leaving.
  public var isScreenFree: Bool { driver.screen == .none && !prePromptIsLeaving }
  /// Whether onboarding has been completed (R141).
  public var isOnboarded: Bool { flow.isOnboarded }
  /// Whether anything may track: never before it has been allowed (R102).
  public var isTrackingAllowed: Bool { tracking == .allowed }
  /// How the ad purposes stand in the consent layer; `nil` without one.
  package var consentPurposes: ConsentPurposes? { consent?.purposes }
  /// Where the one pending ask stands.
  public var stage: AskStage { flow.stage }
  /// Whether no ask can come again.
  public var hasFinishedAsking: Bool { flow.hasFinishedAsking }
  /// Whether a quiet row among the app's preferences leads to Settings: only after a denial (R39, R40).
  public var offersSettingsRow: Bool {
    setup.strategy.settingsLink == .inPreferences && cache.lastSeen == .denied
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

  /// This flow in the place of one that held back in the same process: its log goes on.
  func continuing(the other: FlowSession) -> FlowSession {
    var continued = self
    continued.recordsWritten = other.recordsWritten
    return continued
  }
}

extension FlowSession.Event {
  /// Whether it says that a process has started.
  var isStart: Bool { self == .processStarted || self == .processStartedInBackground }
}

extension FlowRecord {
  /// Whether its action starts the attribution SDK.
  var startsAttribution: Bool {
    if case .startAttribution? = action { true } else { false }
  }
}
