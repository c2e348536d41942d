import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// What to watch out for before the recommendation is followed.
extension AnswerScenario {
  /// What changes how the answer is to be read, the file's own doubts first.
  var warnings: [String] {
    guard let choice = recommendation.choice, recommendation.kind != .identical else {
      return cautions + early
    }
    var warnings = cautions + early
    if recommendation.blockers.contains(where: { $0.arms.contains(choice) }) {
      warnings.append("\(name(choice)) is blocked, and ranked because of --include-noncompliant.")
    }
    let reversed = scenario.goals.filter { $0.isWorthAWarning(of: choice) }
    let first =
      reversed.first { $0.isLast(choice) && !$0.metric.isLoss } ?? reversed.first { !$0.metric.isLoss }
    if let goal = first { warnings.append(reversal(goal, choice)) }
    if let fall, dependence == nil { warnings.append("\(fall).") }
    if let opponentSentence { warnings.append(opponentSentence) }
    if let lostRequests { warnings.append(lostRequests) }
    if let doubt, !isSaid(doubt) {
      warnings.append("\(subject(doubt))\(sentence(doubt)) (\(doubt.pitfall)).")
    }
    if recommendation.kind != .choose, let arm = wordsWithoutEffect(choice) {
      warnings.append("The words of \(name(arm)) are assumed to change no answer: give them an odds ratio.")
    }
    return warnings
  }

  /// Doubts of the file that have room here.
  private static let mostCautions = 2

  /// What is doubtful in the file and changes how the answer is to be read.
  private var cautions: [String] {
    let all = outline.context?.cautions ?? []
    let shown = all.prefix(Self.mostCautions).map { TerminalText.safe($0) }
    let more = all.count - shown.count
    guard more > 0 else { return shown }
    return shown + [
      "att-lab check has \(more) more \(more == 1 ? "warning" : "warnings") of this kind about the file."
    ]
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

  /// The options of a finding where they are few, before what it says: `a and b: `.
  func subject(_ finding: DescribedFinding) -> String {
    let isFew = (1...2).contains(finding.arms.count) && finding.arms.count < outline.arms.count
    return isFew ? "\(names(finding.arms)): " : ""
  }

  /// What a finding says, without the stop and without the key that a preset's value is changed by.
  private func sentence(_ finding: DescribedFinding) -> String {
    let words = finding.what.firstRange(of: " The preset '").map { finding.what[..<$0.lowerBound] }
    return withoutStop(words.map(String.init) ?? finding.what)
  }

  /// Another goal that the choice is not best for, with what it gives up.
  private func reversal(_ goal: GoalSummary, _ choice: Int) -> String {
    let best = goal.ranking[0]
    let values = levels(goal.metric, [best, choice])
    return goal.isLast(choice)
      ? "By \(byGoal(goal.metric)), \(name(choice)) ranks last: \(values[1]) vs \(values[0]) (see Goals)."
      : "By \(byGoal(goal.metric)), \(name(best)) is best: \(values[0]) vs \(values[1]) (see Goals)."
  }

  /// The choice or the runner-up, where a contrast that the choice is part of rests on words without an effect.
  func wordsWithoutEffect(_ choice: Int) -> Int? { silentContrast(choice)?.arm }

  /// The contrast that shows it.
  func silentContrast(_ choice: Int) -> Contrast? {
    scenario.contrasts.map(\.contrast).first { contrast in
      contrast.assumesNoEffect && [contrast.arm, contrast.reference].contains(choice)
    }
  }

  /// What part of the requests of each option shows no alert, where that is worth a word.
  func lostShares(_ arms: [Int]) -> [(arm: Int, share: String)] {
    arms.compactMap { arm in
      guard let share = scenario.arms[arm][.lostRequestsPerRequest]?.estimate?.overTrials, share.mean >= 0.01
      else { return nil }
      return (arm, AnswerNumbers.chance(share.mean))
    }
  }

  /// `50% of the requests of a`.
  func lostWords(_ lost: (arm: Int, share: String)) -> String {
    "\(lost.share) of the requests of \(name(lost.arm))"
  }

  /// What part of the requests of the choice and of the runner-up show no alert, where that is not said already.
  private var lostRequests: String? {
    let said = better == nil ? [] : recommendation.tieBreaker.map(\.arms) ?? []
    let arms = [recommendation.choice, recommendation.runnerUp].compactMap { $0 }
    let lost = lostShares(arms.filter { !said.contains($0) }).map(lostWords)
    guard !lost.isEmpty else { return nil }
    let isBesideAlert = outline.platform?.findings.contains { $0.pitfall == "L12" } ?? false
    return "\(lost.joined(separator: " and ")) are lost and show no alert\(isBesideAlert ? " (L12)" : "")."
  }

  /// An option that beats the choice more often than the runner-up does, though its mean is lower; a test is of it too.
  private var opponentSentence: String? {
    guard let runnerUp = recommendation.runnerUp, let opponent else { return nil }
    let chances = [opponent, runnerUp].map { AnswerNumbers.chance(scenario.decision?[$0]?.best) }
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
