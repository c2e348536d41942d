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
  let test: AnalysedTest
  let panel: AnalysisPanel

  /// Of some options, in their order.
  func standings(of options: [Int]) throws -> [(chance: Double, loss: Double)] {
    guard panel.restsOnParts else {
      return try PosteriorRanking.of(options.map { panel.counts[$0] }).map { ($0.best, $0.expectedLoss) }
    }
    let known = options.map { place(of: $0) ?? (estimate: 0, error: 0) }
    return try options.indices.map { own in
      var standing = (chance: 1.0, loss: 0.0)
      for other in options.indices where other != own {
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
        standing.loss += max(0, error * (StandardNormal.density(deviate) - deviate * beaten))
      }
      standing.chance = max(0, standing.chance)
      return standing
    }
  }

  /// One option less another, with its standard error; `nil` where nothing says, and for releases, of which more
  /// installs are no more.
  func difference(_ option: Int, _ other: Int) -> (estimate: Double, error: Double)? {
    guard !panel.judgements.contains(where: { $0.basis == .clusterRobust }), let first = place(of: option),
      let second = place(of: other)
    else { return nil }
    return (first.estimate - second.estimate, hypot(first.error, second.error))
  }

  /// An option's rate; where parts are compared, the option less the baseline, with the standard error that its p-value
  /// and a normal law imply.
  private func place(of option: Int) -> (estimate: Double, error: Double)? {
    guard panel.restsOnParts else {
      let count = panel.counts[option]
      return count.rate.map { ($0, ($0 * (1 - $0) / Double(count.n)).squareRoot()) }
    }
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
