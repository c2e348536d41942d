import ExperimentDesign
import Inference
package import Rendering
package import Studies

/// What an input does to the answer, for a page that says so beside the input.
package struct InputInfluence: Encodable {
  /// Where the input is written.
  var path: String
  /// The share of the uncertainty that it drives, together with the inputs drawn with it.
  ///
  /// `nil` for all but the strongest of inputs drawn together.
  var share: Double?
  /// How many inputs are drawn together with it.
  var others: Int
  /// Its break-even value; `nil` where it has none within its 90% range, and for all but the strongest of inputs drawn
  /// together, which would have to move with it.
  var turns: Double?
  /// Which option is ahead beyond that value.
  var words: String?
  /// What ``share`` is the uncertainty of: `the lead`, or the objective where there is one option.
  var of: String

  /// Those of a run's first scenario, the strongest first.
  package static func json(of summary: RunSummary) throws -> JSONValue {
    try JSONValue(encoding: all(of: summary))
  }

  private static func all(of summary: RunSummary) -> [InputInfluence] {
    let answer = RunAnswer(summary)
    guard let first = answer.scenarios.first else { return [] }
    let scenario = first.found
    let subject =
      scenario.verdict?.runnerUp == nil ? summary.outline.objective.title : "the lead"
    guard let ranking = scenario.sensitivity else { return [] }
    let place: Phrase = summary.scenarios.count > 1 ? " in \(Name(scenario.name))" : ""
    let words = ScenarioWords(answer: answer, scenario: first)
    return ranking.rows.flatMap { row in
      row.parameters.enumerated().map { position, path in
        let isFirst = position == 0
        let flip =
          row.parameters.count == 1 ? row.flip : row.members.first { isFirst && $0.parameter == path }?.flip
        return InputInfluence(
          path: path, share: isFirst ? row.share.value : nil, others: row.parameters.count - 1,
          turns: flip?.value, words: flip.flatMap { words.breakEven($0, of: path, place: place)?.text },
          of: subject)
      }
    }
  }
}
