import ExperimentDesign
import Inference
import Rendering
import Studies

/// The verdict of a scenario in words, with its condition.
struct VerdictSentence {
  let summary: RunSummary
  let scenario: ScenarioSummary
  private let recommendation: Recommendation

  init(summary: RunSummary, scenario: ScenarioSummary) {
    self.summary = summary
    self.scenario = scenario
    recommendation = scenario.recommendation(parametersVary: summary.outline.parametersVary)
  }

  private var outline: RunOutline { summary.outline }

  private var words: EstimateText { EstimateText(unit: outline.objective.unit) }

  var text: String {
    guard let verdict = scenario.verdict else {
      if scenario.arms.allSatisfy({ $0.objective == nil }) {
        return "No verdict: no trial has a value of the objective."
      }
      let reason =
        outline.arms.contains(where: \.isAllowedByApple)
        ? "every option is blocked" : "Apple's rules forbid every option"
      return "No verdict: \(reason). To rank them anyway, add --include-noncompliant."
    }
    return
      ([opening(verdict), closeness(verdict)].compactMap { $0 }
      + [AlternativeSentence(outline: outline, scenario: scenario).text].compactMap { $0 }
      + tail(verdict)).joined(separator: " ")
  }

  private func opening(_ verdict: ArmRanking) -> String {
    let found = "\(level(verdict))\(lead(verdict))."
    return (["\(rank(verdict)): \(found)", range(verdict)] + standing(verdict))
      .compactMap { $0 }.joined(separator: " ")
  }

  private func rank(_ verdict: ArmRanking) -> String {
    let best = quoted(verdict.best)
    switch recommendation.kind {
    case .blocked, .onlyOption:
      return "\(best) is the only option \(blocked(verdict).isEmpty ? "Apple allows" : "that is not blocked")"
    case .identical: return "\(best) ranks first, tied with \(listed(verdict.level.map(quoted)))"
    case .tooFewTrials where summary.trials == 1:
      return "\(best) ranks first in the only trial, so its Monte Carlo error is unknown"
    case .tooFewTrials: return "\(best) ranks first, but \(summary.trials) trials are too few to say more"
    case .tie:
      return "\(listed(recommendation.tied.map(quoted))) are tied. \(best) ranks first on average"
    case .choose: return "\(best) is best"
    case .leaning, .bestGuess:
      let tie = recommendation.isTieOfPair ? "\(listed(recommendation.tied.map(quoted))) are tied. " : ""
      return "\(tie)\(best) ranks first on average"
    }
  }

  /// How often it is as good as the best, and what can change that.
  private func standing(_ verdict: ArmRanking) -> [String?] {
    switch recommendation.kind {
    case .blocked, .onlyOption, .identical, .tooFewTrials: return []
    case .tie, .choose: return [nearness(verdict)]
    case .leaning, .bestGuess:
      let reservation =
        if recommendation.overtaken != nil, let choice = recommendation.choice {
          "\(quoted(choice)), within the margin of it, is the safer choice."
        } else if recommendation.kind == .leaning {
          "The uncertain inputs can change that."
        } else {
          "The uncertain inputs, another model or another goal can change that."
        }
      return [nearness(verdict), reservation]
    }
  }

  /// The arms that the trials do not separate from the best; `nil` without any.
  ///
  /// Those called tied before are left out: of them the margin says all, however many trials.
  private func closeness(_ verdict: ArmRanking) -> String? {
    let said = recommendation.kind == .tie || recommendation.isTieOfPair ? recommendation.tied : []
    let close = verdict.tied.filter { !verdict.level.contains($0) && !said.contains($0) }
    guard !close.isEmpty, summary.trials > 1, recommendation.kind != .identical else { return nil }
    return "\(quoted(verdict.best)) is too close to call against \(listed(close.map(quoted))):"
      + " run more trials to separate them."
  }

  /// In how many draws of the uncertain inputs the arm is as good as the best, or nearly.
  private func nearness(_ verdict: ArmRanking) -> String? {
    guard let decision = scenario.decision, let share = decision[verdict.best]?.withinMargin else {
      return nil
    }
    let near = outline.objective.isShare ? "\(pointsInWords(decision.margin)) of the best" : "1% of the best"
    return "\(quoted(verdict.best)) is within \(near) in \(EstimateText(unit: .share).cell(share))% of draws."
  }

  private func pointsInWords(_ margin: Double) -> String {
    "\(SupportedDigits.exact(margin * 100)) pp"
  }

  private func level(_ verdict: ArmRanking) -> String {
    guard let estimate = scenario.arms[verdict.best].objective else { return "no value" }
    guard let metric = outline.objective.singleMetric else {
      return "the objective is \(words.cell(estimate.overTrials))"
    }
    return "\(words.cell(estimate.overTrials))\(metric.unit.suffix) \(metric.words.predicate)"
  }

  private func lead(_ verdict: ArmRanking) -> String {
    guard let lead = verdict.lead, let other = verdict.runnerUp, !verdict.level.contains(other) else {
      return ""
    }
    let unit = outline.objective.unit
    let direction = lead.overTrials.mean < 0 ? "less" : "more"
    return ", \(magnitude(lead))\(unit.differenceSuffix) \(direction) than \(runnerUp(other, of: verdict))"
  }

  /// Between what the uncertain inputs let the lead lie.
  private func range(_ verdict: ArmRanking) -> String? {
    // Trials that all agree leave nothing for an interval to say.
    guard let lead = verdict.lead, let other = verdict.runnerUp, !verdict.level.contains(other),
      let interval = lead.uncertaintyInterval90, lead.overTrials.mcse != 0
    else { return nil }
    return "The 90% range of that lead over the uncertain inputs is "
      + "\(words.interval(interval, of: lead, signed: true))."
  }

  /// The name alone where there are two arms, and none is before or behind it.
  private func runnerUp(_ other: Int, of verdict: ArmRanking) -> String {
    let judged = outline.arms.count - verdict.leftOut.count
    return judged > 2 ? "the runner-up, \(quoted(other))" : quoted(other)
  }

  private func magnitude(_ lead: Estimate) -> String {
    words.cell((lead.overTrials.mean < 0 ? lead.negated : lead).overTrials)
  }

  private func tail(_ verdict: ArmRanking) -> [String] {
    var sentences: [String] = []
    // What an arm sets is what is compared, not what is assumed of the world.
    let parameters = outline.parameters.filter { !$0.path.hasPrefix("arms.") }
    let assumed = parameters.filter { $0.evidence.grade == .assumed }.count
    if assumed == parameters.count, assumed > 0 {
      sentences.append("All \(assumed) inputs are assumed.")
    } else if assumed > 0 {
      sentences.append(
        "\(assumed) of the \(parameters.count) inputs \(assumed == 1 ? "is" : "are") assumed.")
    }
    sentences += (scenario.decision?.nearTwins ?? []).map(twins)
    let forbidden = verdict.leftOut.filter { !outline.arms[$0].isAllowedByApple }
    if !forbidden.isEmpty {
      sentences.append(
        "\(excluded(forbidden)): App Review would reject \(forbidden.count == 1 ? "it" : "them").")
    }
    let blocked = blocked(verdict)
    if !blocked.isEmpty { sentences.append("\(excluded(blocked)): see the blockers above.") }
    return sentences
  }

  /// The arms that are left out though Apple allows them.
  private func blocked(_ verdict: ArmRanking) -> [Int] {
    verdict.leftOut.filter { outline.arms[$0].isAllowedByApple }
  }

  private func excluded(_ arms: [Int]) -> String {
    "\(listed(arms.map(quoted))) \(arms.count == 1 ? "is" : "are") excluded"
  }

  /// Less than this, in the unit shown, is what adding up numbers leaves.
  private static let rounding = 1e-9

  /// Arms that hardly differ, with the chance that they take from one another.
  private func twins(_ twins: NearTwins) -> String {
    let unit = outline.objective.unit
    let distance =
      twins.distance * unit.scale > Self.rounding
      ? ", at most \(SupportedDigits.oneDigitUp(twins.distance * unit.scale))\(unit.differenceSuffix)" : ""
    let best = EstimateText(unit: .share).cell(twins.best)
    let names = twins.arms.count > 4 ? "\(twins.arms.count) options" : listed(twins.arms.map(quoted))
    return "\(names) differ by almost nothing\(distance); one of them is best in \(best)% of draws."
  }

  private func quoted(_ arm: Int) -> String { Phrase.name(outline.arms[arm].name) }

  private func listed(_ names: [String]) -> String {
    names.count <= 4 ? names.inProse : "\(names.count) other options"
  }
}
