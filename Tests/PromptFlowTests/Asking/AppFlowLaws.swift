import PromptFlow
import Testing

@Suite("What holds of an app's asking after any order of events")
struct AppFlowLaws {
  private static let seeds = Array(UInt64(1)...20)

  /// A life in which no answer is forgotten and no way to Settings shown.
  private func life(_ seed: UInt64) throws -> [Step<AppFlow>] {
    try Machines.flow.life(
      seed: seed,
      given: ["hook": ["did_become_active", "view_appeared", "did_finish_launching"][Int(seed % 3)]],
      besides: ["question_open", "take_settings_link"])
  }

  @Test("R29, R109: an app that is done asks no more, whatever happens", arguments: seeds)
  func done(seed: UInt64) throws {
    let late = try life(seed).drop { !$0.before.hasFinishedAsking }
    #expect(late.allSatisfy { ["none", "ask_now"].contains($0.action) })
  }

  @Test("R142: an ask begins only where none is pending", arguments: seeds)
  func onePending(seed: UInt64) throws {
    #expect(try life(seed).allSatisfy { $0.action != "start_delay" || $0.before.stage == .none })
  }

  @Test("R146: nothing is asked before the moment has come, and one that has come stays", arguments: seeds)
  func notBeforeTheMoment(seed: UInt64) throws {
    let wrong = try life(seed).filter { step in
      !step.after.hasTriggered && (step.action != "none" || step.before.hasTriggered)
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "R89, R92: a pre-prompt shows neither too often, nor once continued, nor where no alert can follow",
    arguments: seeds)
  func prePrompts(seed: UInt64) throws {
    let wrong = try life(seed).filter { step in
      guard step.action == "show_pre_prompt" else { return false }
      let limit = step.before.strategy.prePrompt?.maximumShows ?? .max
      return step.after.prePromptShows > limit || step.before.hasContinuedPrePrompt
        || !step.event.contains(" not_determined free ")
    }
    #expect(wrong.isEmpty)
  }

  @Test("R101, R112: nothing goes ahead while the consent layer waits", arguments: seeds)
  func heldBack(seed: UInt64) throws {
    let wrong = try life(seed).filter {
      $0.event.hasSuffix(" held_back") && ["request", "show_pre_prompt"].contains($0.action)
    }
    #expect(wrong.isEmpty)
  }
}
