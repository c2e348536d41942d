import ExperimentDesign

// What the texts leave open, and what their single numbers stand in place of.

extension ExperimentDecoder {
  /// - Parameters:
  ///   - tried: numbers set from outside that count as the team's own without being measured.
  ///   - arms: of the experiment, as they are written.
  func openInputs(of experiment: Experiment, tried: Set<String>, arms: [ExpandedArm]) -> OpenInputs {
    // As the file has it by itself; what is wrong with its joints is reported of the whole.
    let population = plain["population"].flatMap { $0.isMapping ? $0 : nil } ?? layers.population
    let written = PopulationLayers(plain, population: population, ProblemList())
    var ranges: [String: Distribution] = [:]
    let origins = NumberOrigins(written, root: plain, paths: [])
    experiment.forEachParameter { parameter in
      let path = parameter.path
      // A scenario is a trial of numbers already.
      guard parameter.constant != nil, ranges[path] == nil, !path.hasPrefix("scenarios."),
        experiment.evidence[path]?.grade != .measured || tried.contains(path)
      else { return }
      ranges[path] = wordRange(parameter) ?? replaced(parameter, origins)
    }
    let joints = written.distributions.drawing(ranges.values)
    let choices = Dictionary(arms.map { ($0.name, openChoices($0)) }) { first, _ in first }
    return OpenInputs(ranges: ranges, joints: joints, choices: choices)
  }

  /// The topmost distribution below a number of the population; `nil` where it stands in place of none.
  private func replaced(_ parameter: Parameter, _ origins: NumberOrigins) -> Distribution? {
    let keys = parameter.path.split(separator: ".")
    // A segment's number stands in place of that of all people, too.
    let ofAll = keys.first == "segments" ? [keys.dropFirst(2).joined(separator: ".")] : []
    return ([parameter.path] + ofAll).flatMap(origins.nodes).lazy.compactMap {
      distribution($0, in: parameter.range)
    }.first
  }

  /// A distribution as it is written; `nil` for a single number and for what is none.
  private func distribution(_ node: LocatedNode, in range: LegalRange) -> Distribution? {
    (try? readDistribution(node, in: range)).flatMap { if case .constant = $0 { nil } else { $0 } }
  }

  /// What a number of a text before or on the alert stands in place of: a distribution that a setting replaced, else the
  /// usual guess of what words do, since nobody has published any; `nil` for other numbers and for those that nobody wrote.
  private func wordRange(_ parameter: Parameter) -> Distribution? {
    let keys = parameter.path.split(separator: ".").map(String.init)
    guard keys.count == 3, root.value(at: keys) != nil, keys[2].hasSuffix("odds_ratio") else { return nil }
    let isOnAlert = keys[0] == "usage_strings"
    guard isOnAlert || keys[0] == "pre_prompts" else { return nil }
    return plain.value(at: keys).flatMap { distribution($0, in: parameter.range) }
      ?? .lognormal(from: 0.8, to: isOnAlert ? 1.25 : 1.8)
  }

  /// What is open of the app's own code under an arm.
  private func openChoices(_ arm: ExpandedArm) -> Set<OpenChoice> {
    let node = arm.entry.value
    // What the team itself writes or sets of all people, of scenarios and of segments: no preset.
    let preset = BuiltInPopulation(rawValue: root["population"]?.scalar ?? "")
    let own = layers.all.map(\.node).filter { preset == nil || !$0.isInPopulationFile }
    let written = own + [node] + (node["segments"]?.entries.map(\.value) ?? [])
    func given(_ keys: [String]) -> [LocatedNode] {
      written.compactMap { $0.value(at: keys) }.filter { !$0.isNull }
    }
    /// Whether the last text that gives it has a single number.
    func isKnown(_ keys: String...) -> Bool { given(keys).last?.scalar != nil }
    var open: Set<OpenChoice> = []
    if node["retry"]?.isNull ?? true { open.insert(.retry) }
    if !isKnown("attribution", "wait_seconds") { open.insert(.wait) }
    for name in layers.names(of: "alerts") + (node["alerts"]?.entries.map(\.key) ?? []) {
      let id = alertNumber(name)
      if given(["alerts", name, "at"]).isEmpty { open.insert(.moment(id)) }
      if !isKnown("alerts", name, "offset") { open.insert(.offset(id)) }
      if !isKnown("alerts", name, "share") { open.insert(.share(id)) }
    }
    return open
  }
}
