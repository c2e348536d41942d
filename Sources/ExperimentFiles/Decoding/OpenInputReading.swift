import ExperimentDesign

/// The texts of an experiment without what was set from outside.
struct WrittenTexts {
  /// The experiment's own.
  let root: LocatedNode
  /// Its population and what it adjusts.
  let layers: PopulationLayers
  /// Whether the population is a preset, whose numbers are nobody's own.
  let isPreset: Bool

  /// - Parameter population: as it was read; one that the experiment writes itself is taken from its text.
  init(_ root: LocatedNode, population: LocatedNode?, isPreset: Bool) {
    let root = root.placed(at: "")
    self.root = root
    self.isPreset = isPreset
    let own = root["population"].flatMap { $0.isMapping ? $0 : nil }
    // What is wrong with joints is reported of the whole.
    layers = PopulationLayers(root, population: own ?? population, ProblemList())
  }
}

/// The usual guesses of what words do to the odds of allowing, which nobody has published.
enum WordGuess {
  static let usageString = Distribution.lognormal(from: 0.8, to: 1.25)
  static let prePrompt = Distribution.lognormal(from: 0.8, to: 1.8)
}

/// Reads what the texts leave open, and what their single numbers stand in place of.
struct OpenInputReader {
  /// The experiment with what was set from outside.
  let root: LocatedNode
  /// The same of its population.
  let layers: PopulationLayers
  let texts: WrittenTexts

  /// - Parameters:
  ///   - tried: numbers set from outside that count as the team's own without being measured.
  ///   - arms: of the experiment, as they are written.
  func inputs(of experiment: Experiment, tried: Set<String>, arms: [ExpandedArm]) -> OpenInputs {
    var ranges: [String: Distribution] = [:]
    let written = NumberOrigins(texts.layers, root: texts.root, paths: [])
    experiment.forEachParameter { parameter in
      let path = parameter.path
      // A scenario is a trial of numbers already.
      guard parameter.constant != nil, ranges[path] == nil, !path.hasPrefix("scenarios."),
        experiment.evidence[path]?.grade != .measured || tried.contains(path)
      else { return }
      ranges[path] = wordRange(parameter) ?? replaced(parameter, written)
    }
    let joints = texts.layers.distributions.drawing(ranges.values)
    let choices = Dictionary(arms.map { ($0.name, openChoices($0)) }) { first, _ in first }
    return OpenInputs(ranges: ranges, joints: joints, choices: choices)
  }

  // MARK: - What single numbers stand in place of

  /// The topmost distribution below a number of the population; `nil` where it stands in place of none.
  private func replaced(_ parameter: Parameter, _ written: NumberOrigins) -> Distribution? {
    let keys = parameter.path.split(separator: ".")
    // A segment's number stands in place of that of all people, too.
    let ofAll = keys.first == "segments" ? [keys.dropFirst(2).joined(separator: ".")] : []
    return ([parameter.path] + ofAll).flatMap(written.nodes).lazy.compactMap {
      distribution($0, in: parameter.range)
    }.first
  }

  /// A distribution as it is written; `nil` for a single number and for what is none.
  private func distribution(_ node: LocatedNode, in range: LegalRange) -> Distribution? {
    guard let found = try? readDistribution(node, in: range) else { return nil }
    if case .constant = found { return nil }
    return found
  }

  /// What a number of a text before or on the alert stands in place of: a distribution that a setting replaced, else the
  /// usual guess; `nil` for other numbers and for those that nobody wrote.
  private func wordRange(_ parameter: Parameter) -> Distribution? {
    let keys = parameter.path.split(separator: ".").map(String.init)
    guard keys.count == 3, root.value(at: keys) != nil else { return nil }
    let guess: Distribution
    switch (keys[0], keys[2]) {
    case ("usage_strings", "odds_ratio"): guess = WordGuess.usageString
    case ("pre_prompts", "allow_odds_ratio"), ("pre_prompts", "continue_odds_ratio"):
      guess = WordGuess.prePrompt
    case _: return nil
    }
    return texts.root.value(at: keys).flatMap { distribution($0, in: parameter.range) } ?? guess
  }

  // MARK: - The app's own code

  /// What is open under an arm.
  private func openChoices(_ arm: ExpandedArm) -> Set<OpenChoice> {
    let node = arm.entry.value
    let written = ownLayers + [node] + (node["segments"]?.entries.map(\.value) ?? [])
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

  /// What the team itself writes or sets of all people, of scenarios and of segments: no preset.
  private var ownLayers: [LocatedNode] {
    layers.all.map(\.node).filter { !texts.isPreset || !$0.isInPopulationFile }
  }
}
