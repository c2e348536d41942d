import ExperimentDesign
package import Rendering
import Studies
import TextFormats

extension RunPage {
  /// The answer as data, schema `att-lab/run/1`: numbers at full precision, options by name, absent values null; beside
  /// it what it says in words, and the commands to go on with.
  package func json() throws -> JSONValue {
    try JSONValue(encoding: self, options: outline.arms.map(\.name))
  }
}

extension RunPage: Encodable {
  private enum CodingKeys: String, CodingKey {
    case schema, run, name, trials, settings, valueUnit, inputs, guessed, stopping
    case description, platform, scenarios, words, steps
  }

  private struct Step: Encodable {
    let kind: String
    let command: String
  }

  /// The run, what it is of, what it answers in each scenario; see ``json()``.
  public func encode(to encoder: any Encoder) throws {
    let scenarios = answer.scenarios
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode("att-lab/run/1", forKey: .schema)
    try members.encode(outline.run, forKey: .run)
    try members.encodeIfPresent(outline.name, forKey: .name)
    try members.encode(answer.summary.trials, forKey: .trials)
    try members.encode(outline.assumedOtherwise, forKey: .settings)
    try members.encodeIfPresent(outline.context?.valueUnit, forKey: .valueUnit)
    try members.encode(ByName(outline.inputCounts), forKey: .inputs)
    try members.encode(outline.guessed, forKey: .guessed)
    try members.encodeIfPresent(answer.summary.stopping, forKey: .stopping)
    try members.encode(outline.description, forKey: .description)
    try members.encodeIfPresent(outline.platform, forKey: .platform)
    try members.encode(
      ByName(scenarios.map { (name: $0.found.name, value: EncodedScenario(answer: $0)) }), forKey: .scenarios)
    try members.encode(
      ByName(scenarios.map { (name: $0.found.name, value: ScenarioSentences(words($0))) }), forKey: .words)
    try members.encode(
      answer.steps.compactMap { step in
        commands.command(step, of: outline).map { Step(kind: step.kind, command: $0) }
      }, forKey: .steps)
  }
}

/// A scenario's answer as data: what to do, and then what it rests on.
private struct EncodedScenario: Encodable {
  let answer: ScenarioAnswer

  private enum CodingKeys: String, CodingKey { case cautions, order, lead }

  func encode(to encoder: any Encoder) throws {
    try answer.decided.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(answer.cautions, forKey: .cautions)
    try members.encode(OptionNames(wrappedValue: answer.order), forKey: .order)
    try members.encodeIfPresent(answer.lead, forKey: .lead)
    try answer.found.encode(to: encoder)
  }
}

extension NextStep {
  /// A short name.
  fileprivate var kind: String {
    switch self {
    case .moreTrials: "more_trials"
    case .moreInstalls: "more_installs"
    case .plan: "plan"
    case .sayWords: "say_words"
    case .giveRange: "give_range"
    case .ship: "ship"
    case .explore: "explore"
    case .report: "report"
    }
  }
}

/// What is said of a scenario, a sentence or more each.
struct ScenarioSentences: Codable {
  let advice: String
  let meanwhile: String?
  let confidence: String?
  let decidedBy: String?
  /// The weightiest first.
  let cautions: [String]
  let blockers: [String]
  /// What the one thing does that two options differ in.
  let contrasts: [String]

  init(_ words: ScenarioWords) {
    (advice, meanwhile) = (words.advice.text, words.meanwhile?.text)
    (confidence, decidedBy) = (words.confidence?.text, words.deciding?.text)
    (cautions, blockers) = (words.cautions.map(\.text), words.out.map(\.text))
    contrasts = words.contrasts.map(\.text)
  }
}
