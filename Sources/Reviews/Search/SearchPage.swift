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
    guard let winner = result.winner else { return "no strategy may be chosen" }
    return "\(TerminalText.safe(name(winner))), of \(SupportedDigits.grouped(result.searched)) searched"
  }
}
