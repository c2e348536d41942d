import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

extension AnswerScenario {
  /// The block that is read first: what to do, the best guess, and how sure it is; what to watch out for follows it.
  var headline: [(label: String, text: String)] {
    var lines = blockers + tracking
    lines.append(("Recommendation", advice))
    if let guess = bestGuess { lines.append(("Best guess", guess)) }
    if let confidence { lines.append(("Confidence", confidence)) }
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
      if let goal = recommendation.tieBreaker, goal.arms.count == 1 {
        return "Choose \(best): \(tiedAndBetter(goal))"
      }
      return "Choose \(best).\(settled(choice))\(twins)\(settledByTest)"
    case .bestGuess, .leaning:
      if !recommendation.alike.isEmpty { return alike }
      guard let other = recommendation.runnerUp else { return "Choose \(best)." }
      if let overtaken = recommendation.overtaken, recommendation.isToChoose {
        return
          "Choose \(best): tied with \(name(overtaken)), and the safer choice (\(safety(choice, overtaken)))."
      }
      if let instead = tested ?? shippedFirst ?? untestedWords ?? untested { return instead }
      let why = dependence.map { ": \($0)." } ?? "."
      return "A/B test \(best) vs \(name(other)) before you commit\(why)\(reason(choice))\(twins)\(testUnits)"
        + meanwhile
    }
  }

  /// The alternative model that alone speaks for a test of a choice which is nearly always best: which option is best if it
  /// is true; `nil` for none.
  var dependence: String? {
    guard [.bestGuess, .leaning].contains(recommendation.kind), recommendation.alike.isEmpty,
      !recommendation.isToChoose,
      recommendation.confidence == .high
    else { return nil }
    return fall
  }

  /// Which option is best under the first alternative model in which it is not the choice; `nil` for none.
  var fall: String? {
    guard let model = recommendation.fallsUnder.first(where: { !isRefuted($0) }),
      let alternative = scenario.alternatives?.first(where: { $0.model == model })
    else { return nil }
    return "\(name(alternative.best)) is best if \(model.condition)"
  }

  /// Whether what has been measured speaks against an alternative model: its value lies outside of the input's 90% range.
  private func isRefuted(_ model: AlternativeModel) -> Bool {
    guard let assumed = model.assumedValue,
      outline.parameters.contains(where: { $0.path == assumed.path && $0.evidence.grade == .measured })
    else { return false }
    let ends = summary.inputQuantiles.filter { $0.path == assumed.path }.map(\.value)
    guard let low = ends.min(), let high = ends.max() else { return false }
    return assumed.value < low || assumed.value > high
  }

  /// Why the choice is tested and not what is as good on average; empty where nothing is.
  private func reason(_ choice: Int) -> String {
    if recommendation.tieBreaker != nil { return settled(choice) }
    guard let overtaken = recommendation.overtaken else { return "" }
    return " Until then \(name(choice)) is the safer choice (\(safety(choice, overtaken)))."
  }

  /// What hardly differs from the choice and would do as well; empty without any, and where another goal chooses.
  private var twins: String {
    recommendation.twins.isEmpty || recommendation.tieBreaker != nil
      ? "" : " \(names(recommendation.twins)) would do as well."
  }

  /// Which goal chooses among options that the objective cannot separate, as a sentence; empty where none does.
  private func settled(_ choice: Int) -> String {
    guard let goal = recommendation.tieBreaker else { return "" }
    guard goal.arms.count > 1 else { return " \(name(choice)) is \(tiedAndBetter(goal))" }
    let others = recommendation.twins.filter { !goal.arms.contains($0) }
    return " Tied with \(names(others)), \(names(goal.arms)) are better for \(byGoal(goal.metric)) "
      + "(\(chanceText(goal.chance)) chance)."
  }

  /// What is assigned to an option where installs cannot be; empty where they can.
  private var testUnits: String {
    isByRelease ? " Test them by release or language: installs of one release share one usage string." : ""
  }

  private func tie(_ best: String) -> String {
    if let goal = recommendation.tieBreaker, goal.arms.count == 1 {
      return "Choose \(best): \(tiedAndBetter(goal))"
    }
    let tie = "Tie. \(names(recommendation.tied)) are within \(margin) in \(tieShare) of draws."
    let assumed = recommendation.alike.isEmpty ? "" : " The same effect is assumed of \(bothOrAll)."
    return "\(tie)\(assumed) \(better ?? cheapest(recommendation.tied))"
  }

  /// What to choose by where no goal tells options apart: what they cost to build, and the words where they cost the same.
  func cheapest(_ arms: [Int]) -> String {
    // What is simplest to build asks beside the other alert.
    if arms.contains(where: losesMuch) {
      return allLoseMuch(arms)
        ? "First ask when no other alert is up: that gains more than the choice between them."
        : "Choose one that loses few requests: \(names(arms.filter { !losesMuch($0) }))."
    }
    guard differInWordsAlone(arms) else { return "Choose what is simplest to build." }
    guard recommendation.alike.isEmpty, let choice = recommendation.choice else {
      return "Choose the text that says most plainly what the data are for."
    }
    return "Choose \(name(choice)): it is at least as good on average, and no text costs more to build."
  }

  /// What to do in place of a test of two usage strings that is not worth it; `nil` where anything else is compared.
  private var untestedWords: String? {
    guard isBeneathTest, let choice = recommendation.choice, let other = recommendation.runnerUp,
      differInWordsAlone([choice, other]), let lead = recommendation.lead
    else { return nil }
    return
      "Choose \(name(choice)): it leads \(name(other)) by \(numbers.difference(lead)) on average, and no text costs "
      + "more to build. Telling them apart takes releases or languages, and the lead is too little for that."
  }

  /// Whether options ask at one moment behind one screen, so that nothing but the usage string is left to choose.
  func differInWordsAlone(_ arms: [Int]) -> Bool {
    let own = arms.map { outline.arms[$0] }
    return Set(own.map(\.usageString)).count > 1 && Set(own.map(\.ask)).count == 1
      && Set(own.map(\.prePrompt)).count == 1
  }

  /// The end of a sentence on what a goal settles.
  ///
  /// `tied with b (within 0.5 pp in 91% of draws), and better for … (95% chance).`
  private func tiedAndBetter(_ goal: Recommendation.TieBreaker) -> String {
    let isTwin = recommendation.tied.isEmpty
    let others = isTwin ? recommendation.twins : Array(recommendation.tied.dropFirst())
    let share = isTwin || recommendation.tieShare == nil ? "" : " (within \(margin) in \(tieShare) of draws)"
    return "tied with \(names(others))\(share), and better for \(byGoal(goal.metric)) "
      + "(\(chanceText(goal.chance)) chance)."
  }

  /// Several of the options that tie, which are better than the others for another goal; `nil` for none.
  ///
  /// What they gain is counted with the requests they lose, which is said in the same breath.
  var better: String? {
    guard let goal = recommendation.tieBreaker, goal.arms.count > 1 else { return nil }
    let others = recommendation.tied.filter { !goal.arms.contains($0) }
    guard
      let other = scenario.goals.first(where: { $0.metric == goal.metric })?.ranking.first(
        where: others.contains)
    else { return nil }
    let levels = levels(goal.metric, [goal.arms[0], other])
    let lost = lostShares(goal.arms)
    let subject =
      lost.count == goal.arms.count
      ? "\(lost.map(\.share).inProse) of their requests" : lost.map(lostWords).inProse
    return "By \(byGoal(goal.metric)), \(names(goal.arms)) are better (\(levels[0]) vs \(levels[1]))"
      + (lost.isEmpty
        ? "." : ", although \(subject) are lost\(lost.contains { losesMuch($0.arm) } ? "" : " at first").")
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
  func versus(_ arms: [Int]) -> String {
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
    let trials: Int
    switch lackOfTrials {
    case .onTheirWay?: return "Too few trials to say yet. More are on their way."
    case .enough(let enough)?: trials = enough
    case .endless?, nil: return "Too few trials to say, and more would hardly help. Raise the margin."
    }
    let time = moreSeconds.map { " (\($0))" } ?? ""
    return "Too few trials to say. First run \(SupportedDigits.grouped(trials))\(time): "
      + "\(again.command) --trials \(trials)"
  }

  /// What helps where there are too few trials.
  private enum LackOfTrials {
    /// The run is still being simulated.
    case onTheirWay
    /// Trials that would do, rounded up to two digits.
    case enough(Int)
    /// No number of trials would do.
    case endless
  }

  /// `nil` where there are enough.
  private var lackOfTrials: LackOfTrials? {
    guard recommendation.kind == .tooFewTrials else { return nil }
    if outline.isGoingOn { return .onTheirWay }
    guard let needed = recommendation.trialsNeeded, needed < 10_000_000 else { return .endless }
    return .enough(twoDigitsUp(Double(needed)))
  }

  /// Trials that would do, rounded up to two digits; `nil` where there are enough, or no number would do.
  var moreTrials: Int? { if case .enough(let trials)? = lackOfTrials { trials } else { nil } }

  private var tieShare: String { recommendation.tieShare.map { AnswerNumbers.chance($0) } ?? "all" }

  /// What to choose by where options are level: another goal that tells them apart, else what they cost.
  private var tieBreaker: String {
    choice(among: recommendation.tied) ?? cheapest(recommendation.tied)
  }

  /// Which of some options to choose by another goal that tells them apart; `nil` where none does.
  func choice(among arms: [Int]) -> String? {
    let isConsentModelled = outline.context?.hasConsentLayer ?? false
    for goal in scenario.goals where !(isConsentModelled && goal.metric == .optInPerInstall) {
      let ranked = goal.ranking.filter(arms.contains)
      guard let best = ranked.first, !(goal.isTie && arms.allSatisfy(goal.tied.contains)),
        goal.chances[best]?.value ?? 0 >= Recommendation.mostly
      else { continue }
      return "Choose by \(byGoal(goal.metric)): \(name(best)) is best there."
    }
    return nil
  }

  private func safety(_ arm: Int, _ other: Int) -> String {
    let models = (scenario.alternatives ?? []).filter { $0.outcome != .open }
    let own = models.count { $0.best == arm }
    let theirs = models.count { $0.best == other }
    if own > theirs, own > 0 {
      return "best in \(own) of \(models.count) alternative \(models.count == 1 ? "model" : "models")"
    }
    let chances = [arm, other].map { chanceText(scenario.decision?[$0]?.best) }
    return "more often best, \(chances[0]) vs \(chances[1])"
  }

  // MARK: - The best guess, and how sure it is

  private var bestGuess: String? {
    guard let choice = recommendation.choice, recommendation.kind != .identical,
      let level = scenario.arms[choice].objective
    else { return nil }
    let what = objective.singleMetric?.words.predicate ?? "is its objective"
    let better = recommendation.tieBreaker.map(\.arms) ?? []
    let group = recommendation.alike.isEmpty ? better : recommendation.alike
    var text = "\(group.count > 1 ? either(group) : name(choice)): \(numbers.level(level)) \(what)"
    if let lead = recommendation.lead, let other = recommendation.runnerUp,
      recommendation.kind != .onlyOption, group.count < 2
    {
      let size = numbers.difference(lead)
      let rival = rival(other, of: choice)
      // Of a lead that rounds to nothing no side is said: a tie is broken by another goal.
      text +=
        size.hasPrefix("<")
        ? ", \(size) apart from \(rival)"
        : ", \(size) \(lead.overTrials.mean < 0 ? "less" : "more") than \(rival)"
    }
    return text + "."
  }

  /// What a lead is over: the runner-up, by that word alone where the two have the first rows of the table.
  func rival(_ other: Int, of choice: Int) -> String {
    let isOneOfMany = outline.arms.count - (scenario.verdict?.leftOut.count ?? 0) > 2
    let isNext = Array(rowOrder.prefix(2)) == [choice, other]
    return isNext && isOneOfMany ? "the runner-up" : name(other)
  }

  private var confidence: String? {
    // Options that tie are equally good, however often one of them is a hair ahead.
    guard recommendation.kind != .tie || recommendation.isTieOfPair, let choice = recommendation.choice,
      recommendation.kind != .choose || wordsWithoutEffect(choice) == nil,
      let level = recommendation.confidence,
      let chance = recommendation.chance
    else { return nil }
    let together = peers
    func text(_ subject: String) -> String {
      let isBest = "\(chanceText(chance)) chance that \(subject) is best"
      if let little {
        return "Little can be lost: \(little) on average to whichever option turns out best. \(isBest)."
      }
      var text = "\(Self.word(level))\(alone)\(ifExact). \(isBest)"
      // The lead of one of several together says nothing, but over one that is none of them.
      if recommendation.alike.isEmpty, recommendation.kind != .tie, let lead = recommendation.lead,
        let range = numbers.range(lead, isLoss: objective.lessIsBetter)
      {
        text += "; 90% range of \(together.isEmpty ? "its" : "the") lead \(range)"
      }
      return text + "."
    }
    // That one of all options is best says nothing.
    let judged = outline.arms.count - (scenario.verdict?.leftOut.count ?? 0)
    guard together.isEmpty else { return together.count < judged ? text(either(together)) : nil }
    let full = text(either([choice] + recommendation.twins))
    // The line above names it, and a long name would take a second line here.
    let isNamed = little != nil || !recommendation.twins.isEmpty || !ifExact.isEmpty
    return full.count > Self.widthOfHeadline && !isNamed ? text("it") : full
  }

  /// `, by opt-in per install alone`: what the confidence is about, where the objective ignores what says something else.
  private var alone: String {
    guard ignoredGoal != nil, let metric = objective.singleMetric else { return "" }
    return ", by \(byGoal(metric)) alone"
  }

  /// Options that are as good as one another, the choice first; empty where the choice stands alone.
  var peers: [Int] {
    recommendation.kind == .tie || recommendation.isTieOfPair ? recommendation.tied : recommendation.alike
  }

  /// What a choice that is seldom best gives up on average, where it is to be made all the same: little; `nil` else.
  private var little: String? {
    guard recommendation.isToChoose || isBeneathTest, recommendation.costsLittle,
      recommendation.confidence != .high,
      recommendation.kind != .choose || recommendation.confidence == .low, let loss = recommendation.loss
    else { return nil }
    return numbers.amount(loss)
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
}
