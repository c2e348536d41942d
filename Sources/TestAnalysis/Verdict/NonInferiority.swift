public import Inference
public import TextFormats

/// Whether an arm is not worse than the baseline by a margin or more.
public struct NonInferiority: Encodable, Sendable {
  /// The position of the arm.
  @OptionNames public private(set) var option: Int
  /// How much worse still counts as not worse, as a fraction.
  public let margin: Double
  /// The one-sided test, by the score that the interval inverts; `nil` where another interval decides than that of a
  /// single look.
  public let test: SignificanceTest?
  /// Its p-value, allowed for all comparisons.
  public let adjusted: PValue?
  /// The interval whose lower limit decides; `nil` without one yet.
  public let interval: Interval?
  /// Whether it is shown that the arm is not worse by the margin or more.
  public let isShown: Bool
}

extension AnalysedTest {
  /// Asks of every comparison of the panel that the verdict is about whether the arm is not worse by the margin.
  mutating func addNonInferiority() throws {
    guard let panel = mainPanel else { return }
    nonInferiority = try panel.statistics.comparisons.indices.map { try notWorse($0, in: panel) }
  }

  /// What a comparison says to the question whether the arm is not worse by a margin.
  ///
  /// One-sided at half of 1 − confidence, so that it agrees with the lower limit of the interval beside it.
  private func notWorse(_ index: Int, in panel: AnalysisPanel) throws -> NonInferiority? {
    guard let margin = options.nonInferiorityMargin, let basis = panel.judgements[index].verdictBasis
    else { return nil }
    guard basis == .miettinenNurminen else {
      let interval = panel.judgements[index].interval
      return NonInferiority(
        option: panel.statistics.comparisons[index].arm, margin: margin, test: nil, adjusted: nil,
        interval: interval,
        isShown: interval.map { $0.lower > -margin } ?? false)
    }
    let comparison = panel.statistics.comparisons[index]
    guard let interval = comparison.interval, let test = comparison.counts.exceedance(of: -margin)
    else { return nil }
    return NonInferiority(
      option: comparison.arm, margin: margin, test: test,
      adjusted: try panel.statistics.together.oneSided(test.statistic),
      interval: interval, isShown: interval.lower > -margin)
  }
}
