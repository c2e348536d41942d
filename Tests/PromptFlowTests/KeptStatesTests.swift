import Foundation
import PromptFlow
import Testing

/// States that an earlier build kept, one on each line, named for the moment: devices have such states now.
///
/// That build also kept flags without a meaning, such as that a layer which is closed had asked. These flags are not
/// written any more; everything else is the same.
@Suite("States that earlier builds kept")
struct KeptStatesTests {
  struct Kept: Decodable {
    var name: String
    var state: FlowState
  }

  private func kept() throws -> [Kept] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("kept-states.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Kept.self, from: Data($0.utf8))
    }
  }

  /// The state that a session which goes on from this one keeps before anything happens.
  private func again(_ state: FlowState) -> FlowState {
    let consent: FlowSetup.ConsentSetup? = state.consent.map { _ in FlowSetup.ConsentSetup() }
    let attribution: FlowSetup.AttributionSetup? =
      state.gate.map { _ in FlowSetup.AttributionSetup(kind: .foreground, waitSeconds: 60) }
    let setup = FlowSetup(
      strategy: state.strategy, events: ["article", "level"], consent: consent, attribution: attribution)
    return FlowSession(setup, state: state).state
  }

  @Test("each is read, and what is kept of it again is the same but for flags that meant nothing")
  func readAgain() throws {
    let kept = try kept()
    #expect(kept.count == 19)
    for entry in kept {
      var expected = entry.state
      if var consent = expected.consent, !consent.isUp {
        consent.isAsking = false
        if consent.personHasAnswered {
          consent.openedEarly = false
          consent.wasShownAgain = false
        }
        expected.consent = consent
      }
      #expect(again(entry.state) == expected, "\(entry.name)")
    }
  }

  @Test("each goes on where it was: its stage, its purposes, its gate and whether it has finished")
  func goesOn() throws {
    let states = try kept().map { entry in
      let state = again(entry.state)
      let consent =
        state.consent.map { " \($0.purposes) \($0.isUp ? "up" : $0.isDue ? "due" : "away")" } ?? ""
      let gate = state.gate.map { $0.isSent ? " sent" : $0.isWaiting ? " waits" : " idle" } ?? ""
      return "\(entry.name): \(state.flow.stage)\(state.flow.isFinished ? " finished" : "")\(consent)\(gate)"
    }
    #expect(
      states == [
        "awaits the third level: none", "delaying: delaying", "showing pre-prompt: showingPrePrompt",
        "left once: none", "finished: shown too often: none finished",
        "requesting, gate waits: inFlight waits", "denied, owes a link, sent: none finished sent",
        "link shown: none finished sent", "before: up, asks: delaying open up",
        "waiting for consent: waitingForConsent open up", "before: refused first: none finished refused away",
        "before: reversed: none finished accepted away", "after: early: delaying open up",
        "after: early, accepted: delaying accepted away", "after: up, asks nothing: none finished open up",
        "after: rejected: none finished rejectedForLack away",
        "after: up again: none finished rejectedForLack up",
        "after: accepted at last: none finished accepted away", "called back early and believed: inFlight",
      ])
  }
}
