import ExperimentDesign
import Inference
import Rendering
import RuleBook
import Studies

/// What the answer says of one scenario.
struct AnswerScenario {
  var summary: RunSummary
  var scenario: ScenarioSummary
  var file: String?
  /// How the run is made again.
  let again: RepeatedRun
  let recommendation: Recommendation

  init(summary: RunSummary, scenario: ScenarioSummary, file: String?, again: RepeatedRun?) {
    self.summary = summary
    self.scenario = scenario
    self.file = file
    self.again =
      again
      ?? RepeatedRun(
        command: "att-lab simulate \(file ?? TerminalText.shellWord("\(summary.outline.experiment).yaml"))")
    recommendation = scenario.recommendation(parametersVary: summary.outline.parametersVary)
  }

  var outline: RunOutline { summary.outline }
  var objective: Objective { outline.objective }

  var numbers: AnswerNumbers {
    // Without a verdict no arm has a value, and no number is compared with the margin.
    AnswerNumbers(
      unit: objective.unit, margin: scenario.verdict?.margin ?? objective.defaultMargin(level: 0))
  }

  /// An option in a cell.
  func label(_ arm: Int) -> String { TerminalText.safe(outline.arms[arm].name) }

  /// An option in a sentence, where a name of several words stands in quotation marks.
  func name(_ arm: Int) -> String { TerminalText.inSentence(outline.arms[arm].name) }

  /// `a`, `a and b`, `a, b and c`, `a, b and 4 more`.
  func names(_ arms: [Int]) -> String {
    let shown = arms.count > 4 ? arms.prefix(3).map(name) + ["\(arms.count - 3) more"] : arms.map(name)
    return shown.inProse
  }

  /// A chance that draws of the uncertain inputs say: `67%`, `>99.9%`.
  ///
  /// All of a thousand draws or more still leave a chance open, which is not rounded to certainty.
  func chanceText(_ chance: MonteCarloNumber?) -> String {
    guard outline.parametersVary, summary.trials >= Self.manyTrials else {
      return AnswerNumbers.chance(chance)
    }
    return switch chance?.value {
    case 1: ">99.9%"
    case 0: "<0.1%"
    case _: AnswerNumbers.chance(chance)
    }
  }

  /// Trials from which on a tenth of a per cent shows.
  private static let manyTrials = 1_000

  /// The margin in words: `0.5 pp`, `1%`.
  var margin: String {
    objective.isShare ? "\(SupportedDigits.exact(numbers.margin * 100)) pp" : "1%"
  }
}
