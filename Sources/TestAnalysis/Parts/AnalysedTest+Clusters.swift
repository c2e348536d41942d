import Inference
import TestData

extension AnalysedTest {
  /// Looks whether arms coincide with releases or languages, and compares over those where they do.
  ///
  /// - Parameters:
  ///   - releases: installs by release.
  ///   - languages: installs by language.
  ///   - days: installs by day, the earliest first; empty where the data do not say.
  /// - Throws: what the numerical routines throw.
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
        var interval: ConfidenceInterval?
        if case .contrast(let contrast) = compared.comparison, compared.isInSequence != true {
          interval = try contrast.interval(bonferroniLevel)
        }
        dataProblems.append(.clusters(compared, interval))
      }
    }
  }
}
