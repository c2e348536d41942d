import ExperimentDesign
import PromptFlow
import TextFormats

/// Turns the checked texts of an experiment into the experiment.
struct ExperimentDecoder {
  let problems: ProblemList
  let root: LocatedNode
  let layers: PopulationLayers
  /// Whether there is a population to decode.
  let hasPopulation: Bool
  /// Why it is read.
  let purpose: ReadingPurpose
  /// The text without what was set from outside.
  let plain: LocatedNode
  let horizonDays: Double
  /// Names of event kinds by number.
  let eventKinds: [String]
  let retention = RetentionReader()
  let usageStrings: [UsageString]
  let prePrompts: [PrePrompt]
  /// The people by scenario and segment; none until they are decoded.
  private(set) var cells: [[PeopleCell]] = []
  /// The strategies of `search`, once the experiment is read; `nil` where they were not asked for.
  var searchSpace: SearchSpace?
  private let reader: SectionReader

  var scenarioNames: [String] { layers.scenarios.isEmpty ? ["base"] : layers.scenarios }

  init(
    _ root: LocatedNode, plain: LocatedNode, population: LocatedNode?, purpose: ReadingPurpose,
    _ problems: ProblemList
  ) {
    (self.root, self.plain, self.purpose, self.problems) = (root, plain, purpose, problems)
    hasPopulation = population != nil
    layers = PopulationLayers(root, population: population, problems)
    reader = SectionReader(
      node: root, table: .experiment, path: "", name: "experiment", problems: problems)
    horizonDays = reader.number("horizon_days") ?? 30
    eventKinds = layers.names(of: "events")
    usageStrings = reader.named("usage_strings").map(\.usageString)
    prePrompts = reader.named("pre_prompts").map(\.prePrompt)
  }

  /// - Parameter fallbackName: the name an experiment has when it gives none.
  /// - Returns: the experiment, which is none where `problems` has errors.
  mutating func experiment(fallbackName: String) -> Experiment {
    let expanded = expandedArms()
    if eventKinds.count > SizeLimits.eventKinds {
      problems.error(
        layers.population.entry("events")?.point ?? root.point,
        "expected at most \(SizeLimits.eventKinds) kinds of events, found \(eventKinds.count)")
    }
    cells = people(arms: expanded.count)
    let decodedArms = cells.isEmpty ? [] : expanded.map { arm($0) }
    let trials = reader.integer("trials") ?? Experiment.standardTrials
    let installs = reader.integer("installs") ?? Experiment.standardInstalls
    checkSize(trials, installs)
    warnOfWords(reader, decodedArms)
    var experiment = Experiment(
      name: reader.text("experiment").flatMap { $0.isEmpty ? nil : $0 } ?? fallbackName,
      scenarios: zip(scenarioNames, cells).map { Scenario(name: $0, segments: $1.map(\.segment)) },
      arms: decodedArms)
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
    experiment.eventKinds = eventKinds
    experiment.joints = (layers.distributions + retention.joints).drawing(parameters.map(\.distribution))
    experiment.evidence = evidence
    experiment.ownNumbers = origins.own
    experiment.openInputs = openInputs(of: experiment, tried: tried, arms: expanded)
    // What is only worth telling where nothing else is wrong.
    if !problems.hasErrors {
      checkObjective(experiment)
      checkGuardrails(experiment)
      warnOfObjectiveWithoutConsent(experiment)
    }
    return experiment
  }

  private mutating func expandedArms() -> [ExpandedArm] {
    let written = root["arms"].map(writtenArms) ?? []
    if root["arms"] == nil, purpose == .simulation || root["search"] == nil,
      !problems.isMisspelt("arms", at: root.point)
    {
      let others = root["search"] == nil ? "" : ". It has 'search', which 'att-lab optimize' reads"
      problems.error(root.point, "the experiment lacks 'arms': the options to compare\(others)")
    }
    return written + (purpose == .search ? searchedArms(beside: written) : [])
  }

  private func writtenArms(_ arms: LocatedNode) -> [ExpandedArm] {
    var expanded: [ExpandedArm] = []
    if !arms.isMapping || arms.entries.isEmpty {
      problems.error(
        arms.point, "'arms' expects a mapping from names to at least one option, found \(arms.found)")
    }
    problems.checkApart(arms.entries, noun: "an option")
    for entry in arms.entries {
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
        return []
      }
    }
    return expanded
  }

  /// The people of every scenario, decoded.
  private func people(arms: Int) -> [[PeopleCell]] {
    guard hasPopulation, eventKinds.count <= SizeLimits.eventKinds else { return [] }
    let scenarios: [String?] = layers.scenarios.isEmpty ? [nil] : layers.scenarios
    let segmentCount = max(1, Set(layers.all.compactMap(\.segment)).count)
    let most = purpose == .search ? SizeLimits.searchedCells : SizeLimits.cells
    guard scenarios.count * segmentCount <= most / max(arms, 1) else {
      problems.error(
        root.point,
        "expected at most \(most) combinations of scenario, segment and option, found more")
      return []
    }
    return scenarios.map { scenario in
      let (base, segments) = layers.layers(of: scenario)
      let ground = layers.merged(base, over: .mapping([], at: layers.population.point))
      let people = (segments.isEmpty ? [("all", [])] : segments).map { name, own in
        let node = layers.merged(own, over: ground)
        if let point = own.first?.point, node["share"] == nil {
          problems.error(point, "\(name.cited) lacks 'share': a number from 0 to 1")
        }
        let joints = (base + own).flatMap(\.joints).map(\.distribution)
        return PeopleCell(segment: segment(node, name: name, joints: joints), node: node)
      }
      if !segments.isEmpty { checkShares(people) }
      return people
    }
  }

  private func checkShares(_ people: [PeopleCell]) {
    let shares = people.map { $0.node["share"] }
    let sum = people.reduce(0) { $0 + $1.segment.share }
    guard shares.allSatisfy({ $0 != nil }), abs(sum - 1) > 1e-6 else { return }
    problems.error(
      faultLocation(of: shares, in: root),
      "expected the shares of the segments to sum to 1, found \(sum.shortText)")
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
    let terms = (root["objective"]?.entries ?? []).compactMap { entry -> Objective.Term? in
      guard let metric = Metric(rawValue: entry.key), let weight = entry.value.scalar.flatMap(readNumber)
      else { return nil }
      return Objective.Term(metric: metric, weight: weight)
    }
    let single = root["objective"]?.scalar.flatMap(Metric.init) ?? .optInPerInstall
    var objective = terms.isEmpty ? Objective(single) : Objective(terms: terms)
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
}

extension SectionReader {
  fileprivate var usageString: UsageString {
    UsageString(name: name, text: text("text") ?? "", numbers(.usageString))
  }

  fileprivate var prePrompt: PrePrompt {
    let shows = text("max_shows")
    let maximum = shows == "unlimited" ? nil : shows.flatMap(readInteger) ?? (flag("dismissible") ? 3 : nil)
    return PrePrompt(
      name: name, title: text("title") ?? "", body: text("body") ?? "", button: text("button") ?? "Continue",
      policy: PrePromptPolicy(
        isDismissible: flag("dismissible"), cooldownSessions: integer("cooldown_sessions") ?? 1,
        maximumShows: maximum), numbers(.prePrompt))
  }
}
