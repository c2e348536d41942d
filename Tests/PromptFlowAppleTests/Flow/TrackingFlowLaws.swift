import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

/// Something that an app, its person or the system does.
private enum FlowStep: CaseIterable {
  case activate, inactive, background, returnLater, cover, uncover, onboard
  case proceed, dismiss, leave, allow, deny, noDecision, acceptLayer, refuseLayer, switchOff, twoSeconds
}

extension App {
  @MainActor
  fileprivate func live(_ step: FlowStep) async {
    switch step {
    case .activate:
      system.activate()
      flow.applicationDidBecomeActive()
    case .inactive: flow.applicationWillResignActive()
    case .background, .returnLater:
      if system.screen == .tracking { system.dismiss() }
      flow.applicationWillResignActive()
      system.background()
      flow.applicationDidEnterBackground()
      if step == .returnLater {
        device.clock.advance(by: 31 * 60)
        system.activate()
        flow.applicationDidBecomeActive()
      }
    case .cover: flow.coverDidAppear(in: system)
    case .uncover: flow.coverDidDisappear(from: system)
    case .onboard: flow.completeOnboarding()
    case .proceed: flow.continuePrePrompt()
    case .dismiss: flow.dismissPrePrompt()
    case .leave: flow.leavePrePrompt()
    case .allow: system.allow()
    case .deny: system.deny()
    case .noDecision: system.dismiss()
    case .acceptLayer: await consent.close(accepts: true)
    case .refuseLayer: await consent.close(accepts: false)
    case .switchOff: system.turnDeviceSwitch(on: false)
    case .twoSeconds: device.clock.advance(by: 2)
    }
    await HeldCall.settle()
  }

  /// What is wrong at this point, if anything.
  @MainActor
  fileprivate var wrong: String? {
    if flow.shown.prePrompt != (flow.controller.session.screen == .prePrompt) {
      return "a pre-prompt the machine does not know"
    }
    if screens.prePrompt != flow.shown.prePrompt { return "a sheet that the flow does not show" }
    if consent.isUp != (flow.controller.session.screen == .consent) {
      return "a layer the machine does not know"
    }
    if consent.isUp, screens.prePrompt { return "a layer over the pre-prompt" }
    return wrongOrder
  }

  /// Whether an SDK started, or sent its install, before it knew what it may do.
  private var wrongOrder: String? {
    var mayTrack: Bool?
    for call in sdk.calls {
      switch call {
      case .tracking(let isAllowed): mayTrack = isAllowed
      case .install(withIdentifier: true) where mayTrack != true:
        return "an identified install before the permission"
      case .start, .install, .conversion:
        if mayTrack == nil { return "\(call), before it was told whether it may track" }
      }
    }
    return nil
  }
}

@MainActor
@Suite("What holds of the flow on a device after any order of events")
struct TrackingFlowLaws {
  private nonisolated static let policies: [PrePromptPolicy?] = [
    PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil),
    PrePromptPolicy(isDismissible: false, cooldownSessions: 2, maximumShows: nil),
    PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: 1),
    PrePromptPolicy(isDismissible: true, cooldownSessions: 1, maximumShows: 3),
    nil,
  ]

  /// Lives through steps from a launch, and then to a point where nothing is up.
  private func live(_ steps: [FlowStep], _ app: App) async -> String? {
    _ = await app.launched()
    for (index, step) in steps.enumerated() {
      await app.live(step)
      if let wrong = app.wrong { return "\(wrong), after \(steps.prefix(index + 1))" }
    }
    // A person who comes back can end whatever is up, however it came about.
    for step in [FlowStep.uncover, .activate, .proceed, .deny, .activate, .refuseLayer, .twoSeconds] {
      await app.live(step)
      if let wrong = app.wrong { return "\(wrong), after \(steps) and at the end \(step)" }
    }
    if app.flow.shown.prePrompt { return "nobody gets out of the pre-prompt, after \(steps)" }
    return nil
  }

  @Test("R81, R83, R94, R112: no order of events leaves a screen unknown", arguments: UInt64(1)...20)
  func longLives(seed: UInt64) async {
    var choices = Choices(seed: seed)
    var wrong: [String] = []
    for _ in 0..<10 {
      let policy = Self.policies[choices.below(Self.policies.count)]
      let triggers: [AskTrigger] = [.launch, .onboarding]
      let starts = FlowSetup.AttributionSetup.Start.allCases
      let consents: [FlowSetup.ConsentSetup?] = [.init(), .init(order: .beforeATT), nil]
      let app = App(
        triggers[choices.below(2)], prePrompt: policy,
        consent: consents[choices.below(3)], start: starts[choices.below(starts.count)])
      app.screens.tellsOfDismissal = choices.below(3) > 0
      let steps = (0..<30).map { _ in FlowStep.allCases[choices.below(FlowStep.allCases.count)] }
      if let found = await live(steps, app) { wrong.append(found) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }
}

/// A reproducible source of choices.
struct Choices {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
