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
  /// What fits the file's figures.
  let fits: any FigureFits

  /// - Returns: the experiment, which is none where `problems` has errors.
  mutating func experiment() -> Experiment {
    let reader = SectionReader(root, .experiment, path: "", name: "experiment")
    let expanded = expandedArms()
    let eventKinds = layers.names(of: "events")
    if eventKinds.count > SizeLimits.eventKinds {
      problems.error(
        layers.population.entry("events")?.point ?? root.point,
        "expected at most \(SizeLimits.eventKinds) kinds of events, found \(eventKinds.count)")
    }
    let horizonDays = reader.number("horizon_days") ?? 30
    var decoder = SegmentDecoder(
      problems: problems, retention: RetentionReader(fits: fits), horizonDays: horizonDays,
      eventKinds: eventKinds)
    var merger = LayerMerger(problems: problems)
    let (names, cells) = people(&decoder, &merger, arms: expanded.count)
    let arms = ArmDecoder(
      segments: decoder, cells: cells, scenarioNames: names,
      usageStrings: usageStrings(reader),
      prePrompts: prePrompts(reader), root: root.point)
    let decodedArms = cells.isEmpty ? [] : expanded.map { arms.arm($0) }
    let trials = reader.integer("trials") ?? Experiment.standardTrials
    let installs = reader.integer("installs") ?? Experiment.standardInstalls
    checkSize(trials, installs)
    warnOfWordsWithoutEffect(reader, decodedArms)
    var experiment = Experiment(
      name: reader.text("experiment").flatMap { $0.isEmpty ? nil : $0 } ?? fallbackName,
      scenarios: zip(names, cells).map { Scenario(name: $0, segments: $1.map(\.segment)) }, arms: decodedArms)
    var parameters: [Parameter] = []
    experiment.forEachParameter { parameters.append($0) }
    let joints = usedJoints(
      in: parameters, among: merger.distributions + arms.segments.retention.joints)
    let visits = cells.joined().map(\.segment.visits)
    let paths = Set(parameters.map(\.path) + visits.flatMap(\.figures).map(\.path))
    let (evidence, tried) = evidence(of: paths, visits)
    let baseline = baseline(decodedArms)
    experiment.question = reader.text("question").flatMap { $0.isEmpty ? nil : $0 }
    experiment.seed = reader.text("seed").flatMap(readSeed)
    (experiment.trials, experiment.installs, experiment.horizonDays) = (trials, installs, horizonDays)
    experiment.baseline = baseline
    experiment.objective = objective()
    experiment.eventKinds = decoder.eventKinds
    experiment.joints = joints
    experiment.evidence = evidence
    experiment.ownNumbers = ownNumbers(layers, root: root, paths: paths)
    experiment.openInputs = OpenInputReader(root: root, layers: layers, texts: texts)
      .inputs(of: experiment, tried: tried, arms: expanded)
    let shapes = fittedRanges(
      of: parameters,
      in: cells.joined().map(\.node) + expanded.map(\.entry.value)
        + [root["usage_strings"], root["pre_prompts"]].compactMap { $0 })
    experiment.changeParameters { parameter in
      guard parameter.range.isShare, let shape = shapes[parameter.path] else { return }
      parameter = parameter.replacing(shape)
    }
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
    let check = StructureCheck(problems: problems)
    var expanded: [ExpandedArm] = []
    if !arms.isMapping || arms.entries.isEmpty {
      problems.error(
        arms.point, "'arms' expects a mapping from names to at least one option, found \(arms.found)")
    }
    check.checkApart(arms.entries, noun: "an option")
    for entry in arms.entries {
      var bare = LocatedNode.emptyMapping(at: arms.point)
      bare[entry.key] = entry.value
      if !entry.value.isMapping {
        check.check(bare, .named(.arm, noun: "an option"), name: "arms")
        if !entry.value.isNull { continue }
      }
      check.checkName(entry, noun: "an option")
      let room = SizeLimits.arms
      let variants = expandSweeps(of: entry, room: room, problems)
      for variant in variants {
        check.check(variant.entry.value, .section(.arm), name: variant.name)
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
    _ decoder: inout SegmentDecoder, _ merger: inout LayerMerger, arms: Int
  ) -> (names: [String], cells: [[PeopleCell]]) {
    var names: [String] = []
    var cells: [[PeopleCell]] = []
    let scenarios: [LocatedNode.Entry?] = layers.scenarios.isEmpty ? [nil] : layers.scenarios
    guard hasPopulation, decoder.eventKinds.count <= SizeLimits.eventKinds else { return ([], []) }
    let segmentCount = max(1, layers.segments(of: layers.all).count)
    let (perArm, overflow) = scenarios.count.multipliedReportingOverflow(by: segmentCount)
    let most = purpose == .search ? SizeLimits.searchedCells : SizeLimits.cells
    guard !overflow, perArm <= most / max(arms, 1) else {
      problems.error(
        root.point,
        "expected at most \(most) combinations of scenario, segment and option, found more")
      return ([], [])
    }
    for scenario in scenarios {
      let base = layers.base(scenario: scenario)
      let ground = merger.merged(base)
      var people: [PeopleCell] = []
      let segments = layers.segments(of: base)
      for segment in segments {
        var node = ground
        for layer in segment.layers { merger.apply(layer, to: &node) }
        if node["share"] == nil {
          problems.error(segment.point, "\(segment.name.cited) lacks 'share': a number from 0 to 1")
        }
        decoder.joints = merger.distributions
        people.append(
          PeopleCell(segment: decoder.segment(node, name: segment.name, path: ""), node: node))
      }
      if segments.isEmpty {
        decoder.joints = merger.distributions
        people.append(PeopleCell(segment: decoder.segment(ground, name: "all", path: ""), node: ground))
      } else {
        checkShares(people, of: base)
      }
      names.append(scenario?.key ?? "base")
      cells.append(people)
    }
    return (names, cells)
  }

  private func sharesPoint(_ base: [Layer]) -> SourcePoint {
    base.last { $0.node["segments"] != nil }?.node.entry("segments")?.point ?? root.point
  }

  private func checkShares(_ people: [PeopleCell], of base: [Layer]) {
    let sum = people.map(\.segment.share).reduce(0, +)
    guard people.allSatisfy({ $0.node["share"] != nil }), abs(sum - 1) > 1e-6 else { return }
    var section = LocatedNode.emptyMapping(at: sharesPoint(base))
    if let level = people.compactMap({ $0.node["share"]?.level }).max() { section.level = level }
    let point = faultLocation(of: people.map { $0.node["share"] }, in: section)
    problems.error(
      point,
      "expected the shares of the segments to sum to 1, found \(sum.shortText)")
  }

  private func usageStrings(_ reader: SectionReader) -> [UsageString] {
    reader.named("usage_strings").map { string in
      string.require(problems)
      let text = string.text("text") ?? ""
      if string.has("text"), text.allSatisfy(\.isWhitespace) {
        problems.warning(
          string.node["text"]?.point ?? string.node.point,
          "the usage string \(string.name.cited) is empty, and review may take it for a missing one (R25)")
      }
      return UsageString(name: string.name, text: text, string.numbers(.usageString))
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
    let (total, isTooMany) = trials.multipliedReportingOverflow(by: installs)
    if isTooMany || total > SizeLimits.totalInstalls {
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
    var without: [String] = []
    for scenario in experiment.scenarios.indices {
      for arm in experiment.arms.indices
      where !experiment.modelledMetrics(scenario: scenario, arm: arm).contains(metric) {
        without.append(experiment.arms[arm].name)
      }
    }
    guard let first = without.first else { return }
    let needs = "It needs \(metric.definition.requirement.words)"
    if without.count == experiment.arms.count * experiment.scenarios.count {
      problems.error(point, "'\(metric.rawValue)' is not modelled in this file. \(needs)")
    } else {
      problems.warning(
        point, "'\(metric.rawValue)' is not modelled for the option \(first.cited), \(otherwise). \(needs)")
    }
  }

  private func usedJoints(in parameters: [Parameter], among distributions: [JointDistribution])
    -> [JointDistribution]
  {
    var used: Set<String> = []
    for parameter in parameters {
      if case .joint(let path, _) = parameter.distribution { used.insert(path) }
    }
    return distributions.filter { used.contains($0.path) }
  }

  /// The evidence by path; visits that figures condition have that of the first.
  private func evidence(
    of paths: Set<String>, _ visits: [VisitModel]
  ) -> (evidence: [String: Evidence], tried: Set<String>) {
    var found = readEvidence(layers, root: root, paths: paths, problems)
    for visits in visits {
      guard let figure = visits.figures.first else { continue }
      for parameter in visits.conditioned { found.evidence[parameter.path] = found.evidence[figure.path] }
    }
    return found
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
