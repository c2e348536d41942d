import FlowRehearsal
import Foundation
import PromptFlow
import Testing

@Suite("The setups of the tutorials")
struct TutorialTests {
  private let articleRead: CountedEvent = "article_read"

  private func asked(_ setup: FlowSetup, _ live: (inout Rehearsal) -> Void) -> Rehearsal {
    var life = Rehearsal(setup)
    life.launch()
    live(&life)
    return life
  }

  @Test("each tutorial reaches the alert at its moment, and not before")
  func moments() {
    let launch = asked(FlowSetup(asking: .launch, delaySeconds: 1)) {
      $0.wait(1)
    }
    let onboarding = asked(FlowSetup(asking: .onboarding)) {
      $0.completeOnboarding()
      $0.wait(0)
    }
    let third = asked(FlowSetup(asking: .event(articleRead, count: 3))) { life in
      for _ in 0..<3 { life.record(articleRead) }
      life.wait(0)
    }
    let primed = asked(FlowSetup(asking: .launch, prePrompt: PrePromptPolicy())) {
      $0.wait(0)
      $0.continuePrePrompt()
    }
    let before = asked(FlowSetup(asking: .launch, consent: FlowSetup.ConsentSetup(order: .beforeATT))) {
      $0.wait(0)
      $0.send(.consentEnded(isAccepted: true))
      $0.wait(0)
    }
    let all = [launch, onboarding, third, primed, before]
    #expect(all.map(\.system.presented) == Array(repeating: .tracking, count: all.count))
  }

  @Test("the link to Settings is offered after a denial only")
  func settings() {
    let denied = asked(FlowSetup(asking: .launch, settingsLink: .inPreferences)) {
      $0.wait(0)
      $0.answer(.deny)
    }
    let allowed = asked(FlowSetup(asking: .launch, settingsLink: .inPreferences)) {
      $0.wait(0)
      $0.answer(.allow)
    }
    #expect(denied.session.offersSettingsRow && !allowed.session.offersSettingsRow)
  }

  /// What the library promises a tutorial for, and the page that is it.
  private static let pages = [
    "AskAtLaunch", "AskAfterOnboarding", "AskAfterTheNthEvent", "AskWithAPrePrompt",
    "WaitForTheAnswerInAttribution", "OpenConsentAfterTheAlert", "OpenConsentBeforeTheAlert",
    "LookAgainOnResume",
    "LinkToSettings",
  ]

  private static func catalogue() -> URL {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent("Sources/PromptFlow/PromptFlow.docc")
  }

  @Test("each page shows its case in SwiftUI and in UIKit, as a program to try, and what can go wrong")
  func complete() throws {
    var missing: [String] = []
    let front = try String(
      contentsOf: Self.catalogue().appendingPathComponent("PromptFlow.md"), encoding: .utf8)
    for page in Self.pages {
      if !front.contains("- <doc:\(page)>") { missing.append("\(page) on the front page") }
      let file = Self.catalogue().appendingPathComponent("Tutorials/\(page).md")
      let text = try String(contentsOf: file, encoding: .utf8)
      for part in ["In SwiftUI", "In UIKit", "Try it without a device", "What can go wrong"]
      where !text.contains("\n## \(part)\n") {
        missing.append("\(part) of \(page)")
      }
      for line in [
        "import SwiftUI", "import UIKit", "@main", "precondition(", "UIWindowSceneDelegate",
        "configuration.delegateClass = SceneDelegate.self",
      ] where !text.contains(line) {
        missing.append("\(line) of \(page)")
      }
    }
    #expect(missing == [])
  }

  @Test("the strategies on the pages are those tested: each stands in this file too")
  func sync() throws {
    let test = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    var strategies: Set<String> = []
    for page in Self.pages {
      let file = Self.catalogue().appendingPathComponent("Tutorials/\(page).md")
      let text = try String(contentsOf: file, encoding: .utf8)
        .replacing(".articleRead", with: "articleRead").replacing("(article,", with: "(articleRead,")
      strategies.formUnion(
        text.matches(
          of: /asking: (?:\.event\(\w+, count: \d+\)|\.\w+)(?:, (?:prePrompt|settingsLink): \.?\w+(?:\(\))?)?/
        ).map { String($0.output) })
    }
    #expect(strategies.count == 5)
    #expect(strategies.filter { !test.contains($0) } == [])
  }
}
