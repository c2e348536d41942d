import PromptFlow
import PromptFlowApple
import PromptFlowTesting

/// An attribution SDK that notes what it receives.
@MainActor
final class NotedSDK: AttributionSDK {
  private(set) var notes: [String] = [] {
    didSet { all?.notes.append(notes[notes.count - 1]) }
  }
  let clock: ManualClock?
  /// What the SDK and the platform receive, in one order.
  var all: CommonNotes?

  init(_ clock: ManualClock? = nil) { self.clock = clock }

  func start(waitingUpTo seconds: Double) { notes.append("start, wait \(Int(seconds))") }

  func sendInstall(identifier: AdvertisingIdentifier?) {
    notes.append(identifier == nil ? "install without" : "install with")
  }

  func setTracking(isAllowed: Bool, identifier: AdvertisingIdentifier?) {
    notes.append(isAllowed ? "tracks \(identifier == nil ? "without" : "with")" : "does not track")
  }

  func updateConversion(_ value: ConversionValue) {
    notes.append("converts \(value.fine) \(value.coarse?.rawValue ?? "-")")
  }
}

/// Notes of several.
@MainActor
final class CommonNotes {
  var notes: [String] = []
}

/// A consent platform whose person is a test.
@MainActor
final class NotedPlatform: ConsentPlatform {
  private(set) var notes: [String] = [] {
    didSet { all?.notes.append(notes[notes.count - 1]) }
  }
  var all: CommonNotes?
  var acceptsAdPurposes = false
  private let layer = HeldCall()

  func rejectAdPurposes() async {
    await HeldCall.returnLater()  // as a platform that stores takes its time
    acceptsAdPurposes = false
    notes.append("rejected")
  }

  func open(asksToTrack: Bool) async {
    notes.append(asksToTrack ? "open" : "open for other purposes")
    await layer.hold()
  }

  func reopen(asksToTrack: Bool) async {
    notes.append(asksToTrack ? "reopened" : "reopened for other purposes")
    await layer.hold()
  }

  var isUp: Bool { layer.isHeld }

  /// The person is through.
  func close(accepts: Bool) {
    acceptsAdPurposes = accepts
    layer.end()
  }
}

/// Everything of an app that a test looks at.
@MainActor
struct FlowUnderTest {
  let system = StandInSystem()
  let store: InMemoryStateStore
  let platform = NotedPlatform()
  let clock = ManualClock()
  let sdk: NotedSDK
  let turns = PermissionTurns()
  let flow: TrackingFlow

  let all = CommonNotes()
  /// Whether the app's screens say when they are gone.
  let screens: DrawnScreens

  static let article: CountedEvent = "article"

  init(
    _ strategy: PromptStrategy, version: SystemVersion = .modern, delaySeconds: Double = 0,
    consent: FlowSetup.ConsentSetup? = FlowSetup.ConsentSetup(), waitSeconds: Double = 60,
    start: FlowSetup.AttributionSetup.Start? = .process, startsAfterSeconds: Double? = nil,
    region: RegionalRules? = nil,
    continuing kept: FlowUnderTest? = nil
  ) {
    sdk = NotedSDK(clock)
    store = kept?.store ?? InMemoryStateStore()
    if let kept { system.recorded = kept.system.recorded }
    system.callsBackEarly = version == .iOS17_4
    flow = TrackingFlow(
      FlowSetup(
        strategy: strategy, events: [Self.article], version: version, delaySeconds: delaySeconds,
        consent: consent,
        attribution: FlowSetup.AttributionSetup(
          kind: .documented, waitSeconds: waitSeconds, start: start,
          startsAfterSeconds: startsAfterSeconds),
        region: region),
      system: system, store: store, clock: clock, turns: turns, consent: consent == nil ? nil : platform,
      attribution: [sdk])
    screens = DrawnScreens(flow)
    sdk.all = all
    platform.all = all
  }

  func launch() async {
    system.launch()
    flow.start()
    system.enterForeground()
    flow.applicationWillEnterForeground()
    flow.viewAppeared()
    await activate()
  }

  func activate() async {
    system.activate()
    flow.applicationDidBecomeActive()
    await HeldCall.settle()
  }

  /// The person reads an article to its end.
  func read() async {
    flow.record(Self.article)
    await HeldCall.settle()
  }

  /// The person answers the alert, and the system activates the app again.
  func answer(_ answer: AlertAnswer?) async {
    switch answer {
    case .allow: system.allow()
    case .deny: system.deny()
    case nil: system.dismiss()
    }
    await HeldCall.settle()
    await activate()
  }

  func close(accepts: Bool) async {
    platform.close(accepts: accepts)
    await HeldCall.settle()
  }
}

/// The sheet of a pre-prompt: it is drawn after the flow has said so, and says when it is gone.
@MainActor
final class DrawnScreens {
  private(set) var prePrompt = false
  /// Whether the sheet says so when it is gone, after a dismissal that takes its time.
  var tellsOfDismissal = true
  private var observation: FlowObservation?

  init(_ flow: TrackingFlow) {
    observation = flow.observe { [weak self, weak flow] shown in
      guard let self, prePrompt != shown.prePrompt else { return }
      prePrompt = shown.prePrompt
      if prePrompt {
        flow?.prePromptDidAppear(in: self)
      } else if tellsOfDismissal {
        Task { @MainActor in
          await HeldCall.returnLater()
          flow?.prePromptDidDisappear(from: self)
        }
      }
    }
  }
}
