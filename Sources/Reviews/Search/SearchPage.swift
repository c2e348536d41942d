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

  /// The parts, unchanged.
  public init(summary: RunSummary, store: String?) {
    self.summary = summary
    self.store = store
  }

  /// - Parameter file: what the experiment was written to; `nil` for nothing.
  func page(file: String?) -> RunPage {
    RunPage(
      RunAnswer(summary),
      commands: RunCommands(file: file.map(TerminalText.shellWord), store: store, again: nil))
  }
}

extension SearchReport {
  /// What came out, in a few words.
  var headline: String {
    guard let winner = result.winner else { return "no strategy may be chosen" }
    return "\(TerminalText.safe(name(winner))), of \(SupportedDigits.grouped(result.searched)) searched"
  }
}
