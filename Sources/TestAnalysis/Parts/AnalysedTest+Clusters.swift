import Foundation
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
        dataProblems.append(try sentence(compared))
      }
    }
  }

  private func sentence(_ compared: ClusteredComparison) throws -> String {
    let kinds = "\(compared.kind.rawValue)s"
    let pair = "\(quoted(compared.arm)) and \(quoted(baseline))"
    let opening = "\(pair) are in different \(kinds), so that \(kinds) and not installs were assigned"
    switch compared.comparison {
    case .noInstalls: return "\(opening)."
    case .confounded(let difference, let inArm, let inBaseline):
      let single = inArm < 2 ? quoted(compared.arm) : quoted(baseline)
      let counts = inArm < 2 && inBaseline < 2 ? "each arm has one" : "\(single) has one"
      return
        "\(opening), and \(counts): what is the arm's and what is the \(compared.kind.rawValue)'s cannot be "
        + "told apart (confounded). The difference of \(points(difference)) points has no interval over \(kinds), "
        + "and the intervals below, which are over installs, do not hold for the arm."
    case .contrast(let contrast) where compared.isInSequence == true:
      return
        "\(opening), and the \(kinds) of one arm came after those of the other (\(contrast.clustersInArm) against "
        + "\(contrast.clustersInBaseline)): what changed in the meantime is in the difference of "
        + "\(points(contrast.difference)) points (confounded). The intervals below, which are over installs, do not "
        + "hold for the arm."
    case .contrast(let contrast):
      let interval = try contrast.interval(options.statistics.level).map {
        ", \(points($0.lower)) to \(points($0.upper)) by CR2 with "
          + "\(String(format: "%.1f", contrast.degreesOfFreedom)) degrees of freedom"
      }
      let unknownDates =
        compared.isInSequence == nil && compared.kind == .release
        ? ", which these data, without install dates, cannot tell from releases that followed one another"
        : ""
      let randomised = compared.randomisation.map {
        "; p = \(number($0.p.value)) by reassigning \(kinds), which cannot come below \(number($0.smallestPossible)) here"
      }
      return
        "\(opening) (\(contrast.clustersInArm) against \(contrast.clustersInBaseline)). Over \(kinds) the "
        + "difference is \(points(contrast.difference)) points\(interval ?? "")\(randomised ?? ""). Both suppose that "
        + "\(kinds) were dealt to the arms by lot\(unknownDates). The intervals below are over installs and too narrow."
    }
  }
}
