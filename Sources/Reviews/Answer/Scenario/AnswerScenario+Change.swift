import ExperimentDesign
import Inference
import Rendering
import Studies

extension AnswerScenario {
  /// What would change the answer: the input that matters most, whose numbers these are, and the alternative models.
  var changes: [String] {
    guard recommendation.kind != .identical, scenario.verdict?.runnerUp != nil else { return [] }
    let uncertain = [mostSensitive, inputs].compactMap { $0 }.joined(separator: " ")
    return [uncertain.isEmpty ? nil : uncertain, models].compactMap { $0 }
  }

  /// Whether the lead is below the margin in nearly all draws, so that what moves it moves nothing of account.
  private var isLeadOfNothing: Bool {
    scenario.tiePartner == nil && scenario.pairTie.map { $0.value >= Recommendation.mostly } ?? false
  }

  private var mostSensitive: String? {
    if isLeadOfNothing { return nil }
    if let row = scenario.sensitivity?.rows.first {
      let share = SupportedDigits.text(
        100 * row.share.value,
        decimals: min(0, SupportedDigits.decimals(error: 100 * row.share.mcse, plain: 0)))
      guard row.parameters.count == 1, let path = row.parameters.first else {
        return together(row, share: share)
      }
      let meaning = ParameterWords(path: path).map { ", \($0.meaning)," } ?? ""
      return [
        "\(TerminalText.safe(path))\(meaning) drives \(share)% of the uncertainty of this lead.", known(path),
        row.flip.map { breakEven($0, of: path) } ?? "",
      ]
      .filter { !$0.isEmpty }.joined(separator: " ")
    }
    guard let first = scenario.assumptions.first else { return nil }
    let meaning = ParameterWords(path: first.parameter).map { ", \($0.meaning)" } ?? ""
    return "Most sensitive to \(TerminalText.safe(first.parameter))\(meaning). \(known(first.parameter))"
  }

  /// Inputs that have one share together: the one that the answer is most sensitive to, and how many follow it.
  private func together(_ row: SensitivityRanking.Row, share: String) -> String {
    let first = byStrength(row.members.map(\.parameter)).first ?? byStrength(row.parameters)[0]
    let meaning = ParameterWords(path: first).map { ", \($0.meaning)" } ?? ""
    let flip = row.members.first { $0.parameter == first }?.flip
    return [
      "\(row.parameters.count) inputs drawn together drive \(share)% of the uncertainty of this lead.",
      "The strongest is \(TerminalText.safe(first))\(meaning).", known(first),
      flip.map { breakEven($0, of: first) } ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Inputs by their rank correlation with the lead, the strongest first; those that do not stand out as they are given.
  func byStrength(_ paths: [String]) -> [String] {
    let ranked = scenario.assumptions.map(\.parameter)
    return ranked.filter(paths.contains) + paths.filter { !ranked.contains($0) }
  }

  /// The evidence of an input and its range.
  private func known(_ path: String) -> String {
    guard let parameter = outline.parameters.first(where: { $0.path == path }) else { return "" }
    let grade: String
    switch parameter.evidence.grade {
    case .measured: grade = "Yours"
    case .published: grade = "Published"
    case .assumed: grade = isOwnGuess(parameter) ? "Your guess" : "Assumed"
    }
    let ends = summary.inputQuantiles.filter { $0.path == path }.map(\.value).sorted()
    guard ends.count == 2 else { return "\(grade): \(parameter.knowledge.words)." }
    let error = (ends[1] - ends[0]) / 40
    return
      "\(grade), 90% range \(value(ends[0], error: error, of: path)) to \(value(ends[1], error: error, of: path))."
  }

  /// A value of an input; a share in per cent.
  private func value(_ number: Double, error: Double, plain: Int = 2, of path: String) -> String {
    guard ParameterWords(path: path)?.isShare == true else {
      return SupportedDigits.number(number, error: error, plain: plain)
    }
    return SupportedDigits.number(100 * number, error: 100 * error, plain: 1) + "%"
  }

  /// Which option is ahead beyond a break-even value.
  ///
  /// - Parameter place: where that holds, behind the options.
  func breakEven(_ flip: FlipPoint, of path: String, place: String = "") -> String {
    guard let verdict = scenario.verdict, let other = verdict.runnerUp else { return "" }
    let rises = objective.lessIsBetter ? !flip.rises : flip.rises
    let value = value(flip.value, error: max((flip.upper - flip.lower) / 4, 1e-9), plain: 3, of: path)
    return "\(rises ? "Below" : "Above") \(value), \(name(other)) is ahead of \(name(verdict.best))\(place)."
  }

  /// Whether the last sentence is about the alternative models.
  var countsModels: Bool { !changes.isEmpty && models != nil }

  private var models: String? {
    guard let choice = recommendation.choice, let alternatives = scenario.alternatives, !alternatives.isEmpty
    else {
      return nil
    }
    let known = alternatives.filter { $0.outcome != .open }
    guard !known.isEmpty else { return nil }
    let count = known.count { $0.outcome == .stands || $0.best == choice }
    return "In \(count) of \(known.count) alternative \(known.count == 1 ? "model" : "models") "
      + "\(name(choice)) is best or within \(margin) of it."
  }

  /// What an arm sets is what is compared, not what is assumed of the world.
  private var assumedInputs: [RunDescription.Parameter] {
    outline.parameters.filter { !$0.path.hasPrefix("arms.") }
  }

  /// How many inputs the file itself gives.
  var ownInputs: Int { assumedInputs.count { $0.evidence.grade == .measured || isOwnGuess($0) } }

  /// How many inputs are whose.
  private var inputs: String? {
    let inputs = assumedInputs
    guard !inputs.isEmpty else { return nil }
    func count(_ grade: Evidence.Grade) -> Int { inputs.count { $0.evidence.grade == grade } }
    let guesses = inputs.count(where: isOwnGuess)
    let own = ownInputs
    let graded = guesses == 0 ? "" : " (\(guesses) guessed)"
    return
      "Inputs: \(own) yours\(graded), \(count(.published)) published, \(count(.assumed) - guesses) assumed."
  }

  /// Whether the file itself gives an input without data behind it.
  private func isOwnGuess(_ parameter: RunDescription.Parameter) -> Bool {
    parameter.evidence.grade == .assumed && outline.context?.ownNumbers.contains(parameter.path) ?? false
  }

  // MARK: - Next steps

  /// - Parameters:
  ///   - storeOption: what a command needs to find the run's store; `nil` where it is kept nowhere, and no command finds it.
  ///   - fixesFirst: whether a warning is to be fixed before anything is tested.
  func steps(storeOption: String?, fixesFirst: Bool) -> [ReviewDocument.Step] {
    let steps = steps(run: storeOption.map { outline.run + $0 }, fixesFirst: fixesFirst)
    guard let storeOption else { return steps.filter { !$0.command.contains(outline.run) } }
    return steps.map { step in
      // What is simulated next is kept where this run is.
      guard step.command.hasPrefix("att-lab simulate "), !step.command.contains(" --db ") else { return step }
      var step = step
      step.command += storeOption
      return step
    }
  }

  /// - Parameter found: what a command needs to find the run; `nil` where it is kept nowhere.
  private func steps(run found: String?, fixesFirst: Bool) -> [ReviewDocument.Step] {
    let run = found ?? outline.run
    var steps: [ReviewDocument.Step] = []
    if let trials = moreTrials {
      let time = moreSeconds.map { " in \($0)" } ?? ""
      steps.append(
        ReviewDocument.Step(
          title: "Run more trials",
          text:
            "\(SupportedDigits.grouped(trials)) bring the Monte Carlo error to a quarter of the margin\(time)",
          command: "\(again.command) --trials \(trials)"))
    }
    let (fix, ship) = (fix(run), found.flatMap(ship))
    // Who has given numbers and has a clear answer is done with them.
    let own = ship == nil || ownInputs == 0 ? ownNumbers : nil
    var tests = afterTest(run)
    // Nobody tests texts that are as good as one another between the installs of one release.
    if let test = test(run), !isBeneathTest || !isByRelease { tests.insert(test, at: 0) }
    if let meanwhile = found.flatMap(shipMeanwhile) {
      tests.insert(meanwhile, at: isShippedFirst ? 0 : tests.endIndex)
    }
    if fixesFirst { return steps + ([fix] + tests.map { $0 } + [rangeStep, ship, own]).compactMap { $0 } }
    if let otherMoment { steps.append(otherMoment) }
    // Words without an effect are what keeps identical options from a recommendation.
    let rest =
      recommendation.kind == .identical
      ? [own, fix] : isFixOfOthers ? [rangeStep, ship, fix, own] : [fix, rangeStep, ship, own]
    steps += tests + rest.compactMap { $0 }
    return steps
  }

  /// The time that enough trials take, as the last ones did; `nil` where none was measured or needed.
  var moreSeconds: String? {
    guard let trials = moreTrials, let seconds = again.secondsPerTrial else { return nil }
    let text = duration(seconds * Double(trials))
    return text.hasPrefix("under ") ? text : "about \(text)"
  }

  /// The weightiest finding of the platform checks on the options that matter; `nil` for none.
  private var weightiestFinding: DescribedFinding? {
    let arms = [recommendation.choice, recommendation.runnerUp].compactMap { $0 }
    return outline.platform?.alike.first { finding in
      finding.waived == nil && !finding.forbids && finding.severity != .note
        && (finding.arms.isEmpty || !Set(finding.arms).isDisjoint(with: arms))
    }
  }

  /// Whether what is to be fixed is about other options than the choice, so that the choice may ship before it.
  private var isFixOfOthers: Bool {
    guard let finding = weightiestFinding, let choice = recommendation.choice else { return false }
    return !finding.arms.isEmpty && !finding.arms.contains(choice)
  }

  private func fix(_ run: String) -> ReviewDocument.Step? {
    guard let finding = weightiestFinding else { return nil }
    let isSaid = finding == doubt
    let what = isSaid ? "\(beginning(finding)) (\(finding.pitfall))" : sentence(finding)
    let fix = finding.preset?.change.map { "Set \($0)." } ?? finding.fix
    return ReviewDocument.Step(
      title: finding.severity == .error ? "Fix an error" : "Fix a warning",
      text: ["\(subject(finding))\(what).", fix].filter { !$0.isEmpty }.joined(separator: " "),
      command: file.map { "att-lab check \($0)" } ?? "att-lab show \(run) --verbose")
  }

  /// What a finding says up to its first pause, where it has been said in full above.
  private func beginning(_ finding: DescribedFinding) -> String {
    let sentence = finding.seen.firstRange(of: ". ").map { String(finding.seen[..<$0.lowerBound]) }
    let words = sentence ?? finding.seen
    let pause = [", ", ": ", "; "].compactMap { words.firstRange(of: $0)?.lowerBound }.min()
    return withoutStop(pause.map { String(words[..<$0]) } ?? words)
  }

  /// Whether a setting of the attribution SDK is what the choice loses by, so that it is fixed before anything is tested.
  var isFixFirst: Bool {
    guard let choice = recommendation.choice, let doubt, doubt.location.key.contains("attribution.") else {
      return false
    }
    return scenario.goals.contains {
      $0.metric == .attributedPerInstall && $0.isWorthAWarning(of: choice)
        && $0.loss(of: choice) ?? 0 >= Self.largeLoss
    }
  }

  private var ownNumbers: ReviewDocument.Step? {
    if let path = silentWords {
      let command = file.map { "att-lab simulate \($0)" } ?? again.command
      return ReviewDocument.Step(
        title: "Say what words do", text: "put an odds ratio in the file, or try a range",
        command: "\(command) --set \(TerminalText.shellWord("\(path)={range: [0.8, 1.25]}"))")
    }
    let measured = Set(outline.parameters.filter { $0.evidence.grade == .measured }.map(\.path))
    // What has been measured is not tried out again, nor what was learnt together with it.
    let learnt = (scenario.sensitivity?.rows ?? []).map(\.parameters)
      .filter { !measured.isDisjoint(with: $0) }
    let kept = measured.union(learnt.joined())
    let open = outline.parameters.map(\.path).filter { !$0.hasPrefix("arms.") && !kept.contains($0) }
    guard let file, !open.isEmpty else { return nil }
    guard let path = drivers.first(where: open.contains) else {
      return ReviewDocument.Step(
        title: "Use your numbers", text: "put your own figures in the file",
        command: "att-lab simulate \(file)"
      )
    }
    // Sections of the file's own stand beside the population.
    let isOutside = ["arms.", "usage_strings.", "pre_prompts.", "scenarios."].contains { path.hasPrefix($0) }
    let key = isOutside ? path : "population.\(path)"
    let kind = measured.isEmpty ? "" : " that nobody has measured"
    return ReviewDocument.Step(
      title: "Use your numbers", text: "put your own figures in the file, or try one\(kind)",
      command: "att-lab simulate \(file) --set \(TerminalText.shellWord("\(key)=\(trial(of: path))"))")
  }

  /// The least share of the uncertainty that an input drives, and its least rank correlation, for a try of it to show
  /// anything.
  private static let (leastShare, leastCorrelation) = (0.1, 0.2)

  /// Inputs that move the answer, the strongest first; of those that are drawn together the strongest alone.
  private var drivers: [String] {
    if isLeadOfNothing { return [] }
    let rows = (scenario.sensitivity?.rows ?? []).filter { $0.share.value >= Self.leastShare }
    return rows.compactMap { byStrength($0.parameters).first }
      + scenario.assumptions.filter { abs($0.correlation) >= Self.leastCorrelation }.map(\.parameter)
  }

  /// A value of an input that is worth a try: the end of its range at which another option is ahead, else the lower one.
  private func trial(of path: String) -> String {
    let row = scenario.sensitivity?.rows.first
    let flip =
      row?.parameters == [path] ? row?.flip : row?.members.first { $0.parameter == path }?.flip
    let ends = summary.inputQuantiles.filter { $0.path == path }.map(\.value).sorted()
    guard ends.count == 2 else { return "…" }
    let isBelow = flip.map { objective.lessIsBetter ? !$0.rises : $0.rises } ?? true
    return SupportedDigits.number(ends[isBelow ? 0 : 1], error: (ends[1] - ends[0]) / 40, plain: 2)
  }

  /// The odds ratio that nobody has given, of words that the answer turns on; `nil` without any.
  private var silentWords: String? {
    if recommendation.kind == .identical, let first = recommendation.tied.first {
      let (own, others) = (outline.arms[first], recommendation.tied.dropFirst().map { outline.arms[$0] })
      if let other = others.first(where: { $0.usageString != own.usageString }) {
        return "usage_strings.\(other.usageString).odds_ratio"
      }
      return others.first { $0.prePrompt != own.prePrompt }.flatMap { $0.prePrompt ?? own.prePrompt }
        .map { "pre_prompts.\($0).allow_odds_ratio" }
    }
    guard let contrast = recommendation.choice.flatMap(silentContrast) else { return nil }
    let arm = outline.arms[contrast.arm]
    switch contrast.subject {
    case .prePrompt: return arm.prePrompt.map { "pre_prompts.\($0).allow_odds_ratio" }
    case .usageString: return "usage_strings.\(arm.usageString).odds_ratio"
    case .moment, .consentOrder: return nil
    }
  }
}
