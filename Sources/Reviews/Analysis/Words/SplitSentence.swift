import Inference
import Rendering
import Studies
import TestAnalysis

/// The split of installs between the arms, and its p, in one sentence.
struct SplitSentence {
  var analysis: AnalysedTest

  /// Arms whose installs are listed one by one, at most.
  private static let mostListed = 8

  /// `nil` where it cannot be known whether the split is the one meant.
  var text: String? {
    guard let ratio = analysis.sampleRatio, let assigned = analysis.assigned else { return nil }
    let subject =
      switch analysis.material {
      case .counts: "Split"
      case .events: "Split of all installs, of every age"
      }
    return "\(subject): \(sizes(assigned, ratio))p = \(AnalysisNumbers.p(ratio.test.p))"
      + (ratio.isSequential ? " at every look" : "") + judgement(ratio) + "."
  }

  private func sizes(_ assigned: [Int], _ ratio: SampleRatio) -> String {
    guard assigned.count <= Self.mostListed else { return "\(assigned.count) options; " }
    return "\(list(assigned)) installs, expected \(list(Self.whole(ratio.expected))); "
  }

  private func judgement(_ ratio: SampleRatio) -> String {
    let limit = "p < \(SampleRatio.threshold)"
    if ratio.mismatch {
      return analysis.withheld == .brokenSplit
        ? ", broken (\(limit))" : ", not even over all days (\(limit))"
    }
    return ratio.test.p.value < 0.05 ? ", unusual but not flagged as broken (that needs \(limit))" : ""
  }

  private func list(_ numbers: [Int]) -> String {
    numbers.map(SupportedDigits.grouped).inProse
  }

  /// Whole numbers next to these, with the same sum.
  private static func whole(_ numbers: [Double]) -> [Int] {
    var sum = 0.0
    var before = 0.0
    return numbers.map { number in
      sum += number
      let now = sum.rounded(.toNearestOrEven)
      defer { before = now }
      return Int(now - before)
    }
  }
}
