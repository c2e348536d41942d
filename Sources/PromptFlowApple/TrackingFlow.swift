public import PromptFlow

#if canImport(Combine)
  public import Combine
#endif
#if canImport(Observation)
  public import Observation
#endif

/// The whole flow on a device: a strategy's moment, the pre-prompt, the alert, the consent platform, the SDKs.
///
/// What happens next is decided by `PromptFlow.FlowController`, the same
/// machines that are simulated; this type carries it out. It has no rules of its
/// own but these:
///
/// - Where the permission is denied the ad purposes are rejected first, and then the layer opens, always.
/// - A permission that is taken away later rejects them again (R42, R104).
/// - While the person looks at the layer again, nothing asks (R112).
///
/// Tell it of the life cycle and of events; bind screens to ``shown``.
@MainActor
public final class TrackingFlow<System: TrackingAuthorization, Store: StateStore> {
  /// The permission, which this flow alone asks for.
  public let manager: TrackingManager<System>
  /// The machines, with their state and their log.
  public let controller: FlowController<Store>

  private let consent: (any ConsentPlatform)?
  private let attribution: [any AttributionSDK]
  private let clock: any FlowClock
  private var rejectsFirst = false
  private var isReopened = false
  private var now = Shown()
  private var observers = ChangeObservers<Shown>()

  /// What the app shows at this moment because of the flow.
  public struct Shown: Hashable, Sendable {
    /// The pre-prompt is up; ends with ``TrackingFlow/continuePrePrompt()``.
    public var prePrompt = false
    /// The way to Settings is due, once; ends with ``TrackingFlow/dismissSettingsLink()`` (R39).
    public var settingsLink = false
    /// Ads and trackers may use the person's data (R103).
    public var tracksPerson = false
  }

  /// A flow that goes on from what the store keeps; nothing happens before ``start()``.
  ///
  /// - Parameters:
  ///   - setup: the strategy and what stands beside the alert. Without a platform its consent layer is
  ///     left out, with one it has the usual order where it names none; the same with SDKs.
  ///   - system: the framework, or what stands in for it.
  ///   - store: where the flow's state is kept.
  ///   - memory: where it is remembered that the person answered.
  ///   - turns: the turns that the app's other permissions are asked in.
  ///   - consent: the consent platform.
  ///   - attribution: the SDKs, which all have the same wait.
  ///   - clock: the time.
  public init(
    _ setup: FlowSetup, system: System, store: Store, memory: any AnswerMemory,
    turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
    attribution: [any AttributionSDK] = [], clock: any FlowClock
  ) {
    var complete = setup
    complete.consent = consent == nil ? nil : setup.consent ?? FlowSetup.ConsentSetup()
    if attribution.isEmpty { complete.attribution = nil }
    // The strategy decides about retries (R145).
    manager = TrackingManager(system: system, turns: turns, memory: memory, asksAgain: false)
    self.consent = consent
    self.attribution = attribution
    self.clock = clock
    let performer = Performer()
    controller = FlowController(
      complete, store: store,
      reading: { [clock, system] in
        FlowSession.Moment(
          status: system.trackingAuthorizationStatus.map { AuthorizationStatus(rawValue: $0) },
          seconds: clock.seconds)
      },
      perform: { performer.perform($0) })
    performer.perform = { [weak self] in self?.perform($0) }
  }

  /// Stands in for the flow until it is made.
  private final class Performer {
    var perform: @MainActor (FlowSession.Action) -> Void = { _ in }
  }

  /// What the app shows at this moment because of the flow.
  public var shown: Shown {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.access(self, \.shown) }
    #endif
    return now
  }

  /// Calls back with every later change of ``shown``; ends with ``stopObserving(_:)``.
  public func observe(_ call: @escaping @MainActor (Shown) -> Void) -> Int { observers.add(call) }

  /// Ends what ``observe(_:)`` began.
  public func stopObserving(_ number: Int) { observers.remove(number) }

  // MARK: - What the app tells

  /// The process has started: `didFinishLaunching`.
  public func start() { controller.send(.processStarted) }

  /// The first view has appeared.
  public func viewAppeared() { controller.send(.viewAppeared) }

  /// The application became active, for the first time or again: every time.
  public func applicationDidBecomeActive() {
    manager.applicationDidBecomeActive()  // first: an answer given meanwhile ends its request
    // A second scene or a late notification may say so under an alert, where nothing can be shown (R22, R60).
    controller.send(manager.system.isActive ? .activated : .statusRead)
  }

  /// The application is about to resign active.
  public func applicationWillResignActive() { controller.send(.deactivated) }

  /// The application went into the background.
  public func applicationDidEnterBackground() { controller.send(.backgrounded) }

  /// The person completed onboarding (R141).
  public func completeOnboarding() { controller.send(.onboardingCompleted) }

  /// An event ended that a strategy can count: an article read, a level finished (R143).
  public func record(_ kind: EventKind) { controller.send(.eventEnded(kind)) }

  /// The person tapped "Continue" in the pre-prompt; the alert follows (R81).
  public func continuePrePrompt() { controller.send(.prePromptEnded(.continued)) }

  /// The way to Settings has been seen.
  public func dismissSettingsLink() { show { $0.settingsLink = false } }

  /// Opens the consent layer because the person wants to; returns when they are through (R115).
  ///
  /// Does nothing while a question is on screen or on its way there (R112).
  public func reopenConsent() async {
    guard let consent, !isReopened, controller.session.screen == .none, !now.prePrompt, !manager.isAsking
    else { return }
    isReopened = true
    controller.send(.covered(true))
    await consent.reopen()
    let isAccepted = await accepted(consent)
    isReopened = false
    controller.send(.consentChanged(isAccepted: isAccepted))
    controller.send(.covered(false))
  }

  // MARK: - What the machines decided

  private func perform(_ action: FlowSession.Action) {
    switch action {
    case .startTimer(let timer, let seconds): start(timer, seconds)
    case .showPrePrompt: show { $0.prePrompt = true }
    case .request: request()
    case .rejectAdPurposes: rejectsFirst = true
    case .showConsent(let asksToTrack): open(asksToTrack: asksToTrack)
    case .startAttribution(let waitSeconds):
      for sdk in attribution { sdk.start(waitingUpTo: waitSeconds) }
    case .sendInstall(let withIdentifier):
      let identifier = withIdentifier ? manager.advertisingIdentifier : nil
      for sdk in attribution { sdk.sendInstall(identifier: identifier) }
    case .tellStatus(let status): rejectAgain(status)
    case .setTracking(let tracking): setTracking(tracking == .allowed)
    case .showSettingsLink: show { $0.settingsLink = manager.canRecoverInSettings }  // R40
    }
  }

  private func start(_ timer: FlowSession.Timer, _ seconds: Double) {
    guard seconds > 0 else { return controller.send(.timerFired(timer)) }
    Task { [weak self, clock] in
      await clock.wait(seconds: seconds)
      self?.controller.send(.timerFired(timer))
    }
  }

  private func request() {
    manager.requestAuthorization { [weak self] status in
      guard let self else { return }
      show { $0.prePrompt = false }  // gone before the consent layer comes
      controller.send(.requestCompleted(status ?? .notDetermined))
    }
  }

  private func open(asksToTrack: Bool) {
    let rejects = rejectsFirst
    rejectsFirst = false
    guard let consent else { return }
    Task { [weak self] in
      if rejects { await consent.rejectAdPurposes() }  // R104, R105
      await consent.open(asksToTrack: asksToTrack)
      guard let self else { return }
      let isAccepted = await accepted(consent)
      controller.send(.consentEnded(isAccepted: isAccepted))
      if controller.session.hasFinishedAsking { manager.stopAsking() }  // R109
    }
  }

  /// What the person left accepted; never more than the permission allows (R115).
  private func accepted(_ consent: any ConsentPlatform) async -> Bool {
    if manager.isDenied, consent.acceptsAdPurposes { await consent.rejectAdPurposes() }
    return consent.acceptsAdPurposes
  }

  /// A permission that was taken away takes the ad purposes with it (R42, R104).
  private func rejectAgain(_ status: AuthorizationStatus?) {
    guard status == .denied || status == .restricted, let consent, consent.acceptsAdPurposes else { return }
    Task { [weak self] in
      await consent.rejectAdPurposes()
      self?.controller.send(.consentChanged(isAccepted: consent.acceptsAdPurposes))
    }
  }

  private func setTracking(_ isAllowed: Bool) {
    let identifier = isAllowed ? manager.advertisingIdentifier : nil
    show { $0.tracksPerson = isAllowed }
    for sdk in attribution { sdk.setTracking(isAllowed: isAllowed, identifier: identifier) }
  }

  private func show(_ change: (inout Shown) -> Void) {
    var next = now
    change(&next)
    guard next != now else { return }
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.willSet(self, \.shown) }
    #endif
    now = next
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observers.didSet(self, \.shown) }
    #endif
    let told = observers
    told.tell(next)
  }
}

#if canImport(Observation)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  extension TrackingFlow: Observable {}
#endif
#if canImport(Combine)
  extension TrackingFlow: ObservableObject {}
#endif
