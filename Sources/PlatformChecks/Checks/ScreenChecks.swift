import ExperimentDesign
import PromptFlow
import RuleBook

extension Inspection {
  /// Pre-prompts: L5 to L8.
  mutating func checkScreens(_ subject: ExperimentSubject) {
    for arm in subject.experiment.arms {
      guard let screen = arm.prePrompt else { continue }
      let path = "pre_prompts.\(screen.name)"
      if screen.policy.isDismissible {
        note(
          "L5 screen", ["screen": screen.name], at: subject.location("\(path).dismissible"), arm: arm.name)
        if screen.policy.maximumShows != 1 {
          let shows = screen.policy.maximumShows.map { "up to \($0) times" } ?? "without end"
          note(
            "L8 screen", ["screen": screen.name, "shows": shows], at: subject.location("\(path).max_shows"),
            arm: arm.name)
        }
      }
      if let word = ScreenWords.permissionWord(in: screen.button) {
        note(
          "L6 screen", ["button": screen.button, "word": word], at: subject.location("\(path).button"),
          arm: arm.name)
      }
      for (key, text) in [("title", screen.title), ("body", screen.body)] {
        if let words = ScreenWords.lure(in: text) {
          note(
            "L7 screen", ["key": key, "screen": screen.name, "words": words],
            at: subject.location("\(path).\(key)"), arm: arm.name)
        }
      }
    }
  }
}

/// Words that a screen before the alert must not say.
enum ScreenWords {
  /// The first word of a button that asks for the permission itself (R82).
  static func permissionWord(in title: String) -> String? {
    let stems = WordList.words("buttons that ask") + ["track"]
    return title.split { !$0.isLetter }.map(String.init).first { word in
      let word = word.lowercased()
      return word == "yes" || word == "ok" || stems.contains(where: word.hasPrefix)
    }
  }

  /// What promises something for the answer, or points at the alert's button (R84, R88).
  static func lure(in text: String) -> String? {
    WordList.words("lures").first(where: UsageText(text).contains)
      ?? text.first { "→➜➡⬇↓👇👉⇒".contains($0) }.map(String.init)
  }
}
