public import PromptFlow

#if canImport(Combine)
  public import Combine
#endif
#if canImport(Observation)
  public import Observation
#endif

/// The whole flow on a device: a strategy's moment, the pre-prompt, the alert, the consent platform, the SDKs.
///
/// What happens next is decided by `PromptFlow.FlowController`, the same machines that are simulated; this type carries
/// it out. Make one per app, never one per window; tell it of the life cycle and of events; bind screens to ``shown``.
/// On a device `TrackingFlow.live(_:)` makes it and has it notified of the life cycle.
@MainActor
public final class TrackingFlow {
  #if canImport(Combine)
    /// Tells SwiftUI before ``shown`` changes, and so before anything that a view reads here does.
    public nonisolated(unsafe) let objectWillChange = ObservableObjectPublisher()
  #endif

  /// The machines, with their state and their log.
  package let controller: FlowController
  /// The turns that every permission of this app is asked in.
  public let turns: PermissionTurns

  /// What follows the application's activity, for as long as the flow lives.
  var activity: AnyObject?

  private let system: any TrackingAuthorization
  private let request: PermissionRequest
  private let consent: ConsentTurns?
  private let attribution: [any AttributionSDK]
  private let clock: any FlowClock
  private var hasStarted = false
  private var hasStartedSDKs = false
  /// The latest value that came before the SDKs were started.
  private var conversion: ConversionValue?
  /// Notifications of an activation, or of its end, so far.
  private var activations = 0
  /// The windows that have the pre-prompt of this showing, and those that a screen of the app's own covers.
  private var windows: [Window] = []
  private var covered: [Window] = []
  private var now = Shown()
  private var observers = ChangeObservers<Shown>()

  /// What the app shows at this moment because of the flow.
  public struct Shown: Hashable, Sendable {
    /// The status as last read; `nil` before iOS 14.
    public var status: AuthorizationStatus?
    /// The pre-prompt is up, exactly while the machine says so; ends with ``TrackingFlow/continuePrePrompt()``,
    /// and without the person when the flow takes it away.
    public var prePrompt = false
    /// The way to Settings is due, once; ends with ``TrackingFlow/dismissSettingsLink()``.
    public var settingsLink = false
    /// A quiet row among the app's preferences leads to Settings.
    public var settingsRow = false
    /// Where the person could allow tracking after all.
    public var settingsRecovery = SettingsRecovery.nowhere
    /// Ads and trackers may use the person's data.
    public var tracksPerson = false
    /// Onboarding has been completed.
    public var isOnboarded = false
    /// The consent platform did not come back in its time, and nothing waits for it any more in this process.
    public var hasGivenUpConsent = false
  }

  /// What stands for a window, as long as that is there.
  private struct Window {
    weak var object: AnyObject?
  }

  /// A flow that goes on from what the store keeps; nothing happens before ``start()``.
  ///
  /// - Parameters:
  ///   - setup: the strategy and what stands beside the alert. Without a platform its consent layer is left out, with
  ///     one it has the usual order where it names none; the same with SDKs, which then wait two minutes.
  ///   - system: the framework, or what stands in for it.
  ///   - store: where the flow's state is kept.
  ///   - clock: the time.
  ///   - turns: the turns that the app's other permissions are asked in.
  ///   - consent: the consent platform.
  ///   - attribution: the SDKs, which all have the same wait.
  public init(
    _ setup: FlowSetup, system: any TrackingAuthorization, store: any StateStore, clock: any FlowClock,
    turns: PermissionTurns = PermissionTurns(), consent: (any ConsentPlatform)? = nil,
    attribution: [any AttributionSDK] = []
  ) {
    var complete = setup
    complete.consent = consent == nil ? nil : setup.consent ?? FlowSetup.ConsentSetup()
    complete.attribution = attribution.isEmpty ? nil : setup.attribution ?? FlowSetup.AttributionSetup()
    self.system = system
    self.turns = turns
    self.attribution = attribution
    self.clock = clock
    request = PermissionRequest(system, turns: turns)
    self.consent = consent.map { ConsentTurns($0) }
    let performer = Performer()
    controller = FlowController(
      complete, store: store,
      reading: { [clock, system, consent] in
        FlowSession.Moment(
          status: system.status, seconds: clock.seconds, secondsSince1970: clock.secondsSince1970,
          acceptsAdPurposes: consent?.acceptsAdPurposes)
      },
      perform: { performer.perform($0) })
    performer.perform = { [weak self] in self?.perform($0) }
    now.status = system.status
  }

  /// Stands in for the flow until it is made.
  private final class Performer {
    var perform: @MainActor (FlowSession.Action) -> Void = { _ in }
  }

  /// Every record of this process, in order; for one reader.
  public var log: AsyncStream<FlowRecord> { controller.log }
  /// Why the last state could not be kept; `nil` where it could.
  public var storeProblem: String? { controller.storeProblem }

  /// What the app shows at this moment because of the flow.
  public var shown: Shown {
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, *) { observers.access(self, \.shown) }
    #endif
    return now
  }

  /// Calls back with every later change of ``shown``, for as long as what it returns is kept.
  public func observe(_ call: @escaping @MainActor (Shown) -> Void) -> FlowObservation {
    observers.add(call)
  }

  /// The advertising identifier while alert and consent layer both allow tracking, `nil` otherwise.
  ///
  /// The status decides, as read at this moment, and never the bytes: on the Simulator they are zeros although the
  /// status is authorized.
  public var advertisingIdentifier: AdvertisingIdentifier? {
    guard controller.session.isTrackingAllowed else { return nil }
    return system.status.flatMap { system.advertisingIdentifier.passedOn(under: $0) }
  }

  // MARK: - What the app tells

  /// The process has started: `didFinishLaunching`.
  ///
  /// Only the first call counts. A process that is not known to be seen is no session and starts nothing before it comes
  /// to the foreground; in an app with scenes that is every process.
  public func start() {
    guard !hasStarted else { return }
    hasStarted = true
    send(system.isInForeground ? .processStarted : .processStartedInBackground)
  }

  /// The application, or one of its scenes, is about to come to the foreground.
  public func applicationWillEnterForeground() { send(.foregrounded) }

  /// The first view has appeared.
  public func viewAppeared() {
    if system.isInForeground { send(.foregrounded) }  // a flow that was made after the notification of it
    send(.viewAppeared)
  }

  /// The application became active, for the first time or again: every time.
  public func applicationDidBecomeActive() {
    start()
    activations += 1
    if !covered.isEmpty { coverDidDisappear(from: self) }  // of windows that went without a word
    request.applicationDidBecomeActive()  // first: an answer given meanwhile ends its request
    // A second scene or a late notification may say so under an alert, where nothing can be shown (R22, R60).
    guard !system.isActive else { return send(.activated) }
    send(.statusRead)
    lookAgain(activations)
  }

  /// The application is about to resign active.
  public func applicationWillResignActive() {
    activations += 1
    send(.deactivated)
  }

  /// The application went into the background.
  public func applicationDidEnterBackground() {
    activations += 1
    send(.backgrounded)
  }

  /// A screen of the app's own covers a window, such as a payment or a video.
  ///
  /// Until the last window is uncovered, as often as it was covered, neither the pre-prompt nor the consent layer appears.
  ///
  /// - Parameter window: any object that lives as long as the window does, or as what covers it; at the next activation
  ///   one that is gone covers nothing any more.
  public func coverDidAppear(in window: AnyObject) {
    covered.append(Window(object: window))
    send(.covered(true))
  }

  /// The screen that covered a window is gone.
  ///
  /// - Parameter window: the object that ``coverDidAppear(in:)`` was given.
  public func coverDidDisappear(from window: AnyObject) {
    covered.removeAll { $0.object == nil }
    if let gone = covered.firstIndex(where: { $0.object === window }) { covered.remove(at: gone) }
    if covered.isEmpty { send(.covered(false)) }
  }

  /// The person completed onboarding.
  public func completeOnboarding() { send(.onboardingCompleted) }

  /// An event ended that a strategy can count: an article read, a level finished.
  public func record(_ event: CountedEvent) { send(.eventEnded(event)) }

  /// The person tapped "Continue" in the pre-prompt; the alert follows.
  public func continuePrePrompt() { send(.prePromptEnded(.continued)) }

  /// The person closed the pre-prompt and stays, where the strategy lets them, which Apple does not.
  public func dismissPrePrompt() { send(.prePromptEnded(.dismissed)) }

  /// The person left the app from the pre-prompt; it comes again in a later session.
  public func leavePrePrompt() { send(.prePromptEnded(.left)) }

  /// A window shows the pre-prompt.
  ///
  /// - Parameter window: any object that lives as long as the window does: its scene's delegate, say.
  public func prePromptDidAppear(in window: AnyObject) {
    windows.removeAll { $0.object === window }
    windows.append(Window(object: window))
  }

  /// A window's pre-prompt is gone, its dismissal over: `onDismiss` of a sheet, the completion of a dismissal.
  ///
  /// When the last one is gone the consent layer opens, so that it is not presented on a screen that is going away; two
  /// seconds later where nothing says so. The last one that goes unasked, with its window, counts as left.
  ///
  /// - Parameter window: the object that ``prePromptDidAppear(in:)`` was given, or nothing happens.
  public func prePromptDidDisappear(from window: AnyObject) {
    guard let gone = windows.firstIndex(where: { $0.object === window }) else { return }
    windows.remove(at: gone)
    if windows.allSatisfy({ $0.object == nil }) { send(.prePromptDisappeared) }
  }

  /// Passes a conversion value on to the SDKs, whatever the status; after their start, if that is to come.
  public func updateConversion(_ value: ConversionValue) {
    guard hasStartedSDKs else { return conversion = value }
    for sdk in attribution { sdk.updateConversion(value) }
  }

  /// The way to Settings has been seen.
  public func dismissSettingsLink() { show { $0.settingsLink = false } }

  /// Opens the consent layer because the person wants to; returns when they are through, or the platform is given up.
  ///
  /// - Returns: whether it was opened: not without a platform, nor while a question is on screen or on its way there.
  @discardableResult
  public func reopenConsent() async -> Bool {
    guard let consent, controller.session.isScreenFree, !request.isWanted else { return false }
    send(.consentReopened)
    await consent.reopen(asksToTrack: !system.status.forbidsTracking) { [weak self] in
      self?.leaveConsent(.consentChanged(isAccepted: $0))
    }
    return true
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
    case .showPrePrompt:
      windows = []  // an earlier one's late dismissal counts for nothing
      show { $0.prePrompt = true }
    case .hidePrePrompt: show { $0.prePrompt = false }
    case .request: ask()
    case .rejectAdPurposes: consent?.reject { [weak self] in self?.send(.adPurposesRejected) }
    case .showConsent(let asksToTrack, let isAgain): open(asksToTrack: asksToTrack, isAgain: isAgain)
    case .giveUpConsent:
      show { $0.hasGivenUpConsent = true }
      consent?.endReopening()
    case .startAttribution(let waitSeconds): startSDKs(waitSeconds)
    case .sendInstall(let withIdentifier): sendInstall(withIdentifier)
    case .tellStatus(let status): if status != .denied { dismissSettingsLink() }
    case .setTracking(let tracking): setTracking(tracking == .allowed)
    case .showSettingsLink: show { $0.settingsLink = true }
    }
  }

  private func start(_ timer: FlowSession.Timer, _ seconds: Double) {
    guard seconds > 0 else { return send(.timerFired(timer)) }
    Task { [weak self, clock] in
      await clock.wait(seconds: seconds)
      self?.send(.timerFired(timer))
    }
  }

  /// An application that says that it is active before its state does is looked at again, until the state says so too
  /// or something else has happened.
  private func lookAgain(_ activation: Int) {
    Task { [weak self, clock] in
      for seconds in [0.1, 0.4, 1.5] {
        await clock.wait(seconds: seconds)
        guard let self, activations == activation else { return }
        if system.isActive { return applicationDidBecomeActive() }
      }
    }
  }

  private func ask() {
    // A determined status is asked over by the one more request of some regions alone (R78).
    request.ask(isAgain: controller.session.status != .notDetermined) { [weak self] status in
      self?.send(.requestCompleted(status ?? .notDetermined))
    }
  }

  private func startSDKs(_ waitSeconds: Double) {
    for sdk in attribution { sdk.start(waitingUpTo: waitSeconds) }
    hasStartedSDKs = true
    if let value = conversion { updateConversion(value) }
    conversion = nil
  }

  private func sendInstall(_ withIdentifier: Bool) {
    let identifier = withIdentifier ? advertisingIdentifier : nil
    for sdk in attribution { sdk.sendInstall(identifier: identifier) }
  }

  private func open(asksToTrack: Bool, isAgain: Bool) {
    consent?.open(asksToTrack: asksToTrack, isAgain: isAgain) { [weak self] in
      self?.leaveConsent(.consentEnded(isAccepted: $0))
    }
  }

  private func leaveConsent(_ event: FlowSession.Event) {
    send(event)
    if controller.session.hasFinishedAsking { request.withdraw() }  // R108, R109
  }

  private func setTracking(_ isAllowed: Bool) {
    show { $0.tracksPerson = isAllowed }
    for sdk in attribution { sdk.setTracking(isAllowed: isAllowed, identifier: advertisingIdentifier) }
  }

  // MARK: - What is shown

  private func show(_ change: (inout Shown) -> Void) {
    var next = now
    let session = controller.session
    next.status = session.status
    next.settingsRow = session.offersSettingsRow
    next.settingsRecovery = session.settingsRecovery
    next.isOnboarded = session.isOnboarded
    change(&next)
    guard next != now else { return }
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, *) { observers.willSet(self, \.shown) }
    #endif
    now = next
    #if canImport(Observation)
      if #available(macOS 14, iOS 17, tvOS 17, *) { observers.didSet(self, \.shown) }
    #endif
    let told = observers
    told.tell(next)
  }
}

#if canImport(Observation)
  @available(macOS 14, iOS 17, tvOS 17, *)
  extension TrackingFlow: Observable {}
#endif
#if canImport(Combine)
  extension TrackingFlow: ObservableObject {}
#endif
