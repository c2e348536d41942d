import ExperimentDesign
import Inference
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
      let isToShip = recommendation.isToChoose || learntTest != nil
      return isToShip && recommendation.alike.isEmpty ? choice : nil
    case .blocked, .identical, .tooFewTrials: return nil
    }
  }

  /// How the chosen option comes into the app.
  ///
  /// - Parameter run: what a command needs to find the run.
  func ship(_ run: String) -> ReviewDocument.Step? {
    guard let chosen else { return nil }
    var step = shipping(chosen, against: recommendation.runnerUp, title: "Ship it", run: run)
    if let ignoredGoal, let metric = objective.singleMetric {
      step.text =
        "\(name(chosen)), if \(byGoal(metric)) alone counts. \(standing(of: chosen, by: ignoredGoal))"
    }
    return step
  }

  /// How the better option of a finished test comes into the app while another is still to be tested against it.
  ///
  /// - Parameter run: what a command needs to find the run.
  func shipMeanwhile(_ run: String) -> ReviewDocument.Step? {
    guard let pair = testedPair, isSettled(pair) else { return nil }
    return shipping(
      pair.better, against: pair.other, title: isShippedFirst ? "Ship it" : "Ship meanwhile", run: run)
  }

  /// The options of a finished test, where another test is recommended that is of an option which was not in it; `nil`
  /// else.
  private var testedPair: TestedPair? {
    guard [.bestGuess, .leaning].contains(recommendation.kind), !recommendation.isToChoose,
      recommendation.alike.isEmpty, learntTest == nil, !isBeneathTest
    else { return nil }
    return summary.testedPair(in: scenario)
  }

  private func isSettled(_ pair: TestedPair) -> Bool {
    pair.share.value >= Recommendation.Confidence.leastChances[1]
  }

  /// A finished test whose better option is the best of all too; `nil` where it is not, and where the test leaves it open.
  private var settledBest: TestedPair? {
    testedPair.flatMap { isSettled($0) && $0.better == recommendation.choice ? $0 : nil }
  }

  /// Whether that option is shipped before anything else is tested.
  var isShippedFirst: Bool { settledBest != nil }

  /// What to ship after a finished test, and what to test then that was not in it; `nil` where another option is the best.
  var shippedFirst: String? {
    guard let pair = settledBest, let next = recommendation.runnerUp else { return nil }
    let (better, other) = (name(pair.better), name(pair.other))
    return
      "Ship \(better): with the test of it vs \(other), it is better than \(other) in \(chanceText(pair.share)) of draws. Then A/B "
      + "test it vs \(name(next)), which was not in that test."
  }

  /// What a finished test settled while another one is recommended, behind that; empty without one.
  var meanwhile: String {
    guard let pair = testedPair else { return "" }
    let (better, other) = (name(pair.better), name(pair.other))
    let share = "in \(chanceText(pair.share)) of draws"
    return isSettled(pair)
      ? " Meanwhile ship \(better): after the test of the two it is better than \(other) \(share)."
      : " After the test of the two, \(better) is better than \(other) \(share)."
  }

  private func shipping(
    _ position: Int, against other: Int?, title: String, run: String
  ) -> ReviewDocument.Step {
    let option = outline.arms[position]
    let isOfWords = other.map { differInWordsAlone([position, $0]) } ?? false
    let text =
      isOfWords
      ? "Put its text in NSUserTrackingUsageDescription; the file has when to ask, for PromptFlow in the app."
      : "The file tells PromptFlow in the app when and how to ask."
    return ReviewDocument.Step(
      title: title, text: "\(name(position)). \(text)",
      command:
        "att-lab export \(run) --table strategy --arm \(TerminalText.shellWord(option.name)) --out strategy.json"
    )
  }
}
