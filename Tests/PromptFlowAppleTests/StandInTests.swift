import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The framework's stand-in, beside the transcripts")
struct StandInTests {
  @Test("R4–R38: over two thousand random lives the stand-in and the machine show the same")
  func randomLives() {
    let steps: [LifeStep] = [
      .launch, .activate, .activate, .request, .request, .allow, .deny, .dismiss, .other, .closeOther,
      .reinstall,
    ]
    let traits: [[Trait]] = [[], [], [.iOS17_4], [.iOS14_5], [.switchedOff], [.noWindow], [.profile]]
    var choices = Choices(seed: 20_261_121)
    var differing: [String] = []
    for life in 0..<2_000 {
      let device = traits[choices.below(traits.count)]
      var first = StandInReading(device)
      var second = MachineReading(device)
      var needsLaunch = true
      for place in 0..<24 {
        // R12, which the machine leaves out, is kept out of the way.
        first.system.clock += 10
        let step = needsLaunch ? .launch : steps[choices.below(steps.count)]
        needsLaunch = step == .reinstall
        let one = first.live(step)
        let two = second.live(step)
        if one != two {
          differing.append("life \(life), step \(place) \(step): \(one) and \(two)")
          break
        }
      }
    }
    #expect(differing.isEmpty, "\(differing.prefix(3))")
  }

  @Test("R12: a seventh request within a second of the last outcome gets the cached status")
  func rateLimit() {
    let calls = Calls()
    let system = StandInSystem()
    system.launch()
    func request() {
      system.request { status in MainActor.assumeIsolated { calls.note(status) } }
    }
    for _ in 0..<6 { request() }
    system.activate()
    request()
    #expect(calls.takeAll() == Array(repeating: .notDetermined, count: 7))
    #expect(system.alertsShown == 0, "active, and still no alert: too soon")
    system.clock = 1.5
    request()
    #expect(system.alertsShown == 1)
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
