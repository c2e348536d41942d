import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Looks whether arms coincide with releases or languages, and compares over those where they do.
  mutating func addClusters(_ parts: PartCounts) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    for kind in ClusterColumn.allCases {
      for arm in arms.indices where arm != baseline {
        guard
          let compared = ClusteredComparison(
            kind, parts[kind], arm: arm, baseline: baseline, denominator: denominator, days: parts.days)
        else { continue }
        clustered.append(compared)
        var interval: Interval?
        if case .contrast(let contrast, _, _) = compared.comparison, compared.isInSequence != true {
          interval = try contrast.interval(at: bonferroniLevel)
        }
        dataProblems.append(.clusters(compared, interval))
      }
    }
  }
}

extension AnalysedTest {
  /// From this overlap on releases are taken to be split like the installs.
  static let overlapOfSplit = 0.98

  /// Settles which parts arms are compared within, where the split differs: releases (languages) that carry both, where
  /// only some do, else days, else segments.
  mutating func addComparedParts(_ all: PartCounts) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    let isByDay = strata.contains { $0.kind == .day && $0.splitDrifts }
    for kind in ClusterColumn.allCases {
      for arm in arms.indices where arm != baseline && !isClustered(arm) {
        guard let overlap = try unlikeOverlap(all[kind], arm, denominator) else { continue }
        if let first = parts(of: arm) {
          dataProblems.append(notice(overlap, kind, arm, .mixed(first.within)))
          continue
        }
        let shared = SharedClusters(
          kind, all[kind], arm: arm, baseline: baseline, denominator: denominator, isByDay: isByDay)
        let parts = ComparedParts(arm: arm, shared)
        compared.append(parts)
        let isRead = try parts.pooled(denominator, baseline: baseline) != nil
        dataProblems.append(
          notice(
            overlap, kind, arm, isRead ? .restsOnShared(shared, parts.within) : .tooLittleShared(shared)))
      }
    }
    guard let drifting else { return }
    for arm in arms.indices where arm != baseline && parts(of: arm) == nil {
      compared.append(ComparedParts(arm: arm, drifting))
    }
  }

  /// The parts that an arm is compared within; `nil` where all of the test is read together.
  func parts(of arm: Int) -> ComparedParts? { compared.first { $0.arm == arm } }

  /// What these parts are.
  func comparedWithin(_ arm: Int) -> ComparedWithin? { parts(of: arm)?.within }

  /// How far two arms that are not spread alike over releases (languages) overlap; `nil` where a fair split of the
  /// installs may look like that.
  private func unlikeOverlap(
    _ clusters: [ClusterCounts], _ arm: Int, _ denominator: Denominator
  ) throws -> UnlikeOverlap? {
    guard let overlap = ClusteredComparison.overlap(clusters, arm, baseline, denominator),
      overlap < Self.overlapOfSplit
    else { return nil }
    let people = clusters.map { [$0.arms[arm]?[denominator] ?? 0, $0.arms[baseline]?[denominator] ?? 0] }
    // Among many clusters of a few installs each even a fair split overlaps little, and an overlap near
    // the whole moves no difference.
    guard let p = try SplitDrift.test(people)?.p, p.value < SplitDrift.threshold else { return nil }
    return UnlikeOverlap(share: overlap, p: p)
  }

  private struct UnlikeOverlap {
    var share: Double
    var p: PValue
  }

  private func notice(
    _ overlap: UnlikeOverlap, _ kind: ClusterColumn, _ arm: Int,
    _ consequence: AnalysisNotice.ConsequenceOfClusters
  ) -> AnalysisNotice {
    .unlikeClusters(kind, arm: arm, overlap: overlap.share, p: overlap.p, consequence)
  }
}
