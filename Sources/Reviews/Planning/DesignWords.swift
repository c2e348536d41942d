import Inference
import Rendering

/// How a planned test is split and counted, in sentences.
struct DesignWords {
  private let design: TestDesign

  init(_ design: TestDesign) { self.design = design }

  /// What is split instead of installs; `nil` for installs.
  var clusters: String? {
    guard let clusters = design.clusters else { return nil }
    let effect = SupportedDigits.trimmed(SupportedDigits.text(clusters.designEffect, decimals: 2))
    return
      "Releases or languages of \(SupportedDigits.grouped(Int(clusters.size.rounded()))) installs are split, with an "
      + "intraclass correlation of \(PlanNumbers.plain(clusters.intraclassCorrelation)): \(effect) times the installs."
  }

  /// How several comparisons are judged together; `nil` for one.
  ///
  /// - Parameter baseline: what each option is compared with.
  func comparisons(with baseline: String) -> String? {
    guard design.comparisons > 1 else { return nil }
    let level = SupportedDigits.trimmed(
      SupportedDigits.text(100 * design.comparisonLevel.alpha, decimals: 2))
    let rule = design.looks == nil && design.clusters == nil ? "Dunnett" : "Bonferroni"
    return
      "\(design.comparisons) comparisons with \(baseline), each at the level \(level)% (\(rule)), which all hold together."
  }
}
