import ExperimentDesign
import Rendering
import Studies

extension RunOutline {
  /// The odds ratios that the words of options of one moment differ by, that the file gives as one number, other than 1,
  /// which says that the words do nothing.
  ///
  /// Every draw has the same such number, so that a choice looks surer than anybody can be.
  func exactWordEffects(_ positions: [Int]) -> [RunDescription.Parameter] {
    let options = positions.map { description.arms[$0] }
    guard Set(options.map(\.ask)).count == 1 else { return [] }
    let strings = Set(options.map(\.usageString)).count > 1 ? options.map(\.usageString) : []
    let screens = Set(options.map(\.prePrompt)).count > 1 ? options.compactMap(\.prePrompt) : []
    let paths =
      strings.map { "usage_strings.\($0).odds_ratio" } + screens.map { "pre_prompts.\($0).allow_odds_ratio" }
    let given = paths.compactMap { path in description.parameters.first { $0.path == path } }
    return given.filter { $0.value != nil && $0.value != 1 }
  }
}

/// A choice between words whose odds ratios are taken for exact.
extension AnswerScenario {
  private var exactWords: [RunDescription.Parameter] {
    guard let choice = recommendation.choice, let other = recommendation.runnerUp,
      ![.identical, .tie].contains(recommendation.kind), recommendation.alike.isEmpty
    else { return [] }
    return outline.exactWordEffects([choice, other])
  }

  /// Under which condition the confidence holds, behind it; empty where no number is taken for exact.
  var ifExact: String {
    let exact = exactWords
    let paths = exact.map { TerminalText.safe($0.path) }.inProse
    guard exact.count == 1, let value = exact[0].value else {
      return exact.isEmpty ? "" : ", if \(paths) are exact"
    }
    return ", if \(paths) is exactly \(SupportedDigits.exact(value))"
  }

  /// How to see how sure the choice is where nobody knows a number so well; `nil` where none is taken for exact.
  var rangeStep: ReviewDocument.Step? {
    guard let number = exactWords.first, let value = number.value, value > 0, let file else { return nil }
    let ends = [value / 1.2, value * 1.2].map { SupportedDigits.number($0, error: $0 / 20, plain: 2) }
    return ReviewDocument.Step(
      title: "Give a range", text: "to see how sure the choice is, since one number counts as exact",
      command: "att-lab simulate \(file) --set "
        + TerminalText.shellWord("\(number.path)={range: [\(ends.joined(separator: ", "))]}"))
  }
}
