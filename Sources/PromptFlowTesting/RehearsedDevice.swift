public import PromptFlow
public import PromptFlowApple

/// A device that a test plays: the system, the clock, the person, and what outlives a process.
///
/// It drives the code that ships, a `TrackingFlow` or glue of your own over its ``system``, ``clock`` and ``store``,
/// through an install's life:
///
/// ```swift
/// let device = RehearsedDevice()
/// let flow = device.makeFlow(FlowSetup(asking: .launch))
/// await device.launch(flow)
/// await device.answer(.allow)
/// #expect(flow.shown.status == .authorized)
/// ```
///
/// Every call returns when all that follows from it at once has happened. Time passes in ``wait(_:)`` and
/// ``leave(for:)`` alone.
@MainActor
public final class RehearsedDevice {
  /// The framework and the application, as the code under test asks them; its properties make odd systems.
  public let system: StandInSystem
  /// The clock that the code under test waits by.
  public let clock = ManualClock()
  /// Keeps the flow's state from process to process.
  public let store = InMemoryStateStore()
  /// Notified of the life cycle, in the process that runs.
  private var tell: @MainActor (LifeCycle) -> Void = { _ in }

  /// What an application is notified of in its life cycle.
  public enum LifeCycle: Hashable, Sendable {
    /// `didFinishLaunching`.
    case processStarted
    /// The application, or a scene of it, is about to come to the foreground.
    case foregrounded
    /// The first view has appeared.
    case viewAppeared
    /// The application became active, for the first time or again.
    case activated
    /// The application is about to resign active.
    case deactivated
    /// The application went into the background.
    case backgrounded
  }

  /// A device with a new install on it, which has not been launched; by default an ordinary one.
  public init(system: StandInSystem = StandInSystem()) { self.system = system }

  /// A flow on this device; make another one for each process.
  public func makeFlow(
    _ setup: FlowSetup, consent: (any ConsentPlatform)? = nil, attribution: [any AttributionSDK] = []
  ) -> TrackingFlow {
    TrackingFlow(
      setup, system: system, store: store, clock: clock,
      consent: consent.map { ConsentInProcess($0, clock: clock) }, attribution: attribution)
  }

  /// Whether the tracking alert is up.
  public var isAlertUp: Bool { system.screen == .tracking }

  // MARK: - Processes

  /// A process starts and becomes active; one that ran before is gone and receives nothing any more.
  ///
  /// - Parameter tell: tells the code under test of its life cycle.
  public func launch(_ tell: @escaping @MainActor (LifeCycle) -> Void) async {
    endProcess()
    system.launch()
    self.tell = tell
    tell(.processStarted)
    await settle()
    enterForeground()
    tell(.viewAppeared)
    await activate()
  }

  /// A process starts with a flow; make another one for each process.
  public func launch(_ flow: TrackingFlow) async {
    await launch { Self.tell(flow, $0) }
  }

  /// A process starts in the background: for a push, a refresh, a location.
  public func launchInBackground(_ tell: @escaping @MainActor (LifeCycle) -> Void) async {
    endProcess()
    system.launchInBackground()
    self.tell = tell
    tell(.processStarted)
    await settle()
  }

  /// A process starts in the background with a flow.
  public func launchInBackground(_ flow: TrackingFlow) async {
    await launchInBackground { Self.tell(flow, $0) }
  }

  /// The process ends without notice; what was on screen is gone, and with it every wait.
  public func endProcess() {
    tell = { _ in }
    system.end()
    clock.endProcess()
  }

  /// Tells a flow what an app's life cycle tells it.
  public static func tell(_ flow: TrackingFlow, _ event: LifeCycle) {
    switch event {
    case .processStarted: flow.start()
    case .foregrounded: flow.applicationWillEnterForeground()
    case .viewAppeared: flow.viewAppeared()
    case .activated: flow.applicationDidBecomeActive()
    case .deactivated: flow.applicationWillResignActive()
    case .backgrounded: flow.applicationDidEnterBackground()
    }
  }

  // MARK: - The person

  /// The app comes to the front, which it cannot while an alert is up.
  public func activate() async {
    enterForeground()
    if system.becomesActiveLate, system.screen == .nothing, system.appState != .notRunning {
      tell(.activated)
      await settle()
      system.activate()
    } else {
      system.activate()
      if system.isActive { tell(.activated) }
    }
    await settle()
  }

  /// Time passes in the app, and every wait that is due in it ends.
  public func wait(_ seconds: Double) async {
    await settle()  // a wait that was asked for just now has begun
    let end = clock.seconds + seconds
    while let due = clock.nextDue, due <= end { await pass(until: due) }
    await pass(until: end)
  }

  private func pass(until moment: Double) async {
    clock.advance(to: moment)
    system.clock = moment
    await settle()
  }

  /// The person leaves the app and comes back; an alert that is up goes away without a decision.
  public func leave(for seconds: Double) async {
    await settle()
    system.dismiss()
    await goToBackground()
    clock.advance(by: seconds)
    system.clock = clock.seconds
    await activate()
  }

  /// The person answers the tracking alert, or it goes away without an answer (`nil`).
  public func answer(_ answer: AlertAnswer?) async {
    await noticeAlert()
    guard system.screen == .tracking else { return }
    switch answer {
    case .allow: system.allow()
    case .deny: system.deny()
    case nil: system.dismiss()
    }
    await settle()
    await activate()
  }

  /// Another permission's alert comes up, or waits for the one that is.
  public func showOtherAlert() async {
    let wasActive = system.isActive
    system.showOther()
    if wasActive, !system.isActive { tell(.deactivated) }
    await settle()
  }

  /// The person closes the other permission's alert; an app that was in front becomes active.
  public func closeOtherAlert() async {
    system.closeOther()
    await settle()
    if system.isInForeground { await activate() }
  }

  /// The person turns the app's own switch in Settings and comes back.
  public func changeInSettings(isOn: Bool) async {
    system.dismiss()
    await goToBackground()
    system.turnAppSwitch(on: isOn)
    await activate()
  }

  /// Lets happen what is due at once, after something that the test did to the code itself.
  public func settle() async {
    await HeldCall.settle()
    await noticeAlert()
  }

  /// An alert that came up makes the app inactive (R22), and it is notified once.
  private func noticeAlert() async {
    guard system.screen == .tracking, alertsNoticed < system.alertsShown else { return }
    alertsNoticed = system.alertsShown
    tell(.deactivated)
    await HeldCall.settle()
  }

  private var alertsNoticed = 0

  /// An app without scenes is told when it comes back alone; one with scenes also when it is launched.
  private func enterForeground() {
    guard system.appState == .background else { return }
    system.enterForeground()
    tell(.foregrounded)
  }

  private func goToBackground() async {
    tell(.deactivated)
    system.background()
    tell(.backgrounded)
    await settle()
  }
}
