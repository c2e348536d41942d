import PromptFlow
import Testing

@Suite("What holds of gates and consent layers after any order of events")
struct GateAndConsentLaws {
  private static let seeds = Array(UInt64(1)...20)

  @Test("R126, R128: a gate sends at most once, and nothing moves it afterwards", arguments: seeds)
  func sendsOnce(seed: UInt64) throws {
    let actions = try Machines.gate.life(seed: seed).map(\.action)
    #expect(actions.drop { $0 != "send" }.count { $0 != "none" } <= 1)
  }

  @Test("R123: a foreground gate never waits below zero or beyond 360 seconds", arguments: seeds)
  func waitIsBounded(seed: UInt64) throws {
    let life = try Machines.gate.life(
      seed: seed, given: ["kind": "foreground", "wait_seconds": "1000"],
      besides: ["determined", "started determined", "believed_denied", "deadline"])
    let waits = life.filter { $0.action.hasPrefix("wait ") }.compactMap { Int($0.action.dropFirst(5)) }
    #expect(!waits.isEmpty && waits.allSatisfy { $0 > 0 && $0 <= 360 })
  }

  @Test(
    "R108, R112, R115: whatever happens, a layer that is up holds asks back, and a refusal stands until reversed",
    arguments: seeds)
  func refusalStands(seed: UInt64) throws {
    let wrong = try Machines.consent.life(seed: seed, besides: ["rejected_by_app"]).filter { step in
      let (before, after) = (step.before, step.after)
      return after.isUp && !after.holdsBackAsks || before.personHasAnswered && !after.personHasAnswered
        || before.purposes == .refused && after.purposes != .refused && !step.event.hasPrefix("changed ")
    }
    #expect(wrong.isEmpty)
  }
}
