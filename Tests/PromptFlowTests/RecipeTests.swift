import Foundation
import PromptFlow
import Testing

@Suite("The setups of the articles")
struct RecipeTests {
  private let article = EventKind(rawValue: 0)

  private func asked(_ setup: FlowSetup, _ live: (inout Rehearsal) -> Void) -> Rehearsal {
    var life = Rehearsal(setup)
    life.launch()
    live(&life)
    return life
  }

  @Test("each recipe comes to the alert at its moment, and not before")
  func moments() {
    let policy = PrePromptPolicy(isDismissible: false, cooldownSessions: 1, maximumShows: nil)
    let launch = asked(FlowSetup(strategy: PromptStrategy(trigger: .launch), delaySeconds: 1)) {
      $0.wait(1)
    }
    let onboarding = asked(FlowSetup(strategy: PromptStrategy(trigger: .onboarding))) {
      $0.send(.onboardingCompleted)
      $0.wait(0)
    }
    let third = asked(FlowSetup(strategy: PromptStrategy(trigger: .event(article, count: 3)))) { life in
      for _ in 0..<3 { life.send(.eventEnded(article)) }
      life.wait(0)
    }
    let primed = asked(FlowSetup(strategy: PromptStrategy(trigger: .launch, prePrompt: policy))) {
      $0.wait(0)
      $0.send(.prePromptEnded(.continued))
    }
    let before = asked(
      FlowSetup(
        strategy: PromptStrategy(trigger: .launch), consent: FlowSetup.ConsentSetup(order: .beforeATT))
    ) {
      $0.wait(0)
      $0.send(.consentEnded(isAccepted: true))
      $0.wait(0)
    }
    let all = [launch, onboarding, third, primed, before]
    #expect(all.map(\.system.presented) == Array(repeating: .tracking, count: all.count))
  }

  @Test("the link to Settings is offered after a denial only")
  func settings() {
    let strategy = PromptStrategy(trigger: .launch, settingsLink: .inPreferences)
    let denied = asked(FlowSetup(strategy: strategy)) {
      $0.wait(0)
      $0.answer(.deny)
    }
    let allowed = asked(FlowSetup(strategy: strategy)) {
      $0.wait(0)
      $0.answer(.allow)
    }
    #expect(denied.session.offersSettingsRow && !allowed.session.offersSettingsRow)
  }

  @Test("the setups in the articles are those tested: each line stands in this folder's tests too")
  func sync() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appendingPathComponent("Sources/PromptFlow/PromptFlow.docc/Recipes.md")
    let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let test = String(decoding: try Data(contentsOf: here), as: UTF8.self)
    // Every strategy of a recipe, by its text.
    let strategies = text.matches(of: /PromptStrategy\(trigger: .+?\)(?=[,)]|\n)/).map { String($0.output) }
    #expect(strategies.count >= 7)
    let missing = strategies.filter { !test.contains($0) }
    #expect(missing.isEmpty)
  }
}
