import ExperimentDesign
import Inference
import Rendering
public import Studies

/// The answer of the run that a search's numbers come from, as it is printed below the search.
public struct SearchAnswer {
  /// What the run says.
  public var summary: RunSummary
  /// The store's path; `nil` where the run is kept nowhere.
  public var store: String?
  /// What is doubtful in the experiment.
  public var warnings: [String]

  /// The parts, unchanged.
  public init(summary: RunSummary, store: String?, warnings: [String]) {
    self.summary = summary
    self.store = store
    self.warnings = warnings
  }

  /// - Parameter file: what the experiment was written to; `nil` for nothing.
  func text(_ style: ReviewStyle, file: String?) -> AnswerText {
    AnswerText(
      summary: summary, store: store, warnings: warnings, style: style,
      file: file.map(TerminalText.shellWord),
      again: nil, isVerbose: false)
  }
}

extension SearchReport {
  /// What came out, in a few words.
  var headline: String {
    guard let winner = result.winner else {
      return result.nearest == nil ? "no strategy may be chosen" : "no strategy is shown to meet the limits"
    }
    return "\(TerminalText.safe(name(winner))), of \(SupportedDigits.grouped(result.searched)) searched"
  }

  /// Above a page of it.
  var title: String {
    result.winner.map { "A search among strategies: \(TerminalText.safe(name($0)))" }
      ?? "A search among strategies: \(result.nearest == nil ? "none may be chosen" : "none is shown to meet the limits")"
  }

  /// The strategies that no other beats by the objective and another metric.
  var drawings: [Drawing] {
    guard let trade, result.front.count > 1 else { return [] }
    let up = (name: objective.heading.joined(separator: " "), isShare: objective.isShare)
    let across = (name: trade.heading.joined(separator: " "), isShare: trade.isShare)
    func number(_ value: Double, isShare: Bool) -> String {
      SupportedDigits.number(isShare ? 100 * value : value, error: abs(isShare ? value : value / 100))
        + (isShare ? "%" : "")
    }
    let finding = "\(result.front.count) strategies that no other beats by both."
    let figure = FrontFigure(
      id: "front", title: finding,
      description: result.front.map { point in
        "\(TerminalText.safe(name(point.arm))): \(up.name) \(number(point.objective.value, isShare: up.isShare)), "
          + "\(across.name) \(number(point.metric.value, isShare: across.isShare))."
      }.joined(separator: " "),
      marks: result.front.enumerated().map { number, point in
        FrontFigure.Mark(
          name: TerminalText.safe(name(point.arm)), ink: ArmInk(arm: number), across: point.metric.value,
          up: point.objective.value)
      }, across: across, up: up)
    return [
      Drawing(
        figure.figure,
        caption:
          "\(finding) One beats another where it is better by \(up.name) and by \(across.name), each by more than one Monte "
          + "Carlo error.")
    ]
  }
}
