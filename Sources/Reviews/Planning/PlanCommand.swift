import Inference
import Rendering

/// The words of `att-lab plan` that stand for a design; other words say what is asked of it.
struct PlanCommand {
  private let design: TestDesign

  init(_ design: TestDesign) { self.design = design }

  /// `nil` for looks at certain days, which go with another size no more.
  ///
  /// - Parameter clusters: releases or languages of each option, in place of the design's.
  func words(clusters enough: Int? = nil) -> [String]? {
    var words: [String] = []
    switch design.aim {
    case .difference: break
    case .nonInferior(let margin): words += ["--aim", "non-inferior", "--margin", Self.points(margin)]
    case .equivalent(let margin): words += ["--aim", "equivalent", "--margin", Self.points(margin)]
    }
    if design.level != .ninetyFive { words += ["--confidence", PlanNumbers.percent(design.level.value)] }
    if design.aim == .difference, design.sides == .one { words += ["--sides", "one"] }
    if design.test == .fisher { words += ["--test", "fisher"] }
    if design.comparisons > 1, design.correction != .holm {
      words += ["--correction", design.correction.name]
    }
    if design.mustShowAll { words.append("--all") }
    if design.allocation.contains(where: { abs($0 - design.allocation[0]) > 1e-12 }) {
      words += ["--allocation", PlanNumbers.split(design.allocation).joined(separator: ",")]
    }
    switch design.clusters {
    case nil: break
    case .size(let size, let correlation)?:
      words += ["--cluster-size", PlanNumbers.plain(size), "--icc", PlanNumbers.plain(correlation)]
    case .counts(let counts, let correlation)?:
      let each = counts.map { "\(enough ?? $0)" }.joined(separator: ",")
      words += ["--clusters", each, "--icc", PlanNumbers.plain(correlation)]
    }
    switch design.looks {
    case nil: break
    case .anyTime?: words.append("--peek")
    case .scheduled(let schedule, let spending)?:
      guard let even = try? LookSchedule(equallySpaced: schedule.fractions.count),
        zip(even.fractions, schedule.fractions).allSatisfy({ abs($0 - $1) < 1e-9 })
      else { return nil }
      words += ["--looks", "\(schedule.fractions.count)"]
      if spending == .pocockType { words += ["--spending", "pocock"] }
    }
    return words
  }

  /// `2pp`.
  static func points(_ difference: Double) -> String {
    PlanNumbers.points(difference).replacing(" ", with: "")
  }
}
