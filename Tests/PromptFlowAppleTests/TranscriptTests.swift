import PromptFlow
import PromptFlowApple
import PromptFlowTesting
import Testing

@MainActor
@Suite("The framework's stand-in and the machine that is simulated show the same outside")
struct TranscriptTests {
  private func played<Player: TranscriptPlayer>(_ transcript: Transcript, on: Player.Type) -> [Transcript
    .Line]
  {
    var player = Player(transcript.device)
    var lines: [Transcript.Line] = []
    for line in transcript.lines { lines.append(player.play(line.step)) }
    return lines
  }

  @Test("R4–R33, R52, R54: the stand-in passes", arguments: Transcript.recorded)
  func standIn(transcript: Transcript) {
    #expect(played(transcript, on: StandInPlayer.self) == transcript.lines)
  }

  @Test("R4–R33, R52, R54: the machine passes", arguments: Transcript.recorded)
  func machine(transcript: Transcript) {
    #expect(played(transcript, on: MachinePlayer.self) == transcript.lines)
  }

  @Test("R4–R38: over two thousand random lives both show the same")
  func randomLives() {
    let steps: [Transcript.Step] = [
      .launch, .activate, .activate, .request, .request, .allow, .deny, .dismiss, .other, .closeOther,
      .reinstall,
    ]
    let traits: [[Transcript.Trait]] = [
      [], [], [.iOS17_4], [.iOS14_5], [.switchedOff], [.noWindow], [.profile],
    ]
    var state: UInt64 = 20_261_121
    func draw(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var differing: [String] = []
    for life in 0..<2_000 {
      let device = traits[draw(below: traits.count)]
      var first = StandInPlayer(device)
      var second = MachinePlayer(device)
      var needsLaunch = true
      for place in 0..<24 {
        // R12, which the machine leaves out, is kept out of the way.
        first.system.clock += 10
        let step = needsLaunch ? .launch : steps[draw(below: steps.count)]
        needsLaunch = step == .reinstall
        let one = first.play(step)
        let two = second.play(step)
        if one != two {
          differing.append("life \(life), step \(place): \(one) and \(two)")
          break
        }
      }
    }
    #expect(differing.count == 0, "\(differing.prefix(3))")
  }
}

@MainActor
@Suite("What only the stand-in knows of the framework")
struct StandInTests {
  @Test("R12: a seventh request within a second of the last outcome gets the cached status")
  func rateLimit() {
    let calls = Calls()
    let system = StandInSystem()
    system.launch()
    func request() {
      system.requestTrackingAuthorization { status in MainActor.assumeIsolated { calls.note(status) } }
    }
    for _ in 0..<6 { request() }
    system.activate()
    request()
    #expect(calls.takeAll() == Array(repeating: 0, count: 7))
    #expect(system.alertsShown == 0, "active, and still no alert: too soon")
    system.clock = 1.5
    request()
    #expect(system.alertsShown == 1)
  }

  @Test("R11: a request without a handler cannot be written in Swift")
  func handlerIsRequired() {
    // The type says so; this line is its record.
    let call: (StandInSystem) -> (@escaping @Sendable (UInt) -> Void) -> Void =
      StandInSystem.requestTrackingAuthorization
    _ = call
  }

  @Test("R3: reading the status a thousand times shows nothing and spends nothing")
  func readingIsFree() {
    let system = StandInSystem()
    system.launch()
    system.activate()
    for _ in 0..<1_000 { _ = system.trackingAuthorizationStatus }
    #expect(system.alertsShown == 0)
    #expect(system.requests == 0)
  }
}
