import Inference
import Rendering
import TestAnalysis
import TestData

extension AnalysisNotices {
  func commonStratum(_ found: CommonStratum) -> String {
    "Among installs that both options would prompt, \(quoted(found.arm)) − \(baseline) lies between "
      + "\(AnalysisNumbers.points(found.bounds.lower, nil)) and \(AnalysisNumbers.points(found.bounds.upper, nil)) pp per prompted (Lee bounds). "
      + "They assume that the option with more prompts would prompt everyone whom the other prompts."
  }

  func noIntervalForLooks(_ arms: [Int]) -> String {
    "There is no interval for every look yet for \(arms.map(quoted).joined(separator: ", ")): it needs "
      + "\(AnalysisNumbers.installs(ConfidenceSequence.fewestInstalls)), \(ConfidenceSequence.fewestEvents) who allowed and "
      + "\(ConfidenceSequence.fewestEvents) who did not in each option."
  }

  /// Why arms have nobody to compare, as a sentence without its full stop.
  func reason(_ empty: EmptyArms) -> String {
    switch empty {
    case .tooYoung(let arms, let days):
      "No install of \(quoted(arms)) is \(AnalysisNumbers.days(days)) old yet; a smaller --day may have some"
    case .notInstalled(let arms): "Nothing of \(quoted(arms)) was installed by --as-of"
    case .nobody(let arms, .installs): "\(quoted(arms)) \(arms.count == 1 ? "has" : "have") no installs"
    case .nobody(let arms, .prompted): "nobody in \(quoted(arms)) was prompted\(analysis.byItsDay)"
    case .nobody(let arms, .answered): "nobody in \(quoted(arms)) answered\(analysis.byItsDay)"
    }
  }

  func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
