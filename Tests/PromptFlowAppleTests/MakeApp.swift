import PromptFlow
import PromptFlowApple
import PromptFlowTesting

/// An app on a rehearsed device: its flow, and beside it a consent platform, an SDK and the sheet of the pre-prompt.
@MainActor
struct App {
  let device: RehearsedDevice
  let consent: StandInConsent
  let sdk = StandInSDK()
  let flow: TrackingFlow
  let screens: DrawnScreens

  static let article: CountedEvent = "article"
  static let thirdArticle = AskTrigger.event(EventKind(rawValue: 0), count: 3)

  var system: StandInSystem { device.system }

  /// A process of an app that asks at its launch, unless said otherwise; another one where an earlier is given.
  init(
    _ trigger: AskTrigger = .launch, prePrompt: PrePromptPolicy? = nil, settingsLink: SettingsLink = .none,
    delaySeconds: Double = 0, consent setup: FlowSetup.ConsentSetup? = FlowSetup.ConsentSetup(),
    waitSeconds: Double = 60, start: FlowSetup.AttributionSetup.Start? = .process,
    startsAfterSeconds: Double? = nil, region: RegionalRules? = nil, after earlier: App? = nil
  ) {
    device = earlier?.device ?? RehearsedDevice()
    consent = StandInConsent(after: earlier?.consent)
    flow = device.makeFlow(
      FlowSetup(
        strategy: PromptStrategy(trigger: trigger, prePrompt: prePrompt, settingsLink: settingsLink),
        events: [Self.article], delaySeconds: delaySeconds, consent: setup,
        attribution: FlowSetup.AttributionSetup(
          kind: .documented, waitSeconds: waitSeconds, start: start, startsAfterSeconds: startsAfterSeconds),
        region: region),
      consent: setup == nil ? nil : consent, attribution: [sdk])
    screens = DrawnScreens(flow)
  }

  /// The same, launched, and its alert answered where an answer is given.
  func launched(answering answer: AlertAnswer? = nil) async -> App {
    await device.launch(flow)
    if let answer { await device.answer(answer) }
    return self
  }

  /// The person reads articles to their end.
  func read(_ count: Int = 1) async {
    for _ in 0..<count { flow.record(Self.article) }
    await device.settle()
  }

  /// The person opens the layer from the preferences.
  func reopen() async -> Task<Bool, Never> { await device.reopen(flow) }
}

extension RehearsedDevice {
  /// The flow of a process that is launched.
  func launched(
    _ setup: FlowSetup, consent: (any ConsentPlatform)? = nil, attribution: [any AttributionSDK] = []
  ) async -> TrackingFlow {
    let flow = makeFlow(setup, consent: consent, attribution: attribution)
    await launch(flow)
    return flow
  }

  /// The person opens the layer from the preferences.
  func reopen(_ flow: TrackingFlow) async -> Task<Bool, Never> {
    let opened = Task { await flow.reopenConsent() }
    await settle()
    return opened
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
