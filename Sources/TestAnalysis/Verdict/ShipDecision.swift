public import Inference
import TestData

/// Whether an arm may replace the baseline, by its verdict and the guardrails together.
///
/// Raw values are their names in files.
public enum ShipDecision: String, CaseIterable, Hashable, Sendable {
  /// Better (or not worse, where that is the question), and no guardrail worse.
  case ship
  /// Something of that is not shown yet.
  case undecided
  /// The arm is worse, or breaks a guardrail.
  case doNotShip = "do_not_ship"
}

/// Whether an arm is not worse than the baseline by a margin or more.
public struct NonInferiority: Sendable {
  /// How much worse still counts as not worse, as a fraction.
  public let margin: Double
  /// Farrington and Manning's one-sided test; `nil` where another interval decides than that of a single look.
  public let test: TestResult?
  /// The interval whose lower limit decides; `nil` without one yet.
  public let interval: ConfidenceInterval?
  /// Whether it is shown that the arm is not worse by the margin or more.
  public let isShown: Bool
}

/// What follows from a comparison beside its verdict.
public struct ComparisonDecision: Sendable {
  /// Whether the arm is not worse by the margin asked for; `nil` where none was, or no verdict is given.
  public let nonInferiority: NonInferiority?
  /// Whether the arm may replace the baseline; `nil` where neither guardrails nor a margin are given, or no
  /// verdict is.
  public let ship: ShipDecision?
}

extension AnalysedTest {
  /// Decides on every comparison of the panel that the verdict is about; all else must be known by then.
  ///
  /// - Throws: what the numerical routines throw.
  mutating func addDecisions() throws {
    guard let panel = mainPanel else { return }
    decisions = try panel.statistics.comparisons.indices.map { index in
      let found = try nonInferiority(of: index, in: panel)
      return ComparisonDecision(
        nonInferiority: found, ship: ship(index, panel, isNotWorse: found?.isShown ?? false))
    }
  }

  /// What a comparison says to the question whether the arm is not worse by a margin.
  ///
  /// One-sided at half of 1 − confidence, so that it agrees with the lower limit of the interval beside it.
  private func nonInferiority(of index: Int, in panel: AnalysisPanel) throws -> NonInferiority? {
    guard let margin = options.nonInferiorityMargin, let basis = verdictBasis(of: index, in: panel)
    else { return nil }
    guard basis == .miettinenNurminen else {
      let interval = interval(of: index, in: panel)
      return NonInferiority(
        margin: margin, test: nil, interval: interval, isShown: interval.map { $0.lower > -margin } ?? false)
    }
    let level = panel.statistics.comparisonLevel
    let counts = panel.statistics.comparisons[index].counts
    guard let test = try counts.nonInferiority(margin: margin) else { return nil }
    return NonInferiority(
      margin: margin, test: test, interval: try counts.farringtonManningInterval(at: level),
      isShown: test.p.value < level.alpha / 2)
  }

  /// Every guardrail must hold, which needs no correction for their number: an arm has to pass all of them.
  private func ship(_ index: Int, _ panel: AnalysisPanel, isNotWorse: Bool) -> ShipDecision? {
    guard !guardrails.isEmpty || options.nonInferiorityMargin != nil,
      let verdict = panel.judgements[index].verdict
    else { return nil }
    let arm = panel.statistics.comparisons[index].arm
    let findings = guardrails.map { guardrail in
      guardrail.comparisons.first { $0.arm == arm }?.finding
    }
    if findings.contains(.worse) || (verdict == .worse && !isNotWorse) { return .doNotShip }
    return (verdict == .better || isNotWorse) && findings.allSatisfy { $0 == .notWorse } ? .ship : .undecided
  }
}
