import Inference
import Rendering
import TestAnalysis

extension AnalysisVerdict {
  /// What is said in place of a verdict where nobody of any option has answered; `nil` where somebody has.
  func unanswered(_ panel: AnalysisPanel) -> [String]? {
    guard panel.judgements.allSatisfy({ $0.reason == .nobodyAnswered }) else { return nil }
    return ["Nobody has answered\(analysis.byItsDay), so there is no verdict."]
      + later(Array(analysis.arms.indices))
      + panel.judgements.indices.flatMap { GuardrailSentences(analysis: analysis).sentences($0, panel) }
  }

  /// The same of one comparison.
  func unanswered(_ arm: Int) -> String {
    let names = [arm, analysis.baseline].map { TerminalText.inSentence(analysis.arms[$0]) }
    return
      (["No verdict on \(names[0]) vs \(names[1]): nobody of either has answered\(analysis.byItsDay)."]
      + later([arm, analysis.baseline])).joined(separator: " ")
  }

  /// How many answers come later, and how to read them.
  private func later(_ arms: [Int]) -> [String] {
    guard let later = analysis.laterAnswers(of: arms) else { return [] }
    let (first, last) = (later.days.lowerBound, later.days.upperBound)
    let days = first == last ? "day \(first)" : "days \(first) to \(last)"
    return [
      "\(SupportedDigits.grouped(later.count)) \(later.count == 1 ? "answer comes" : "answers come") on \(days): read by a "
        + "later day, --day \(last)."
    ]
  }
}

extension AnalysedTest {
  /// ` by day 30`, as what comes later is not counted; empty for counts, which have no days.
  var byItsDay: String {
    switch material {
    case .counts: ""
    case .events(_, let day, _): " by day \(day)"
    }
  }
}
