import Inference
import Rendering

/// How a planned test is split and counted, in sentences.
struct DesignWords {
  private let design: TestDesign

  init(_ design: TestDesign) { self.design = design }

  /// Which installs count; `nil` where all do.
  var usable: String? {
    guard design.counted.contains(where: { $0 < 1 }) else { return nil }
    var shares: [String] = []
    for share in design.counted.map(PlanNumbers.percent) where !shares.contains(share) {
      shares.append(share)
    }
    let each = shares.count > 1 ? " (in the order of the options)" : ""
    return
      "Of the installs, \(shares.joined(separator: ", ")) count\(each); the rest are lost or not reached."
  }

  /// What is split instead of installs; `nil` for installs.
  var clusters: String? {
    switch design.clusters {
    case nil: return nil
    case .size(let size, let correlation)?:
      let effect = SupportedDigits.trimmed(
        SupportedDigits.text(design.clusters?.designEffect ?? 1, decimals: 2))
      return
        "Releases or languages of \(SupportedDigits.grouped(Int(size.rounded()))) installs are split, with an intraclass correlation of "
        + "\(PlanNumbers.plain(correlation)): \(effect) times the installs."
    case .counts(let counts, let correlation)?:
      let each = counts.map { "\($0)" }.joined(separator: ", ")
      return "Releases or languages are split (\(each) per option), with an intraclass correlation of "
        + "\(PlanNumbers.plain(correlation)). More installs do not reduce what differs between them."
    }
  }

  /// How several comparisons are judged together; `nil` for one.
  ///
  /// - Parameters:
  ///   - baseline: what each option is compared with.
  ///   - purpose: what the level is for, behind the correction's name.
  ///   - more: what follows where each comparison has a level of its own.
  func comparisons(with baseline: String, for purpose: String = "", more: String) -> String? {
    guard design.comparisons > 1 else { return nil }
    let count = "\(design.comparisons) comparisons with \(baseline)"
    guard design.comparisonLevel != design.level else {
      return "\(count), each at the whole level: without a correction more of them find what is not there."
    }
    let level = SupportedDigits.trimmed(
      SupportedDigits.text(100 * design.comparisonLevel.alpha, decimals: 2))
    return "\(count), each at the level \(level)% (Bonferroni)\(purpose).\(more)"
  }

  /// The formula that decides of counted releases or languages; `nil` for all else.
  var clusterFormula: String? {
    guard case .counts? = design.clusters else { return nil }
    return "The formula of Student's test of the clusters; att-lab analyze judges by a robust form of it."
  }
}
