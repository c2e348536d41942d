import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

extension AnswerScenario {
  /// The block that is read first: what to do, the best guess, how sure it is, and what to watch out for.
  var headline: [(label: String, text: String)] {
    var lines = blockers + tracking
    lines.append(("Recommendation", advice))
    if let guess = bestGuess { lines.append(("Best guess", guess)) }
    if let confidence { lines.append(("Confidence", confidence)) }
    if !warnings.isEmpty { lines.append(("Watch out", warnings.joined(separator: " "))) }
    return lines
  }

  // MARK: - What to do

  private var advice: String {
    guard let choice = recommendation.choice else {
      return scenario.arms.allSatisfy { $0.objective == nil }
        ? "None. No trial has a value of \(objective.singleMetric?.byGoal ?? "the objective")."
        : "None yet. Every option is blocked; fix one of them, or rank them anyway with "
          + "--include-noncompliant."
    }
    let best = name(choice)
    switch recommendation.kind {
    case .blocked: return "None yet. Every option is blocked."
    case .onlyOption:
      return outline.arms.count > 1
        ? "Choose \(best), the only option that is not blocked." : "None. There is one option, \(best)."
    case .identical: return identical
    case .tooFewTrials: return tooFewTrials
    case .tie: return tie(best)
    case .choose:
      if let other = wordsWithoutEffect(choice) {
        return
          "Choose \(best) only if the words of \(name(other)) change no answer, as is assumed. Give them an "
          + "odds ratio first; a range will do."
      }
      return "Choose \(best).\(twins)"
    case .bestGuess, .leaning:
      if !recommendation.alike.isEmpty { return alike }
      if let overtaken = recommendation.overtaken {
        return
          "Choose \(best): tied with \(name(overtaken)), and the safer choice (\(safety(choice, overtaken)))."
      }
      guard let other = recommendation.runnerUp else { return "Choose \(best)." }
      return "A/B test \(best) vs \(name(other)) before you commit.\(twins)\(testUnits)"
    }
  }

  /// What hardly differs from the choice and would do as well; empty without any.
  private var twins: String {
    recommendation.twins.isEmpty ? "" : " \(names(recommendation.twins)) would do as well."
  }

  /// What is assigned to an option where installs cannot be; empty where they can.
  private var testUnits: String {
    isByRelease ? " Test them by release or language: installs of one release share one usage string." : ""
  }

  private func tie(_ best: String) -> String {
    if let goal = recommendation.tieBreaker {
      let others = names(Array(recommendation.tied.dropFirst()))
      return "Choose \(best): tied with \(others) (within \(margin) in \(tieShare) of draws), and better for "
        + "\(byGoal(goal.metric)) (\(AnswerNumbers.chance(goal.chance)) chance)."
    }
    let tie = "Tie. \(names(recommendation.tied)) are within \(margin) in \(tieShare) of draws."
    let assumed = recommendation.alike.isEmpty ? "" : " The same effect is assumed of \(bothOrAll)."
    return "\(tie)\(assumed) Choose what is simplest to build."
  }

  /// What to do about options with the same assumed effect, whose order is chance.
  private var alike: String {
    let rest = isByRelease ? " Test them by release or language, which takes more." : ""
    return
      "A/B test \(versus(recommendation.alike)) to learn which is better: the simulation cannot separate them. "
      + "It is a tie by assumption, since the same effect is assumed of \(bothOrAll)."
      + "\(marginSize())\(rest)"
  }

  /// `a vs b`, `a, b and c`.
  private func versus(_ arms: [Int]) -> String {
    arms.count == 2 ? arms.map(name).joined(separator: " vs ") : names(arms)
  }

  private var bothOrAll: String { recommendation.alike.count == 2 ? "both" : "all of them" }

  private var identical: String {
    if !recommendation.alike.isEmpty { return alike }
    guard isSameByEverything else {
      return "Tie. \(names(recommendation.tied)) are level in every trial"
        + "\(objective.singleMetric.map { " by \($0.byGoal)" } ?? ""). \(tieBreaker)"
    }
    let differInWords = Set(outline.arms.map { "\($0.usageString)|\($0.prePrompt ?? "")" }).count > 1
    return differInWords
      ? "None. These options differ only in wording, and wording has no effect until you give each an "
        + "odds_ratio (a range will do)."
      : "None. These options are the same to the model in every trial. Check that they differ as intended."
  }

  /// Whether the options that are level by the objective are so by everything that is modelled of them.
  private var isSameByEverything: Bool {
    Metric.allCases.allSatisfy { metric in
      Set(recommendation.tied.map { scenario.arms[$0][metric]?.estimate?.overTrials.mean }).count <= 1
    }
  }

  private var tooFewTrials: String {
    guard !outline.isGoingOn else { return "Too few trials to say yet. More are on their way." }
    guard let trials = moreTrials else {
      return "Too few trials to say, and more would hardly help. Raise the margin."
    }
    let time = moreSeconds.map { " (\($0))" } ?? ""
    return "Too few trials to say. First run \(SupportedDigits.grouped(trials))\(time): "
      + "\(again.command) --trials \(trials)"
  }

  /// Trials that would do, rounded up to two digits; `nil` where there are enough, or no number would do.
  var moreTrials: Int? {
    guard recommendation.kind == .tooFewTrials, !outline.isGoingOn,
      let needed = recommendation.trialsNeeded, needed < 10_000_000
    else { return nil }
    var step = 1
    while needed / step >= 100 { step *= 10 }
    return (needed + step - 1) / step * step
  }

  private var tieShare: String { recommendation.tieShare.map { AnswerNumbers.chance($0) } ?? "all" }

  /// What to choose by where options are level: another goal that tells them apart, else what they cost.
  private var tieBreaker: String {
    let isConsentModelled = outline.context?.hasConsentLayer ?? false
    for goal in scenario.goals where !(isConsentModelled && goal.metric == .optInPerInstall) {
      let ranked = goal.ranking.filter(recommendation.tied.contains)
      guard let best = ranked.first, !(goal.isTie && recommendation.tied.allSatisfy(goal.tied.contains)),
        goal.chances[best]?.value ?? 0 >= Recommendation.mostly
      else { continue }
      return "Choose by \(byGoal(goal.metric)): \(name(best)) is best there."
    }
    return "Choose what is simplest to build."
  }

  private func safety(_ arm: Int, _ other: Int) -> String {
    let models = (scenario.alternatives ?? []).filter { $0.outcome != .open }
    let own = models.count { $0.best == arm }
    let theirs = models.count { $0.best == other }
    if own > theirs, own > 0 {
      return "best in \(own) of \(models.count) alternative \(models.count == 1 ? "model" : "models")"
    }
    let chances = [arm, other].map { AnswerNumbers.chance(scenario.decision?[$0]?.best) }
    return "more often best, \(chances[0]) vs \(chances[1])"
  }

  // MARK: - The best guess, and how sure it is

  private var bestGuess: String? {
    guard let choice = recommendation.choice, recommendation.kind != .identical,
      let level = scenario.arms[choice].objective
    else { return nil }
    let what = objective.singleMetric?.words.predicate ?? "is its objective"
    let subject = recommendation.alike.isEmpty ? name(choice) : either(recommendation.alike)
    var text = "\(subject): \(numbers.level(level)) \(what)"
    if let lead = recommendation.lead, let other = recommendation.runnerUp,
      recommendation.kind != .onlyOption,
      recommendation.alike.isEmpty
    {
      let direction = lead.overTrials.mean < 0 ? "less" : "more"
      let than =
        outline.arms.count - (scenario.verdict?.leftOut.count ?? 0) > 2 ? "the runner-up" : name(other)
      text += ", \(numbers.difference(lead)) \(direction) than \(than)"
    }
    return text + "."
  }

  private var confidence: String? {
    // Options that tie are equally good, however often one of them is a hair ahead.
    guard recommendation.kind != .tie || recommendation.isTieOfPair, let choice = recommendation.choice,
      recommendation.kind != .choose || wordsWithoutEffect(choice) == nil,
      let level = recommendation.confidence,
      let chance = recommendation.chance
    else { return nil }
    func text(_ subject: String) -> String {
      var text = "\(Self.word(level)). \(AnswerNumbers.chance(chance)) chance that \(subject) is best"
      // The lead of one of several together says nothing.
      if recommendation.alike.isEmpty, recommendation.kind != .tie, let lead = recommendation.lead,
        let range = numbers.range(lead, isLoss: objective.lessIsBetter)
      {
        text += "; 90% range of its lead \(range)"
      }
      return text + "."
    }
    let together = recommendation.kind == .tie ? recommendation.tied : recommendation.alike
    // That one of all options is best says nothing.
    let judged = outline.arms.count - (scenario.verdict?.leftOut.count ?? 0)
    guard together.isEmpty else { return together.count < judged ? text(either(together)) : nil }
    let full = text(([choice] + recommendation.twins).map(name).joined(separator: " or "))
    // The line above names it, and a long name would take a second line here.
    return full.count > Self.widthOfHeadline && recommendation.twins.isEmpty ? text("it") : full
  }

  /// `a or b`, `one of 3`.
  private func either(_ arms: [Int]) -> String {
    arms.count > 3 ? "one of \(arms.count)" : arms.map(name).joined(separator: " or ")
  }

  /// Columns of a line of the headline, behind its label.
  private static let widthOfHeadline = 82

  private static func word(_ confidence: Recommendation.Confidence) -> String {
    switch confidence {
    case .high: "High"
    case .medium: "Medium"
    case .low: "Low"
    }
  }

  // MARK: - What to watch out for

  private var warnings: [String] {
    guard let choice = recommendation.choice, recommendation.kind != .identical else { return early }
    var warnings = early
    if recommendation.blockers.contains(where: { $0.arms.contains(choice) }) {
      warnings.append("\(name(choice)) is blocked, and ranked because of --include-noncompliant.")
    }
    let reversed = scenario.goals.filter { $0.isWorthAWarning(of: choice) }
    let first =
      reversed.first { $0.isLast(choice) && !$0.metric.isLoss } ?? reversed.first { !$0.metric.isLoss }
    if let goal = first { warnings.append(reversal(goal, choice)) }
    if let model = recommendation.fallsUnder.first,
      let alternative = scenario.alternatives?.first(where: { $0.model == model })
    {
      warnings.append("\(name(alternative.best)) is best if \(model.condition).")
    }
    if let opponent { warnings.append(opponent) }
    if let lostRequests { warnings.append(lostRequests) }
    if recommendation.kind != .choose, let arm = wordsWithoutEffect(choice) {
      warnings.append("The words of \(name(arm)) are assumed to change no answer: give them an odds ratio.")
    }
    return warnings
  }

  /// Another goal that the choice is not best for, with what it gives up.
  private func reversal(_ goal: GoalSummary, _ choice: Int) -> String {
    let best = goal.ranking[0]
    let values = AnswerNumbers(unit: goal.metric.unit, margin: 0).levels(
      [best, choice].map { scenario.arms[$0][goal.metric]?.estimate })
    return goal.isLast(choice)
      ? "By \(byGoal(goal.metric)), \(name(choice)) ranks last: \(values[1]) vs \(values[0]) (see Goals)."
      : "By \(byGoal(goal.metric)), \(name(best)) is best: \(values[0]) vs \(values[1]) (see Goals)."
  }

  /// The choice or the runner-up, where a contrast that the choice is part of rests on words without an effect.
  private func wordsWithoutEffect(_ choice: Int) -> Int? { silentContrast(choice)?.arm }

  /// The contrast that shows it.
  func silentContrast(_ choice: Int) -> Contrast? {
    scenario.contrasts.map(\.contrast).first { contrast in
      contrast.assumesNoEffect && [contrast.arm, contrast.reference].contains(choice)
    }
  }

  /// What part of the requests of the choice and of the runner-up show no alert, where that is worth a word.
  private var lostRequests: String? {
    let lost = [recommendation.choice, recommendation.runnerUp].compactMap { $0 }.compactMap {
      arm -> String? in
      guard let share = scenario.arms[arm][.lostRequestsPerRequest]?.estimate?.overTrials, share.mean >= 0.01
      else { return nil }
      let text = AnswerNumbers.chance(MonteCarloNumber(value: share.mean, mcse: 0))
      return "\(text) of the requests of \(name(arm))"
    }
    guard !lost.isEmpty else { return nil }
    let isBesideAlert = outline.platform?.findings.contains { $0.pitfall == "L12" } ?? false
    return "\(lost.joined(separator: " and ")) are lost and show no alert\(isBesideAlert ? " (L12)" : "")."
  }

  /// An option that beats the choice more often than the runner-up does, though its mean is lower.
  private var opponent: String? {
    if let third {
      return "\(name(third.arm)) is best in \(AnswerNumbers.chance(third.chance)) of draws: test it too."
    }
    guard [.choose, .bestGuess, .leaning].contains(recommendation.kind), recommendation.overtaken == nil,
      let runnerUp = recommendation.runnerUp, let decision = scenario.decision,
      let theirs = decision[runnerUp]?.best
    else { return nil }
    let near = [recommendation.choice, runnerUp].compactMap { $0 } + recommendation.twins
    guard let other = strongest(besides: near) else { return nil }
    let error = (other.chance.mcse * other.chance.mcse + theirs.mcse * theirs.mcse).squareRoot()
    guard other.chance.value - theirs.value > max(0.05, 2 * error) else { return nil }
    return "\(name(other.arm)) is best in \(AnswerNumbers.chance(other.chance)) of draws, the runner-up in "
      + "\(AnswerNumbers.chance(theirs)): test it too."
  }

  /// What may be better than two options that tie with one another alone; `nil` where nothing often is.
  var third: (arm: Int, chance: MonteCarloNumber)? {
    guard recommendation.isTieOfPair, let other = strongest(besides: recommendation.tied),
      other.chance.value > max(0.05, 2 * other.chance.mcse)
    else { return nil }
    return other
  }

  /// The option that is most often best of those besides some.
  private func strongest(besides near: [Int]) -> (arm: Int, chance: MonteCarloNumber)? {
    (scenario.decision?.arms ?? []).compactMap { arm in
      near.contains(arm.position) ? nil : arm.best.map { (arm: arm.position, chance: $0) }
    }
    .max { $0.chance.value < $1.chance.value }
  }
}
