import ExperimentDesign
import TextFormats

extension RunAnswer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case run, name, trials, settings, valueUnit, inputs, guessed, stopping,
      dependsOnScenario
    case description, platform, scenarios
  }

  /// The run, what it is of, and what it answers in each scenario.
  public func encode(to encoder: any Encoder) throws {
    let outline = summary.outline
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(outline.run, forKey: .run)
    try members.encodeIfPresent(outline.name, forKey: .name)
    try members.encode(summary.trials, forKey: .trials)
    try members.encode(outline.assumedOtherwise, forKey: .settings)
    try members.encodeIfPresent(outline.context?.valueUnit, forKey: .valueUnit)
    try members.encode(ByName(summary.inputCounts), forKey: .inputs)
    try members.encode(summary.guessed, forKey: .guessed)
    try members.encodeIfPresent(summary.stopping, forKey: .stopping)
    try members.encodeIfPresent(dependsOnScenario, forKey: .dependsOnScenario)
    try members.encode(outline.description, forKey: .description)
    try members.encodeIfPresent(outline.platform, forKey: .platform)
    try members.encode(ByName(scenarios.map { (name: $0.found.name, value: $0) }), forKey: .scenarios)
  }
}

extension ScenarioAnswer: Encodable {
  private enum CodingKeys: String, CodingKey {
    case advice, confidence, isClose, cautions, decidedBy, order, lead
  }

  /// What to do, and then what it rests on.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(decided.advice, forKey: .advice)
    try members.encodeIfPresent(decided.confidence, forKey: .confidence)
    try members.encode(decided.isClose, forKey: .isClose)
    try members.encode(cautions, forKey: .cautions)
    try members.encodeIfPresent(deciding, forKey: .decidedBy)
    try members.encode(OptionNames(wrappedValue: order), forKey: .order)
    try members.encodeIfPresent(lead, forKey: .lead)
    try found.encode(to: encoder)
  }
}
