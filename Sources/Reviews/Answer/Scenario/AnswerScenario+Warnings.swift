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
    guard let choice = recommendation.choice else { return cautions + early }
    guard recommendation.kind != .identical else {
      return cautions + [lostRequests].compactMap { $0 } + early
    }
    let reversed = reversed(choice)
    let isLarge = reversed.map { $0.loss(of: choice) ?? 0 >= Self.largeLoss } ?? false
    let fix = isFixFirst ? doubt.map { " Fix the SDK's wait first (\($0.pitfall))." } ?? "" : ""
    let goal = reversed.map { reversal($0, choice) + ($0.metric == .attributedPerInstall ? fix : "") }
    var warnings = [isLarge ? goal : nil].compactMap { $0 } + cautions
    if recommendation.blockers.contains(where: { $0.arms.contains(choice) }) {
      warnings.append("\(name(choice)) is blocked, and ranked because of --include-noncompliant.")
    }
    if let lostRequests, losesManyRequests { warnings.append(lostRequests) }
    warnings += early
    if let goal, !isLarge { warnings.append(goal) }
    if let fall, dependence == nil { warnings.append("\(fall).") }
    if let opponentSentence { warnings.append(opponentSentence) }
    if let lostRequests, !losesManyRequests { warnings.append(lostRequests) }
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
  func sentence(_ finding: DescribedFinding) -> String {
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
    let lost = lostShares(losers).map(lostWords)
    guard !lost.isEmpty else { return nil }
    let isBesideAlert = outline.platform?.findings.contains { $0.pitfall == "L12" } ?? false
    let fix =
      " They need another request: ask when no other alert is up, at another moment or in a later session."
    return "\(lost.joined(separator: " and ")) are lost and show no alert\(isBesideAlert ? " (L12)" : "")."
      + (losesManyRequests && isBesideAlert ? fix : "")
  }

  /// The choice and the runner-up, where what they lose is not said already.
  private var losers: [Int] {
    let said = better == nil ? [] : recommendation.tieBreaker.map(\.arms) ?? []
    return [recommendation.choice, recommendation.runnerUp].compactMap { $0 }.filter { !said.contains($0) }
  }

  /// Whether one of them loses enough requests for another moment to be worth it.
  private var losesManyRequests: Bool {
    losers.contains { arm in
      let share = scenario.arms[arm][.lostRequestsPerRequest]?.estimate?.overTrials.mean
      return share.map { $0 >= Self.materialLoss } ?? false
    }
  }

  /// The share of requests from which a loss is worth another moment.
  private static let materialLoss = 0.1

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
