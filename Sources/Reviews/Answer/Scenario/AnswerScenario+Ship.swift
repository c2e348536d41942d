import ExperimentDesign
import Rendering
import Studies

/// What a clear answer says to do next.
extension AnswerScenario {
  /// The option that the recommendation names to be chosen without a test; `nil` where it leaves that open, or something
  /// stands against it.
  private var chosen: Int? {
    guard let choice = recommendation.choice,
      !recommendation.blockers.contains(where: { $0.arms.contains(choice) })
    else { return nil }
    switch recommendation.kind {
    case .onlyOption: return outline.arms.count > 1 ? choice : nil
    case .choose: return wordsWithoutEffect(choice) == nil ? choice : nil
    case .tie:
      let isSettled = recommendation.tieBreaker?.arms.count == 1
      return isSettled || differInWordsAlone(recommendation.tied) && recommendation.alike.isEmpty
        ? choice : nil
    case .bestGuess, .leaning:
      return recommendation.isToChoose && recommendation.alike.isEmpty ? choice : nil
    case .blocked, .identical, .tooFewTrials: return nil
    }
  }

  /// How the chosen option comes into the app.
  ///
  /// - Parameter run: what a command needs to find the run.
  func ship(_ run: String) -> ReviewDocument.Step? {
    guard let chosen else { return nil }
    let option = outline.arms[chosen]
    let isOfWords = recommendation.runnerUp.map { differInWordsAlone([chosen, $0]) } ?? false
    let text =
      isOfWords
      ? "Put its text in NSUserTrackingUsageDescription; the file has when to ask, for PromptFlow in the app."
      : "The file has when and how to ask, for PromptFlow in the app."
    return ReviewDocument.Step(
      title: "Ship it", text: "\(name(chosen)). \(text)",
      command:
        "att-lab export \(run) --table strategy --arm \(TerminalText.shellWord(option.name)) --out strategy.json"
    )
  }
}
