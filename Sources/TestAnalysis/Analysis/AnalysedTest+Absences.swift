import Inference
import TestData

extension AnalysedTest {
  /// Says of everything that is null why it is.
  mutating func addAbsences() {
    for panel in panels {
      for (arm, count) in panel.counts.enumerated() where count.n == 0 && !isTold(empty: arm) {
        cautions.append(.emptyArm(arm, panel.denominator))
      }
      for comparison in panel.statistics.comparisons
      where comparison.counts.arm.n > 0 && comparison.counts.baseline.n > 0 {
        for (names, reason) in comparison.absences {
          cautions.append(.noValue(names, reason, arm: comparison.arm, panel.denominator))
        }
      }
    }
    if arms.count == 1 { cautions.append(.singleArm) }
  }

  /// Whether an arm of event rows has no install of the day's age, which is said once and not per denominator.
  private func isTold(empty arm: Int) -> Bool {
    guard case .events = material else { return false }
    return panels.contains { $0.denominator == .installs && $0.counts[arm].n == 0 }
  }
}

extension CountsAnalysis.Comparison {
  /// What has no value, by its names in the JSON, and why; a reason is given once for all it explains.
  var absences: [(names: [String], reason: NoValueReason)] {
    var found: [(what: String, reason: NoValueReason)] = []
    for method in DifferenceMethod.allCases {
      if let reason = differenceIntervals[method]?.reason { found.append((method.name, reason)) }
    }
    if let reason = counts.ratio.reason { found.append(("ratio", reason)) }
    for method in RatioMethod.allCases {
      if let reason = ratioIntervals[method]?.reason { found.append((method.name, reason)) }
    }
    if let reason = counts.oddsRatio.reason { found.append(("odds_ratio", reason)) }
    for method in OddsRatioMethod.allCases {
      if let reason = oddsRatioIntervals[method]?.reason { found.append((method.name, reason)) }
    }
    for test in EqualityTest.allCases {
      if let reason = tests[test]?.reason { found.append((test.name, reason)) }
    }
    if let reason = posterior.reason { found.append(("bayes", reason)) }
    var merged: [(names: [String], reason: NoValueReason)] = []
    for entry in found {
      if let index = merged.firstIndex(where: { $0.reason == entry.reason }) {
        merged[index].names.append(entry.what)
      } else {
        merged.append((names: [entry.what], reason: entry.reason))
      }
    }
    return merged
  }
}
