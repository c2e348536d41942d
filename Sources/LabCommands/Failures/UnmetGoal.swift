import ExperimentDesign
import Rendering
import Reviews
import Studies

/// A precision or a loss that the most trials allowed did not reach.
struct UnmetGoal {
  /// What was reached, and the command that goes on from the stored trials.
  var lines: [String]

  /// The most trials that one run may choose.
  private static let most = 10_000_000

  /// `nil` where the run met its goal, or had none.
  ///
  /// - Parameter command: the command that continues with a larger limit.
  init?(_ summary: RunSummary, command: (_ maxTrials: Int) -> String) {
    guard let outcome = summary.stopping, !outcome.isMet else { return nil }
    let sentence = "Not reached: " + stoppingSentence(outcome, of: summary)
    // As many again where nothing says how many it takes.
    let needed = max(outcome.trialsNeeded(after: summary.trials) ?? 0, 2 * summary.trials)
    guard needed <= Self.most else {
      lines = [
        sentence,
        "One run may have \(SupportedDigits.grouped(Self.most)) trials; give more --installs, or ask for less.",
      ]
      return
    }
    lines = [sentence, "This goes on from the trials that are stored:", "  \(command(needed))"]
  }
}
