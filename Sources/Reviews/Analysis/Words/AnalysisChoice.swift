import Inference
import Rendering
import Studies
import TestAnalysis
import TestData

/// What to ship after a test that was read once, at its end, in a sentence.
///
/// With guardrails or a margin, what may be shipped is decided option by option (``GuardrailSentences``).
struct AnalysisChoice {
  var analysis: AnalysedTest

  /// Whether the test is over and its measurement holds.
  var isFinal: Bool {
    analysis.dataProblems.isEmpty && analysis.looks == nil && !analysis.options.isRunning
      && analysis.mainPanel?.judgements.contains(where: { $0.verdict != nil }) ?? false
  }

  /// The sentence; `nil` where the test goes on, counts other people than installs, or decides otherwise.
  var sentence: String? {
    guard isFinal, let panel = analysis.mainPanel, panel.denominator == .installs,
      panel.judgements.allSatisfy({ $0.verdict != nil }),
      analysis.decisions.allSatisfy({ $0.ship == nil })
    else { return nil }
    return byVerdict(panel) ?? byChance(panel)
  }

  private static let counted = "It was judged by opt-in alone, so look at retention and attribution first."

  /// What the verdicts alone decide: an option that is better than the baseline, and that nothing is better than.
  private func byVerdict(_ panel: AnalysisPanel) -> String? {
    let verdicts = panel.judgements.compactMap(\.verdict)
    if verdicts.allSatisfy({ $0 == .worse }) { return "Ship \(name(analysis.baseline)). \(Self.counted)" }
    guard verdicts.count == 1 else { return nil }
    switch verdicts[0] {
    case .better: return "Ship \(name(panel.statistics.comparisons[0].arm)). \(Self.counted)"
    case .equivalent: return "Ship the one that is simpler to build: the difference is within the margin."
    case .worse, .unknown: return nil
    }
  }

  /// The option that is most probably best, where options are compared as a whole.
  private func byChance(_ panel: AnalysisPanel) -> String? {
    guard panel.judgements.allSatisfy({ $0.basis == .miettinenNurminen && $0.within == nil }) else {
      return nil
    }
    let chances = panel.statistics.arms.map { $0.standing?.best ?? 0 }
    guard let best = chances.indices.max(by: { (chances[$0], $1) < (chances[$1], $0) }), chances[best] > 0
    else { return nil }
    let chance = AnalysisNumbers.probability(chances[best])
    let verdict = zip(panel.statistics.comparisons, panel.judgements).first { $0.0.arm == best }?.1.verdict
    if chances[best] >= Self.sure, best == analysis.baseline || verdict == .better {
      return "Ship \(name(best)): it is best with a chance of \(chance). \(Self.counted)"
    }
    return
      "If the test ends here, choose \(name(best)): it has the highest chance to be best, \(chance). \(Self.counted)"
  }

  /// From this chance on an option is shipped as the best of several.
  private static let sure = 0.95

  private func name(_ arm: Int) -> String { TerminalText.inSentence(analysis.arms[arm]) }
}
