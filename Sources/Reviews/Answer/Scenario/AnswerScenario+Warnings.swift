import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// What to watch out for before the recommendation is followed.
extension AnswerScenario {
  /// What changes how the answer is to be read, the weightiest first: a large loss by another goal, the file's own doubts,
  /// what the options lose and report early, and what the choice rests on.
  var warnings: [String] {
    guard let choice = recommendation.choice else { return early + cautions }
    guard recommendation.kind != .identical else {
      return early + cautions + [lostRequests].compactMap { $0 }
    }
    let reversed = reversed(choice)
    let isLarge = reversed.map { $0.loss(of: choice) ?? 0 >= Self.largeLoss } ?? false
    let fix = isFixFirst ? doubt.map { " Fix the SDK's wait first (\($0.pitfall))." } ?? "" : ""
    let goal = reversed.map { goal in
      reversal(goal, choice)
        + (goal.metric == .attributedPerInstall ? fix.isEmpty ? sdkWait(choice) : fix : "")
    }
    var warnings: [String] = []
    if recommendation.blockers.contains(where: { $0.arms.contains(choice) }) {
      warnings.append("\(name(choice)) is blocked, and ranked because of --include-noncompliant.")
    }
    if let shortWait, isByAttribution { warnings.append(shortWait) }
    if let goal, isLarge { warnings.append(goal) }
    // What is sent before people have answered may break the law.
    warnings += early
    warnings += cautions
    // What an option loses that is neither chosen nor to be tested can wait.
    let isLossFirst = losesMuch(choice) || !recommendation.isToChoose && losesMuch
    if let lostRequests, isLossFirst { warnings.append(lostRequests) }
    if let goal, !isLarge { warnings.append(goal) }
    if let fall, dependence == nil { warnings.append("\(fall).") }
    if let opponentSentence { warnings.append(opponentSentence) }
    if let lostRequests, !isLossFirst { warnings.append(lostRequests) }
    if let doubt, !isSaid(doubt), !isFixFirst {
      warnings.append("\(subject(doubt))\(sentence(doubt)) (\(doubt.pitfall)).")
    }
    if recommendation.kind != .choose, let arm = wordsWithoutEffect(choice) {
      warnings.append("The words of \(name(arm)) are assumed to change no answer: give them an odds ratio.")
    }
    return warnings
  }

  /// The share of the best option's value from which a loss stands before everything else.
  static let largeLoss = 0.5

  /// The goal by which the choice loses most; of equal losses one for which it is the last.
  private func reversed(_ choice: Int) -> GoalSummary? {
    let found = scenario.goals.filter { !$0.metric.isLoss && $0.isWorthAWarning(of: choice) }
    let largest = found.max { ($0.loss(of: choice) ?? 0) < ($1.loss(of: choice) ?? 0) }
    guard let largest, largest.loss(of: choice) ?? 0 < Self.largeLoss else { return largest }
    return found.first { $0.isLast(choice) } ?? found.first
  }

  /// Doubts of the file that have room here.
  private static let mostCautions = 2

  /// What is doubtful in the file and changes how the answer is to be read.
  ///
  /// What the objective ignores comes first, then what is about all options, the recommended one and the runner-up, and
  /// last what is about others.
  private var cautions: [String] {
    let near = [recommendation.choice, recommendation.runnerUp].map { arm in
      arm.map { outline.arms[$0].name }
    }
    func rank(_ caution: AnswerContext.Caution) -> Int {
      if caution.options.isEmpty { return caution.goal == nil ? 0 : -1 }
      return 1 + (near.firstIndex { name in name.map(caution.options.contains) ?? false } ?? near.count)
    }
    let given = (outline.context?.cautions ?? []).compactMap(shown)
    let all = (-1...near.count + 1).flatMap { place in given.filter { rank($0) == place } }
    let shown = all.prefix(Self.mostCautions).map { TerminalText.safe($0.text) }
    let more = all.count - shown.count
    guard more > 0 else { return shown }
    return shown + [
      "att-lab check has \(more) more \(more == 1 ? "warning" : "warnings") of this kind about the file."
    ]
  }

  /// A caution about another goal with the values of both; `nil` where these are the same to the margin.
  func shown(_ caution: AnswerContext.Caution) -> AnswerContext.Caution? {
    guard let goal = caution.goal, let choice = recommendation.choice,
      let own = scenario.arms[choice].objective, let other = scenario.arms[choice][goal]?.estimate,
      objective.singleMetric == .optInPerInstall
    else { return caution }
    guard abs(own.overTrials.mean - other.overTrials.mean) > numbers.margin else { return nil }
    let values = [numbers.level(own), levels(goal, [choice])[0]]
    var told = caution
    told.text =
      "With \(name(choice)), \(values[1]) \(goal.words.predicate), while \(values[0]) opt in. "
      + "To rank by that, set objective: \(goal.rawValue)."
    return told
  }

  /// The weightiest warning of the platform checks about the choice, where it is not about every option.
  ///
  /// The checks warn of it and the answer recommends it: so the answer says it too.
  var doubt: DescribedFinding? {
    guard let choice = recommendation.choice, recommendation.kind != .identical else { return nil }
    let ranked = scenario.arms.indices.filter { !(scenario.verdict?.leftOut ?? []).contains($0) }
    return outline.platform?.alike.first { finding in
      finding.waived == nil && !finding.forbids && finding.severity == .warning
        && finding.arms.contains(choice) && !ranked.allSatisfy(finding.arms.contains)
    }
  }

  /// Whether what options lose says it already.
  private func isSaid(_ finding: DescribedFinding) -> Bool { finding.pitfall == "L12" && lostRequests != nil }

  /// The options of a finding before what it says: `a and b: `, or the choice and how many more; empty where it is about the
  /// file.
  func subject(_ finding: DescribedFinding) -> String {
    let arms = finding.arms
    guard !arms.isEmpty else { return "" }
    if arms.count == outline.arms.count { return arms.count == 1 ? "" : "All options: " }
    guard arms.count > 2 else { return "\(names(arms)): " }
    let first = recommendation.choice.flatMap { arms.contains($0) ? $0 : nil } ?? arms[0]
    return "\(name(first)) and \(arms.count - 1) more: "
  }

  /// What a finding says, without the stop and without the key that a preset's value is changed by.
  func sentence(_ finding: DescribedFinding) -> String { withoutStop(finding.seen) }

  /// Another goal that the choice is not best for, with what it gives up.
  private func reversal(_ goal: GoalSummary, _ choice: Int) -> String {
    let best = goal.ranking[0]
    let values = levels(goal.metric, [best, choice])
    return goal.isLast(choice)
      ? "By \(byGoal(goal.metric)), \(name(choice)) ranks last: \(values[1]) vs \(values[0]) (see Goals)."
      : "By \(byGoal(goal.metric)), \(name(best)) is best: \(values[0]) vs \(values[1]) (see Goals)."
  }

  /// The input that attribution is lost by, as the option has it; empty where the file has no such number.
  private func sdkWait(_ arm: Int) -> String {
    let key = "attribution.wait_seconds"
    let paths = ["arms.\(outline.arms[arm].name).\(key)", key]
    guard let found = paths.lazy.compactMap({ path in outline.parameters.first { $0.path == path } }).first
    else { return "" }
    let wait = found.value.map { "\(SupportedDigits.exact($0)) s" } ?? found.knowledge.words
    return
      " This depends on how long the SDK waits for the answer: \(TerminalText.safe(found.path)), \(wait)."
  }

  /// The choice or the runner-up, where a contrast that the choice is part of rests on words without an effect.
  func wordsWithoutEffect(_ choice: Int) -> Int? { silentContrast(choice)?.arm }

  /// The contrast that shows it.
  func silentContrast(_ choice: Int) -> Contrast? {
    scenario.contrasts.map(\.contrast).first { contrast in
      contrast.assumesNoEffect && [contrast.arm, contrast.reference].contains(choice)
    }
  }

  /// An option that beats the choice more often than the runner-up does, though its mean is lower; a test is of it too.
  private var opponentSentence: String? {
    guard let runnerUp = recommendation.runnerUp, let opponent else { return nil }
    let chances = [opponent, runnerUp].map { chanceText(scenario.decision?[$0]?.best) }
    return "\(name(opponent)) is best in \(chances[0]) of draws, the runner-up in \(chances[1])"
      + (recommendation.isToChoose ? "." : ": test it too.")
  }

  /// Its position; `nil` for none.
  var opponent: Int? {
    guard [.choose, .bestGuess, .leaning].contains(recommendation.kind), recommendation.overtaken == nil,
      let runnerUp = recommendation.runnerUp, let theirs = scenario.decision?[runnerUp]?.best
    else { return nil }
    let near =
      [recommendation.choice, runnerUp].compactMap { $0 } + recommendation.twins + recommendation.tied
    let others = (scenario.decision?.arms ?? []).compactMap { arm in
      near.contains(arm.position) ? nil : arm.best.map { (arm: arm.position, chance: $0) }
    }
    guard let other = others.max(by: { $0.chance.value < $1.chance.value }) else { return nil }
    let error = (other.chance.mcse * other.chance.mcse + theirs.mcse * theirs.mcse).squareRoot()
    return other.chance.value - theirs.value > max(0.05, 2 * error) ? other.arm : nil
  }
}
