import ExperimentDesign
import PromptFlow
import TextFormats

/// Turns the checked texts of an experiment into the experiment.
struct ExperimentDecoder {
  let problems: ProblemList
  var root: LocatedNode
  var layers: PopulationLayers
  /// Whether there is a population to decode.
  var hasPopulation: Bool
  /// The name an experiment has when it gives none.
  var fallbackName: String
  /// Whether the strategies of `search` join the arms.
  var purpose: ReadingPurpose
  /// The texts without what was set from outside.
  var texts: WrittenTexts

  /// The strategies of `search`, once the experiment is read; `nil` where they were not asked for.
  var searchSpace: SearchSpace?

  /// - Returns: the experiment, which is none where `problems` has errors.
  mutating func experiment() -> Experiment {
    let reader = SectionReader(
      node: root, table: .experiment, path: "", name: "experiment", problems: problems)
    let expanded = expandedArms()
    let eventKinds = layers.names(of: "events")
    if eventKinds.count > SizeLimits.eventKinds {
      problems.error(
        layers.population.entry("events")?.point ?? root.point,
        "expected at most \(SizeLimits.eventKinds) kinds of events, found \(eventKinds.count)")
    }
    let horizonDays = reader.number("horizon_days") ?? 30
    var decoder = SegmentDecoder(
      problems: problems, retention: RetentionReader(), horizonDays: horizonDays, eventKinds: eventKinds)
    let (names, cells) = people(&decoder, arms: expanded.count)
    let arms = ArmDecoder(
      segments: decoder, cells: cells, scenarioNames: names,
      usageStrings: usageStrings(reader),
      prePrompts: prePrompts(reader), root: root.point)
    let decodedArms = cells.isEmpty ? [] : expanded.map { arms.arm($0) }
    let trials = reader.integer("trials") ?? Experiment.standardTrials
    let installs = reader.integer("installs") ?? Experiment.standardInstalls
    checkSize(trials, installs)
    warnOfWords(reader, decodedArms)
    var experiment = Experiment(
      name: reader.text("experiment").flatMap { $0.isEmpty ? nil : $0 } ?? fallbackName,
      scenarios: zip(names, cells).map { Scenario(name: $0, segments: $1.map(\.segment)) }, arms: decodedArms)
    var parameters: [Parameter] = []
    experiment.forEachParameter { parameters.append($0) }
    let visits = cells.joined().map(\.segment.visits)
    let paths = Set(parameters.map(\.path) + visits.flatMap(\.figures).map(\.path))
    let origins = NumberOrigins(layers, root: root, paths: paths)
    var (evidence, tried) = origins.evidence(problems)
    // Visits that figures condition have the evidence of the first.
    for visits in visits {
      guard let figure = visits.figures.first else { continue }
      for parameter in visits.conditioned { evidence[parameter.path] = evidence[figure.path] }
    }
    experiment.question = reader.text("question").flatMap { $0.isEmpty ? nil : $0 }
    experiment.seed = reader.text("seed").flatMap(readSeed)
    (experiment.trials, experiment.installs, experiment.horizonDays) = (trials, installs, horizonDays)
    experiment.baseline = baseline(decodedArms)
    experiment.objective = objective()
    experiment.eventKinds = decoder.eventKinds
    experiment.joints = (layers.distributions + arms.segments.retention.joints)
      .drawing(parameters.map(\.distribution))
    experiment.evidence = evidence
    experiment.ownNumbers = origins.own
    experiment.openInputs = OpenInputReader(root: root, layers: layers, texts: texts)
      .inputs(of: experiment, tried: tried, arms: expanded)
    // What is only worth telling where nothing else is wrong.
    if !problems.hasErrors {
      checkObjective(experiment)
      checkGuardrails(experiment)
      warnOfObjectiveWithoutConsent(experiment)
    }
    return experiment
  }

  private mutating func expandedArms() -> [ExpandedArm] {
    var expanded: [ExpandedArm] = []
    if let arms = root["arms"] {
      expanded = expandedArms(arms)
    } else if purpose == .simulation || root["search"] == nil, !problems.isMisspelt("arms", at: root.point) {
      let others = root["search"] == nil ? "" : ". It has 'search', which 'att-lab optimize' reads"
      problems.error(root.point, "the experiment lacks 'arms': the options to compare\(others)")
    }
    if purpose == .search { expanded += searchedArms(beside: expanded) }
    return expanded
  }

  private func expandedArms(_ arms: LocatedNode) -> [ExpandedArm] {
    var expanded: [ExpandedArm] = []
    if !arms.isMapping || arms.entries.isEmpty {
      problems.error(
        arms.point, "'arms' expects a mapping from names to at least one option, found \(arms.found)")
    }
    problems.checkApart(arms.entries, noun: "an option")
    for entry in arms.entries {
      var bare = LocatedNode.emptyMapping(at: arms.point)
      bare[entry.key] = entry.value
      if !entry.value.isMapping {
        problems.check(bare, .named(.arm, noun: "an option"), name: "arms")
        if !entry.value.isNull { continue }
      }
      problems.checkName(entry, noun: "an option")
      for variant in expandSweeps(of: entry, room: SizeLimits.arms, problems) {
        problems.check(variant.entry.value, .section(.arm), name: variant.name)
        if expanded.contains(where: { $0.name == variant.name }) {
          problems.error(entry.point, "two options are called \(variant.name.cited). Rename one")
        }
        expanded.append(variant)
      }
      if expanded.count > SizeLimits.arms {
        problems.error(
          entry.point, "expected at most \(SizeLimits.arms) options, found at least \(expanded.count)")
        expanded = []
        break
      }
    }
    return expanded
  }

  /// The people of every scenario, decoded.
  private func people(
    _ decoder: inout SegmentDecoder, arms: Int
  ) -> (names: [String], cells: [[PeopleCell]]) {
    var names: [String] = []
    var cells: [[PeopleCell]] = []
    let scenarios: [LocatedNode.Entry?] = layers.scenarios.isEmpty ? [nil] : layers.scenarios
    guard hasPopulation, decoder.eventKinds.count <= SizeLimits.eventKinds else { return ([], []) }
    let segmentCount = max(1, layers.segments(of: layers.all).count)
    let most = purpose == .search ? SizeLimits.searchedCells : SizeLimits.cells
    guard scenarios.count * segmentCount <= most / max(arms, 1) else {
      problems.error(
        root.point,
        "expected at most \(most) combinations of scenario, segment and option, found more")
      return ([], [])
    }
    for scenario in scenarios {
      let base = layers.base(scenario: scenario)
      let ground = layers.merged(base, over: .emptyMapping(at: layers.population.point))
      let segments = layers.segments(of: base)
      let people = (segments.isEmpty ? [("all", ground.point, [])] : segments).map { name, point, own in
        let node = layers.merged(own, over: ground)
        if !segments.isEmpty, node["share"] == nil {
          problems.error(point, "\(name.cited) lacks 'share': a number from 0 to 1")
        }
        decoder.joints = (base + own).flatMap(\.joints).map(\.distribution)
        return PeopleCell(segment: decoder.segment(node, name: name, path: ""), node: node)
      }
      if !segments.isEmpty { checkShares(people) }
      names.append(scenario?.key ?? "base")
      cells.append(people)
    }
    return (names, cells)
  }

  private func checkShares(_ people: [PeopleCell]) {
    let shares = people.map { $0.node["share"] }
    let sum = people.map(\.segment.share).reduce(0, +)
    guard shares.allSatisfy({ $0 != nil }), abs(sum - 1) > 1e-6 else { return }
    problems.error(
      faultLocation(of: shares, in: root),
      "expected the shares of the segments to sum to 1, found \(sum.shortText)")
  }

  private func usageStrings(_ reader: SectionReader) -> [UsageString] {
    reader.named("usage_strings").map { string in
      UsageString(name: string.name, text: string.text("text") ?? "", string.numbers(.usageString))
    }
  }

  private func prePrompts(_ reader: SectionReader) -> [PrePrompt] {
    reader.named("pre_prompts").map { screen in
      let isDismissible = screen.flag("dismissible")
      let shows = screen.text("max_shows")
      let maximum = shows == "unlimited" ? nil : shows.flatMap(readInteger) ?? (isDismissible ? 3 : nil)
      return PrePrompt(
        name: screen.name, title: screen.text("title") ?? "", body: screen.text("body") ?? "",
        button: screen.text("button") ?? "Continue",
        policy: PrePromptPolicy(
          isDismissible: isDismissible, cooldownSessions: screen.integer("cooldown_sessions") ?? 1,
          maximumShows: maximum), screen.numbers(.prePrompt))
    }
  }

  private func checkSize(_ trials: Int, _ installs: Int) {
    // What is past its own limit has been reported.
    guard (1...SizeLimits.count).contains(trials), (1...SizeLimits.count).contains(installs) else { return }
    if trials > SizeLimits.totalInstalls / installs {
      problems.error(
        root.entry("trials")?.value.point ?? root.entry("installs")?.value.point ?? root.point,
        "expected trials × installs of at most \(SizeLimits.totalInstalls), found \(trials) × \(installs)")
    }
  }

  private func baseline(_ arms: [Arm]) -> String {
    guard let value = root["baseline"], let name = value.scalar, !arms.isEmpty else {
      return arms.first?.name ?? ""
    }
    let position = problems.position(of: name, among: arms.map(\.name), "option", at: value.point)
    return arms[position ?? 0].name
  }

  private func objective() -> Objective {
    var objective = weighed()
    guard let node = root["margin"], let text = node.scalar else { return objective }
    let isShare = objective.singleMetric?.definition.scale == .share
    let number = isShare && text.hasSuffix("pp") ? text.dropLast(2) : isShare ? "" : text[...]
    objective.margin = readNumber(String(number)).map { isShare ? $0 / 100 : $0 }
    let most = isShare ? 1 : SizeLimits.weight
    if !(objective.margin.map { $0 > 0 && $0 < most } ?? false) {
      let expected =
        isShare ? "points of a share, such as 0.5pp" : "a number above 0, in units of the objective"
      problems.error(node.point, "'margin' expects \(expected), found \(node.found)")
    }
    return objective
  }

  private func weighed() -> Objective {
    let fallback = Objective(.optInPerInstall)
    guard let node = root["objective"] else { return fallback }
    if let metric = node.scalar.flatMap(Metric.init(rawValue:)) {
      return Objective(metric)
    }
    let terms = node.entries.compactMap { entry -> Objective.Term? in
      guard let metric = Metric(rawValue: entry.key), let weight = entry.value.scalar.flatMap(readNumber)
      else { return nil }
      return Objective.Term(metric: metric, weight: weight)
    }
    return terms.isEmpty ? fallback : Objective(terms: terms)
  }

  private func checkObjective(_ experiment: Experiment) {
    guard let node = root["objective"] else { return }
    if experiment.objective.terms.allSatisfy({ $0.weight == 0 }) {
      problems.error(node.point, "expected a weight other than 0 in 'objective', found none")
    }
    for term in experiment.objective.terms {
      let point = node.entry(term.metric.rawValue)?.point ?? node.point
      if term.weight != 0, abs(term.weight) < LegalRange.leastAmount {
        problems.error(
          point,
          "expected a weight of 0, or of at least 1e-30, found \(term.weight), which is too small to rank by; write a larger unit"
        )
      }
      if term.weight > 0, term.metric.isLoss, node.isMapping {
        problems.error(
          point,
          "expected a weight below 0 for '\(term.metric.rawValue)', of which less is better, found \(term.weight)"
        )
      }
      checkModelled(term.metric, at: point, in: experiment, otherwise: "which cannot be ranked")
    }
  }

  private func checkGuardrails(_ experiment: Experiment) {
    for entry in root["guardrails"]?.entries ?? [] {
      guard let metric = Metric(rawValue: entry.key) else { continue }
      checkModelled(metric, at: entry.point, in: experiment, otherwise: "which the guardrail says nothing of")
    }
  }

  /// - Parameter otherwise: what becomes of an option that does not have it, where others do.
  private func checkModelled(
    _ metric: Metric, at point: SourcePoint, in experiment: Experiment, otherwise: String
  ) {
    let without = experiment.scenarios.indices.flatMap { scenario in
      experiment.arms.indices.filter {
        !experiment.modelledMetrics(scenario: scenario, arm: $0).contains(metric)
      }
    }
    guard let first = without.first.map({ experiment.arms[$0].name }) else { return }
    let needs = "It needs \(metric.definition.requirement.words)"
    if without.count == experiment.arms.count * experiment.scenarios.count {
      problems.error(point, "'\(metric.rawValue)' is not modelled in this file. \(needs)")
    } else {
      problems.warning(
        point, "'\(metric.rawValue)' is not modelled for the option \(first.cited), \(otherwise). \(needs)")
    }
  }
}

extension MetricDefinition.Requirement {
  /// What a file must model, in its own keys.
  var words: String {
    switch self {
    case .nothing: "nothing"
    case .attribution: "'attribution'"
    case .value: "'value'"
    case .prePrompt: "a pre-prompt in the option"
    case .horizon(let days): "'horizon_days' of at least \(days)"
    }
  }
}
