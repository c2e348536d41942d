import ExperimentDesign
import Rendering
import Studies
package import TextFormats

extension RunPage {
  /// The answer as data, schema `att-lab/run/1`: numbers at full precision, options by name, absent values null; beside
  /// it what it says in words, and the commands to go on with.
  package func json() throws -> JSONValue {
    try JSONValue(encoding: self, options: outline.arms.map(\.name))
  }
}

extension RunPage: Encodable {
  private enum CodingKeys: String, CodingKey { case schema, words, steps }

  private struct Step: Encodable {
    let kind: String
    let command: String
  }

  /// See ``json()``.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode("att-lab/run/1", forKey: .schema)
    try answer.encode(to: encoder)
    let words = answer.scenarios.map { (name: $0.found.name, value: ScenarioSentences(self.words($0))) }
    try members.encode(ByName(words), forKey: .words)
    try members.encode(
      answer.steps.compactMap { step in
        commands.command(step, of: outline).map { Step(kind: step.kind, command: $0) }
      }, forKey: .steps)
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
