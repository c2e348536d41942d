import FlowRehearsal
import PromptFlow
import Testing

/// The flow that ships and the system, played at random: everyone who can act, may.
private struct WholeApp {
  private(set) var life: Rehearsal
  private var random: SplitMix
  private(set) var alerts = 0
  private(set) var layers = 0
  /// What a reviewer would object to.
  private(set) var objections: Set<String> = []

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let device = TrackingDevice(
      restriction: random.chance(oneIn: 16) ? .profile : .none, allowsRequests: !random.chance(oneIn: 8))
    life = Rehearsal(.drawn(&random), device: device)
    life.launch()
  }

  /// Lets one thing happen.
  mutating func step() {
    let before = life
    act()
    if life.isAlertUp, !before.isAlertUp {
      alerts += 1
      if life.session.screen == .consent { objections.insert("the alert over the layer") }
      if before.system.recordedAnswer != .unknown { objections.insert("an alert after an answer") }
      if case .answered(accepts: false, refusedFirst: true) = life.session.state.consent {
        objections.insert("an alert after a refusal")
      }
    }
    for record in life.records.dropFirst(before.records.count) {
      guard case .showConsent(let asks, _)? = record.action else { continue }
      layers += 1
      if before.isAlertUp, life.isAlertUp { objections.insert("the layer over the alert") }
      if asks, before.system.status == .denied, life.system.status == .denied {
        objections.insert("a layer that asks after a denial")
      }
    }
  }

  private mutating func act() {
    switch random.below(12) {
    case 0: if random.chance(oneIn: 3) { life.launch() } else { life.leave(for: random.pick([10, 3_600])) }
    case 1, 2, 3: life.wait(random.pick([0, 1, 60]))
    case 4: life.record(CountedEvent(EventKind(rawValue: random.below(2))))
    case 5: life.completeOnboarding()
    case 6: life.showOtherAlert()
    case 7: life.closeOtherAlert()
    case 8: life.answer(random.pick([.allow, .deny, nil]))
    case 9, 10: endScreen()
    default: if random.chance(oneIn: 20) { life.changeInSettings(isOn: random.chance(oneIn: 2)) }
    }
  }

  private mutating func endScreen() {
    guard life.system.presented == nil else { return }
    switch life.session.screen {
    case .none: break
    case .prePrompt: life.send(.prePromptEnded(random.pick([.continued, .dismissed, .left])))
    case .consent: life.send(.consentEnded(isAccepted: random.chance(oneIn: 2)))
    }
  }
}

@Suite("What holds of a whole app, whatever happens in it")
struct WholeAppLaws {
  private static let seeds = Array(UInt64(1)...40)

  private func live(_ seed: UInt64) -> WholeApp {
    var app = WholeApp(seed: seed)
    for _ in 0..<1_000 { app.step() }
    return app
  }

  @Test(
    "R29, R101, R108, R109, R111, R112: two questions never meet, and a no in either is not asked over",
    arguments: seeds)
  func noObjection(seed: UInt64) {
    #expect(live(seed).objections == [])
  }

  @Test(
    "R31, R71: whatever a process ended in, a willing person is through some launches later, with nothing told twice",
    arguments: seeds)
  func goesOn(seed: UInt64) {
    var life = live(seed).life
    for day in 1...5 {
      life.begin(day: Double(day))
      life.activate()
      life.completeOnboarding()
      for step in 0..<12 {
        life.closeOtherAlert()
        life.record(CountedEvent(EventKind(rawValue: step % 2)))
        life.wait(5)
        switch life.session.screen {
        case .prePrompt: life.continuePrePrompt()
        case .consent: life.send(.consentEnded(isAccepted: true))
        case .none: break
        }
        life.answer(.allow)
      }
    }
    #expect(life.session.hasFinishedAsking && life.session.screen == .none && life.session.stage == .none)
    #expect(life.actions.count { if case .sendInstall = $0 { true } else { false } } <= 1)
  }

  @Test("R23, R101: these lives are no empty ones: alerts and layers do appear in many")
  func livesAreFull() {
    let apps = Self.seeds.map(live)
    #expect(apps.count { $0.alerts > 0 } >= 10)
    #expect(apps.count { $0.layers > 0 } >= 10)
    #expect(apps.count { $0.life.system.status == .authorized } >= 3)
  }
}
