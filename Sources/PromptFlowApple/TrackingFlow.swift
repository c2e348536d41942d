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
  #if canImport(Combine)
    /// Tells SwiftUI before ``shown`` changes, and so before anything that a view reads here does.
    public nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
  #endif

  /// The permission, which this flow alone asks for.
  public let manager: TrackingManager<System>
  /// The machines, with their state and their log.
  public let controller: FlowController<Store>

  /// What follows the application's activity, for as long as the flow lives.
  var activity: AnyObject?

  private let consent: (any ConsentPlatform)?
  private let attribution: [any AttributionSDK]
  private let clock: any FlowClock
  private var rejectsFirst = false
  private var isReopened = false
  private var hasStarted = false
  private var hasStartedSDKs = false
  /// The latest value that came before the SDKs were started.
  private var conversion: ConversionValue?
  /// Rejections that the platform has not stored yet, and what of the SDKs waits for them.
  private var rejections = 0
  private var afterRejections: [@MainActor () -> Void] = []
  private var now = Shown()
  private var observers = ChangeObservers<Shown>()
  private var statusObservation: FlowObservation?

  /// What the app shows at this moment because of the flow.
  public struct Shown: Hashable, Sendable {
    /// The status, as ``TrackingManager/status`` has it; `nil` before iOS 14 (R10).
    public var status: AuthorizationStatus?
    /// The pre-prompt is up, exactly while the machine says so; ends with ``TrackingFlow/continuePrePrompt()``,
    /// and without the person when the flow takes it away.
    public var prePrompt = false
    /// The way to Settings is due, once; ends with ``TrackingFlow/dismissSettingsLink()`` (R39).
    public var settingsLink = false
    /// A quiet row among the app's preferences leads to Settings (R39, R40).
    public var settingsRow = false
    /// Ads and trackers may use the person's data (R103).
    public var tracksPerson = false
    /// Onboarding has been completed (R141).
    public var isOnboarded = false
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
  ///   - askedBefore: for an app that is updated to this library: whether an earlier version of it has asked
  ///     on this install; `nil` where nobody knows (``TrackingManager/settingsRecovery``).
  public init(
    _ setup: FlowSetup, system: System, store: Store, memory: any AnswerMemory,
    turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
    attribution: [any AttributionSDK] = [], clock: any FlowClock, askedBefore: Bool? = nil
  ) {
    var complete = setup
    complete.consent = consent == nil ? nil : setup.consent ?? FlowSetup.ConsentSetup()
    if attribution.isEmpty { complete.attribution = nil }
    // The strategy decides about retries (R145).
    manager = TrackingManager(
      system: system, turns: turns, memory: memory, asksAgain: false, askedBefore: askedBefore)
    self.consent = consent
    self.attribution = attribution
    self.clock = clock
    let performer = Performer()
    controller = FlowController(
      complete, store: store,
      reading: { [clock, system] in
        FlowSession.Moment(
          status: system.trackingAuthorizationStatus.map { AuthorizationStatus(rawValue: $0) },
          seconds: clock.seconds, secondsSince1970: clock.secondsSince1970)
      },
      perform: { performer.perform($0) })
    performer.perform = { [weak self] in self?.perform($0) }
    now = current(now)
    statusObservation = manager.observe { [weak self] _ in self?.show { _ in } }
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

  /// Calls back with every later change of ``shown``, for as long as what it returns is kept.
  public func observe(_ call: @escaping @MainActor (Shown) -> Void) -> FlowObservation {
    observers.add(call)
  }

  // MARK: - What the app tells

  /// The process has started: `didFinishLaunching`.
  ///
  /// Only the first call counts.
  /// A process that the system starts in the background, where nobody sees it, is no session and starts nothing
  /// before its first activation.
  public func start() {
    guard !hasStarted else { return }
    hasStarted = true
    send(manager.system.isInForeground ? .processStarted : .processStartedInBackground)
  }

  /// The first view has appeared.
  public func viewAppeared() { send(.viewAppeared) }

  /// The application became active, for the first time or again: every time.
  public func applicationDidBecomeActive() {
    start()
    manager.applicationDidBecomeActive()  // first: an answer given meanwhile ends its request
    // A second scene or a late notification may say so under an alert, where nothing can be shown (R22, R60).
    send(manager.system.isActive ? .activated : .statusRead)
  }

  /// The application is about to resign active.
  public func applicationWillResignActive() { send(.deactivated) }

  /// The application went into the background.
  public func applicationDidEnterBackground() { send(.backgrounded) }

  /// Whether a screen of the app's own covers everything, such as a payment or a video.
  ///
  /// Meanwhile neither the pre-prompt nor the consent layer appears.
  public var isCovered = false {
    didSet { if !isReopened, isCovered != oldValue { send(.covered(isCovered)) } }
  }

  /// The person completed onboarding (R141).
  public func completeOnboarding() { send(.onboardingCompleted) }

  /// An event ended that a strategy can count: an article read, a level finished (R143).
  public func record(_ event: CountedEvent) { send(.eventEnded(event)) }

  /// The person tapped "Continue" in the pre-prompt; the alert follows (R81).
  public func continuePrePrompt() { send(.prePromptEnded(.continued)) }

  /// The person closed the pre-prompt and stays, where the strategy lets them, which Apple does not (R83).
  public func dismissPrePrompt() { send(.prePromptEnded(.dismissed)) }

  /// The person left the app from the pre-prompt; it comes again in a later session (R90).
  public func leavePrePrompt() { send(.prePromptEnded(.left)) }

  /// The pre-prompt's screen is gone, its dismissal over: `onDismiss` of a sheet, `viewDidDisappear`.
  ///
  /// The consent layer opens only then, so that it is not presented on a screen that is going away. Where
  /// nothing calls this, it opens two seconds later.
  public func prePromptDidDisappear() { send(.prePromptDisappeared) }

  /// Passes a conversion value on to the SDKs, whatever the status (R70); after their start, if that is to come.
  public func updateConversion(_ value: ConversionValue) {
    guard hasStartedSDKs else { return conversion = value }
    for sdk in attribution { sdk.updateConversion(value) }
  }

  /// The way to Settings has been seen.
  public func dismissSettingsLink() { show { $0.settingsLink = false } }

  /// Opens the consent layer because the person wants to; returns when they are through (R115).
  ///
  /// Does nothing while a question is on screen or on its way there (R112).
  public func reopenConsent() async {
    guard let consent, !isReopened, controller.session.isScreenFree, !manager.isAsking else { return }
    isReopened = true
    send(.covered(true))
    await consent.reopen()
    let isAccepted = await accepted(consent)
    isReopened = false
    send(.consentChanged(isAccepted: isAccepted))
    send(.covered(isCovered))
  }

  /// Tells the machines, and shows what has changed with that.
  private func send(_ event: FlowSession.Event) {
    start()
    controller.send(event)
    show { _ in }
  }

  // MARK: - What the machines decided

  private func perform(_ action: FlowSession.Action) {
    switch action {
    case .startTimer(let timer, let seconds): start(timer, seconds)
    case .showPrePrompt: show { $0.prePrompt = true }
    case .hidePrePrompt: show { $0.prePrompt = false }
    case .request: request()
    case .rejectAdPurposes: rejectsFirst = true
    case .showConsent(let asksToTrack): open(asksToTrack: asksToTrack)
    case .startAttribution(let waitSeconds): afterRejection { $0.startSDKs(waitSeconds) }
    case .sendInstall(let withIdentifier): afterRejection { $0.sendInstall(withIdentifier) }
    case .tellStatus(let status):
      if status != .denied { show { $0.settingsLink = false } }
      rejectAgain(status)
    case .setTracking(let tracking): setTracking(tracking == .allowed)
    case .showSettingsLink: show { $0.settingsLink = manager.canRecoverInSettings }  // R40
    }
  }

  private func start(_ timer: FlowSession.Timer, _ seconds: Double) {
    guard seconds > 0 else { return send(.timerFired(timer)) }
    Task { [weak self, clock] in
      await clock.wait(seconds: seconds)
      self?.send(.timerFired(timer))
    }
  }

  private func request() {
    let finish: @MainActor (AuthorizationStatus?) -> Void = { [weak self] status in
      self?.send(.requestCompleted(status ?? .notDetermined))
    }
    if controller.session.status == .notDetermined {
      manager.requestAuthorization(completion: finish)
    } else {
      manager.requestAgain(completion: finish)  // R78
    }
  }

  private func startSDKs(_ waitSeconds: Double) {
    for sdk in attribution { sdk.start(waitingUpTo: waitSeconds) }
    hasStartedSDKs = true
    if let value = conversion { updateConversion(value) }
    conversion = nil
  }

  private func sendInstall(_ withIdentifier: Bool) {
    let identifier = withIdentifier ? manager.advertisingIdentifier : nil
    for sdk in attribution { sdk.sendInstall(identifier: identifier) }
  }

  /// An SDK reads the platform's flags when it starts and sends: what has been rejected is stored before.
  private func afterRejection(_ call: @escaping @MainActor (TrackingFlow) -> Void) {
    guard rejections > 0 else { return call(self) }
    afterRejections.append { [weak self] in
      if let self { call(self) }
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
      send(.consentEnded(isAccepted: isAccepted))
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
    rejections += 1
    Task { [weak self] in
      await consent.rejectAdPurposes()
      guard let self else { return }
      rejections -= 1
      if rejections == 0 {
        let calls = afterRejections
        afterRejections = []
        for call in calls { call() }
      }
      send(.consentChanged(isAccepted: consent.acceptsAdPurposes))
    }
  }

  private func setTracking(_ isAllowed: Bool) {
    let identifier = isAllowed ? manager.advertisingIdentifier : nil
    show { $0.tracksPerson = isAllowed }
    for sdk in attribution { sdk.setTracking(isAllowed: isAllowed, identifier: identifier) }
  }

  /// What follows from the machines and the manager, whatever the actions were.
  private func current(_ shown: Shown) -> Shown {
    var next = shown
    next.status = manager.status
    next.settingsRow = controller.session.offersSettingsRow && manager.canRecoverInSettings
    next.isOnboarded = controller.session.isOnboarded
    return next
  }

  private func show(_ change: (inout Shown) -> Void) {
    var next = current(now)
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
