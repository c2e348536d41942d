import Foundation
import Testing

/// `scripts/parse-apple` runs the programs on the pages.
@Suite("The tutorials")
struct TutorialTests {
  /// What the library promises a tutorial for, and the page that is it.
  private static let pages = [
    "AskAtLaunch", "AskAfterOnboarding", "AskAfterTheNthEvent", "AskWithAPrePrompt",
    "WaitForTheAnswerInAttribution", "OpenConsentAfterTheAlert", "OpenConsentBeforeTheAlert",
    "LookAgainOnResume",
    "LinkToSettings",
  ]

  /// Where the pages of the library are.
  static func catalogue() -> URL {
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
}
