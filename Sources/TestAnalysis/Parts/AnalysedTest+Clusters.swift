import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Looks whether arms coincide with releases or languages, and compares over those where they do.
  mutating func addClusters(_ parts: [PartColumn: [ClusterCounts]]) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    let days = asOf == nil ? [] : parts[.day, default: []]
    for kind in PartColumn.clusters {
      for arm in arms.indices where arm != baseline {
        guard
          let compared = try ClusteredComparison(
            kind, parts[kind, default: []], arm: arm, baseline: baseline, denominator: denominator, days: days
          )
        else { continue }
        clustered.append(compared)
        let interval =
          compared.isInSequence == true
          ? nil : try compared.comparison.contrast?.interval(at: bonferroniLevel)
        dataProblems.append(.clusters(compared, interval))
      }
    }
  }

  /// The level of each comparison with the baseline for all to hold together, whatever they depend on each other.
  var bonferroniLevel: ConfidenceLevel {
    options.statistics.level.simultaneous(over: arms.count - 1)
  }

  /// From this overlap on releases are taken to be split like the installs.
  static let overlapOfSplit = 0.98

  /// The parts within which arms are compared because the split differs between them: days, else segments.
  ///
  /// Where releases or languages were assigned, each day may have one option by design.
  var drifting: Strata? {
    guard !hasOnlyClusters else { return nil }
    return strata.first { $0.kind == .day && $0.splitDrifts } ?? strata.first { $0.splitDrifts }
  }

  /// Settles which parts arms are compared within, where the split differs: releases (languages) that carry both, where
  /// only some do, else days, else segments.
  mutating func addComparedParts(_ all: [PartColumn: [ClusterCounts]]) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    let isByDay = strata.contains { $0.kind == .day && $0.splitDrifts }
    for kind in PartColumn.clusters {
      let clusters = all[kind, default: []]
      for arm in arms.indices where arm != baseline && !isClustered(arm) {
        let pairs = try clusters.map(\.arms).pairs(arm, baseline, denominator)
        // Among many clusters of a few installs each even a fair split overlaps little, and an overlap near
        // the whole moves no difference.
        guard let overlap = pairs.overlap, overlap < Self.overlapOfSplit,
          let p = try SplitDrift.test(pairs.map { [$0.arm.n, $0.baseline.n] })?.p,
          p.value < SplitDrift.threshold
        else { continue }
        let consequence: AnalysisNotice.ConsequenceOfClusters
        if let first = parts(of: arm) {
          consequence = .mixed(first.within)
        } else {
          let parts = try ComparedParts(
            arm: arm, kind, clusters, baseline: baseline, denominator: denominator, isByDay: isByDay)
          compared.append(parts)
          consequence =
            try parts.pooled(denominator, baseline: baseline) == nil
            ? .tooLittleShared(parts) : .restsOnShared(parts)
        }
        dataProblems.append(.unlikeClusters(kind, arm: arm, overlap: overlap, p: p, consequence))
      }
    }
    guard let drifting else { return }
    for arm in arms.indices where arm != baseline && parts(of: arm) == nil {
      compared.append(ComparedParts(arm: arm, drifting))
    }
  }

  /// The parts that an arm is compared within; `nil` where all of the test is read together.
  func parts(of arm: Int) -> ComparedParts? { compared.first { $0.option == arm } }
}
