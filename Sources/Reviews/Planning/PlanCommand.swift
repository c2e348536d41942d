import Inference
import Rendering

/// The words of `att-lab plan` that stand for a design; other words say what is asked of it.
struct PlanCommand {
  private let design: TestDesign

  init(_ design: TestDesign) { self.design = design }

  var words: [String] {
    var words: [String] = []
    if case .nonInferior(let margin) = design.aim { words += ["--non-inferior", Self.points(margin)] }
    if design.level != .ninetyFive { words += ["--confidence", PlanNumbers.percent(design.level.value)] }
    if design.allocation.contains(where: { abs($0 - design.allocation[0]) > 1e-12 }) {
      words += ["--allocation", PlanNumbers.split(design.allocation).joined(separator: ",")]
    }
    if let clusters = design.clusters {
      words += ["--cluster-size", PlanNumbers.plain(clusters.size)]
      words += ["--icc", PlanNumbers.plain(clusters.intraclassCorrelation)]
    }
    switch design.looks {
    case nil: break
    case .anyTime?: words.append("--peek")
    case .fixed(let count)?: words += ["--looks", "\(count)"]
    }
    return words
  }

  /// `2pp`.
  static func points(_ difference: Double) -> String {
    PlanNumbers.points(difference).replacing(" ", with: "")
  }
}
