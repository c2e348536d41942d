import Foundation
import GSLNumerics
import Inference
import TestAnalysis

/// What a test says of its options together: the chance that each is best, and what choosing it gives up on average.
///
/// By the Beta posteriors of the counts. Where options are compared within parts of the test, or over releases, there
/// are differences to the baseline alone: normal ones then, with the p-value of the verdict. Of more than two options
/// the chance is at least, and the loss at most, what the differences of all pairs say.
struct TestPosterior {
  /// In the order of the options given.
  let standings: [(chance: Double, loss: Double)]

  init(_ positions: [Int], _ test: AnalysedTest, _ panel: AnalysisPanel) throws {
    guard panel.restsOnParts else {
      standings = try PosteriorRanking.of(positions.map { panel.counts[$0] }).map {
        ($0.best, $0.expectedLoss)
      }
      return
    }
    let known = positions.map { Self.toBaseline($0, test, panel) ?? (estimate: 0, error: 0) }
    standings = try positions.indices.map { own in
      var standing = (chance: 1.0, loss: 0.0)
      for other in positions.indices where other != own {
        let lead = known[own].estimate - known[other].estimate
        let error = hypot(known[own].error, known[other].error)
        guard error > 0 else {
          if lead <= 0 { standing.chance -= lead < 0 ? 1 : 0.5 }
          standing.loss += max(0, -lead)
          continue
        }
        let deviate = lead / error
        let beaten = try StandardNormal.cumulative(-deviate)
        standing.chance -= beaten
        let density = exp(-deviate * deviate / 2) / (2 * Double.pi).squareRoot()
        standing.loss += max(0, error * (density - deviate * beaten))
      }
      standing.chance = max(0, standing.chance)
      return standing
    }
  }

  /// One option less another, with its standard error; `nil` where nothing says, and for releases, of which more
  /// installs are no more.
  static func difference(
    _ option: Int, _ other: Int, _ test: AnalysedTest, _ panel: AnalysisPanel
  ) -> (estimate: Double, error: Double)? {
    guard panel.restsOnParts else {
      let ends = [option, other].map { panel.counts[$0] }
      guard let first = ends[0].rate, let second = ends[1].rate else { return nil }
      let variance = zip(ends, [first, second]).reduce(0) { $0 + $1.1 * (1 - $1.1) / Double($1.0.n) }
      return (first - second, variance.squareRoot())
    }
    guard !panel.judgements.contains(where: { $0.basis == .clusterRobust }),
      let first = toBaseline(option, test, panel), let second = toBaseline(other, test, panel)
    else { return nil }
    return (first.estimate - second.estimate, hypot(first.error, second.error))
  }

  /// An option less the baseline, with the standard error that its p-value and a normal law imply.
  private static func toBaseline(
    _ option: Int, _ test: AnalysedTest, _ panel: AnalysisPanel
  ) -> (estimate: Double, error: Double)? {
    guard option != test.baseline else { return (0, 0) }
    guard let judged = panel.judgement(of: option), let estimate = judged.difference else { return nil }
    if let p = judged.p, p.value < 1, estimate != 0,
      let deviate = try? StandardNormal.quantile(max(p.value, 1e-300) / 2)
    {
      return (estimate, abs(estimate / deviate))
    }
    let level =
      judged.p == nil
      ? test.options.statistics.level.simultaneous(over: test.arms.count - 1)
      : panel.statistics.comparisonLevel
    guard let interval = judged.interval, let deviate = try? StandardNormal.quantile(level.alpha / 2)
    else { return nil }
    return (estimate, (interval.upper - interval.lower) / (2 * abs(deviate)))
  }
}
