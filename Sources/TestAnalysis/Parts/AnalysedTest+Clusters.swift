import GSLNumerics
import Inference
import TestData

extension AnalysedTest {
  /// Looks whether arms coincide with releases or languages, and compares over those where they do.
  ///
  /// - Parameters:
  ///   - releases: installs by release.
  ///   - languages: installs by language.
  ///   - days: installs by day, the earliest first; empty where the data do not say.
  mutating func addClusters(
    releases: [ClusterCounts], languages: [ClusterCounts], days: [ClusterCounts]
  ) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    for (kind, found) in [(ClusteredComparison.Kind.release, releases), (.language, languages)] {
      for arm in arms.indices where arm != baseline {
        guard
          let compared = ClusteredComparison(
            kind, found, arm: arm, baseline: baseline, denominator: denominator, days: days)
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

  /// Looks for arms of which only some releases (languages) carry both, and compares them within these.
  mutating func addSharedClusters(releases: [ClusterCounts], languages: [ClusterCounts]) throws {
    guard arms.count > 1, let denominator = mainPanel?.denominator else { return }
    let isByDay = strata.contains { $0.kind == .day && $0.splitDrifts }
    for (kind, found) in [(ClusteredComparison.Kind.release, releases), (.language, languages)] {
      for arm in arms.indices where arm != baseline && !clustered.contains(where: { $0.arm == arm }) {
        guard let overlap = try unlikeOverlap(found, arm, denominator) else { continue }
        if let first = sharedClusters.first(where: { $0.arm == arm }) {
          dataProblems.append(notice(overlap, kind, arm, .mixed(first.within)))
          continue
        }
        let shared = try SharedClusters(
          kind, found, arm: arm, baseline: baseline, denominators: panels.map(\.denominator),
          isByDay: isByDay)
        sharedClusters.append(shared)
        dataProblems.append(notice(overlap, kind, arm, consequence(shared, denominator)))
      }
    }
  }

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
    _ overlap: UnlikeOverlap, _ kind: ClusteredComparison.Kind, _ arm: Int,
    _ consequence: AnalysisNotice.ConsequenceOfClusters
  ) -> AnalysisNotice {
    .unlikeClusters(kind, arm: arm, overlap: overlap.share, p: overlap.p, consequence)
  }

  private func consequence(
    _ shared: SharedClusters, _ denominator: Denominator
  ) -> AnalysisNotice.ConsequenceOfClusters {
    shared.pooled[denominator] == nil
      ? .tooLittleShared(clusters: shared.clusters.count, of: shared.count)
      : .restsOnShared(
        clusters: shared.clusters.count, of: shared.count, shared.within, leftOut: shared.leftOut)
  }

  /// How an arm is compared with the baseline where the split differs between parts of the test; `nil` where all of
  /// the test is read together.
  func comparedWithin(_ arm: Int) -> ComparedWithin? {
    if let shared = sharedClusters.first(where: { $0.arm == arm }) { return shared.within }
    return drifting.map { $0.kind == .day ? .days : .segments }
  }
}
