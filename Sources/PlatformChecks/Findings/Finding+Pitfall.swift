import ExperimentDesign
import RuleBook

extension PitfallCase {
  /// A finding of this case; `words` are filled in.
  ///
  /// - Parameters:
  ///   - severity: What it costs, if that is not what the case says.
  ///   - preset: Says which preset sets what was seen.
  func finding(
    _ words: [String: String], _ severity: Severity?, _ confidence: Finding.Confidence = .certain,
    at place: FileLocation, related: [Finding.Related] = [], preset: String? = nil
  ) -> Finding {
    var finding = Finding(
      pitfall.tag, severity ?? self.severity, confidence, at: place, related: related,
      filled(\.said, words), preset: preset, why: pitfall.why, fix: filled(\.fix, words))
    finding.rules = rules
    return finding
  }
}

extension Finding.Confidence {
  init(doubts: Int) { self = doubts == 0 ? .certain : doubts == 1 ? .likely : .possible }
}
