import ExperimentDesign

/// What to do next; each is one command.
public enum NextStep: Equatable, Sendable {
  /// Simulate the same with more trials.
  case moreTrials(Int)
  /// Simulate the same with more installs in a trial.
  case moreInstalls(Int)
  /// Plan the test of these options, the baseline first; `nil` for those that the plan takes by itself.
  case plan(options: [String]?, byRelease: Bool, needsVolume: Bool)
  /// Give the odds ratio of words as a range, as nobody has given any.
  case sayWords(path: String)
  /// Give a range in place of a number that the advice rests on.
  case giveRange(path: String, low: Double, high: Double)
  /// Take the option's strategy into the app.
  case ship(option: String)
  /// Move the assumptions.
  case explore
  /// Make the report.
  case report
}

extension RunSummary {
  /// What to do next, by the advice of the first scenario.
  public func steps(_ scenario: ScenarioSummary, _ decided: Decided) -> [NextStep] {
    var steps: [NextStep] = []
    switch decided.advice {
    case .blocked: break
    case .moreTrials(let trials): steps += trials.map { [.moreTrials($0)] } ?? []
    case .moreInstalls(let installs): steps.append(.moreInstalls(installs))
    case .sameToTheModel(let options):
      steps += silentPath(options.compactMap(position)).map { [.sayWords(path: $0)] } ?? []
    case .choose(_, .onlyOption) where outline.arms.count == 1: break
    case .choose(let option, _): steps.append(.ship(option: option))
    case .test(let option, let rival, _, _):
      steps += decided.confidence?.onlyIf.prefix(1).compactMap(range) ?? []
      let pair = [rival, option].compactMap(position)
      let isUsual =
        pair == [scenario.verdict?.runnerUp, scenario.verdict?.best] && pair.contains(outline.baseline)
      steps.append(
        .plan(
          options: isUsual ? nil : [rival, option], byRelease: differInStrings(pair),
          needsVolume: outline.context?.volume == nil))
    }
    return steps + [.explore, .report]
  }

  private func range(_ input: ExactInput) -> NextStep? {
    let ends = [input.value / 1.2, input.value * 1.2].sorted()
    return input.value == 0 ? nil : .giveRange(path: input.path, low: ends[0], high: ends[1])
  }

  /// Whether options differ in the usage string, which iOS reads from the release, by language.
  func differInStrings(_ arms: [Int]) -> Bool { Set(arms.map { outline.arms[$0].usageString }).count > 1 }

  /// The odds ratio that nobody has given, of words that these options differ in alone; `nil` where they differ in more.
  private func silentPath(_ options: [Int]) -> String? {
    let arms = options.map { outline.arms[$0] }
    guard let own = arms.first, Set(arms.map(\.ask)).count == 1 else { return nil }
    if let other = arms.first(where: { $0.usageString != own.usageString }) {
      return "usage_strings.\(other.usageString).odds_ratio"
    }
    return arms.first { $0.prePrompt != own.prePrompt }.flatMap { $0.prePrompt ?? own.prePrompt }
      .map { "pre_prompts.\($0).allow_odds_ratio" }
  }
}
