public import ExperimentDesign
import GSLNumerics
import Inference
import TestData

/// What a real test can be required to show.
///
/// Raw values are their names in expressions.
public enum AnalysisMeasure: String, RequiredMeasure {
  case optInPerInstall = "opt_in_per_install"
  case optInPerPrompted = "opt_in_per_prompted"
  case optInPerAnswered = "opt_in_per_answered"
  case retainedD1 = "retained_d1"
  case retainedD7 = "retained_d7"
  case value

  /// Whether numbers beside it may be percentages: all but the value are shares.
  public var allowsPercent: Bool { self != .value }

  /// What the share that allowed is per; `nil` for a guardrail.
  var denominator: Denominator? {
    switch self {
    case .optInPerInstall: .installs
    case .optInPerPrompted: .prompted
    case .optInPerAnswered: .answered
    case .retainedD1, .retainedD7, .value: nil
    }
  }
}

/// What a real test says of a requirement.
public struct AnalysisRequirementFinding: Equatable, Sendable {
  /// How far the left side lies on the right side of the right: above 0 where the estimates hold; `nil` without
  /// an estimate.
  public let margin: Double?
  /// One less the one-sided p-value of its not holding; `nil` where an interval for every look decides, or nothing can.
  public let confidence: Double?
  /// Why it cannot be shown by this test; `nil` where it can be judged.
  public let reason: NotJudged?
  /// Whether it is shown.
  public let isShown: Bool
}

extension AnalysedTest {
  /// Whether the test shows a requirement, with one-sided confidence, by the quantity that the verdict is based on.
  ///
  /// By the score test for shares, Welch's for the value, of a running test by an interval that
  /// holds at every look; where the split differs between parts of the test by the difference within these, put
  /// together, and where releases or languages were assigned by that over them. Not shown where no verdict is given.
  /// - Throws: ``RequirementProblem`` where the test has no such arm or measure, and what the numerical routines throw.
  public func finding(_ requirement: Requirement<AnalysisMeasure>) throws -> AnalysisRequirementFinding {
    var (arm, other) = (try position(of: requirement.arm), try requirement.other.map(position))
    var (isAbove, offset) = (requirement.isAbove, requirement.offset)
    // "a > b + δ" and "b < a − δ" are one question, and known are the differences to the baseline.
    if let right = other, arm == baseline { (arm, other, isAbove, offset) = (right, arm, !isAbove, -offset) }
    let (samples, guardrail) = try measured(requirement.metric)
    let sign = isAbove ? 1.0 : -1.0
    let right = other.map { samples[$0].mean } ?? 0
    var margin = samples[arm].mean.flatMap { left in right.map { sign * (left - $0 - offset) } }
    func finding(
      _ reason: NotJudged? = nil, confidence: Double? = nil, isShown: Bool = false
    ) -> AnalysisRequirementFinding {
      AnalysisRequirementFinding(margin: margin, confidence: confidence, reason: reason, isShown: isShown)
    }
    let compared = [arm] + (other.map { [$0] } ?? [])
    for position in compared {
      if let reason = obstacle(position, guardrail) { return finding(reason) }
    }
    if guardrail == nil, compared.count > 1, compared.allSatisfy(hasNoAnswer) {
      return finding(.noVerdict(.nobodyAnswered))
    }
    let apart = compared.lazy.compactMap(notJudgedAlone).first
    if apart == nil, isLookedAtAgain {
      guard let other else {
        throw RequirementProblem(
          description:
            "a test that is looked at several times can be held to another option, not to a number alone")
      }
      guard let level = try? ConfidenceLevel(requirement.probability) else {
        throw RequirementProblem(
          description: "a test that is looked at several times can show at most 99.99%")
      }
      let sequence = try confidenceSequence(level: level, comparisons: 1)
      guard let interval = sequence.interval(samples[arm], samples[other]) else {
        return finding(.tooFewForEveryLook)
      }
      return finding(isShown: isAbove ? interval.lower > offset : interval.upper < offset)
    }
    let p: Double?
    if let other {
      var contrast = samples[arm].against(samples[other])
      if let apart {
        guard other == baseline,
          let known = try differenceApart(arm, requirement.metric.denominator, guardrail)
        else { return finding(apart) }
        margin = sign * (known.estimate - offset)
        contrast = known
      }
      if contrast is TwoArms, abs(offset) > 1 {
        // A difference of shares beyond 1 cannot be, and is never shown.
        p = isAbove == (offset < 0) ? 0 : 1
      } else {
        p = try contrast?.exceedance(of: offset).map { isAbove ? $0.p.value : 1 - $0.p.value }
      }
    } else if let apart {
      return finding(apart)
    } else {
      p = try samples[arm].p(beyond: offset, isAbove: isAbove)
    }
    guard let p else { return finding(.tooFew) }
    return finding(confidence: 1 - p, isShown: p <= 1 - requirement.probability)
  }

  private func position(of name: String) throws(RequirementProblem) -> Int {
    guard let arm = arms.firstIndex(of: name) else {
      throw RequirementProblem(
        description: "there is no option '\(name)'; the options are \(arms.joined(separator: ", "))")
    }
    return arm
  }

  /// What was measured, per arm, and the guardrail that it is of; `nil` for those who allowed.
  private func measured(_ measure: AnalysisMeasure) throws -> (samples: [Sample], guardrail: Guardrail?) {
    if let denominator = measure.denominator {
      guard let panel = panels.first(where: { $0.denominator == denominator }) else {
        throw RequirementProblem(description: "the data have no \(denominator.rawValue)")
      }
      return (panel.counts.map { .count($0) }, nil)
    }
    guard let guardrail = guardrails.first(where: { $0.column.rawValue == measure.rawValue }) else {
      throw RequirementProblem(description: "the data have no column '\(measure.rawValue)'")
    }
    return (guardrail.arms.map(\.sample), guardrail)
  }

  /// Why an arm that is compared within parts of the test, or over the releases or languages that were assigned, is not
  /// judged by itself, or against another than the baseline; `nil` for any other.
  private func notJudgedAlone(_ arm: Int) -> NotJudged? {
    clustered.first { $0.option == arm }.map { .assigned($0.kind) }
      ?? parts(of: arm).map { .onlyAgainst(baseline: arms[baseline], $0.within) }
  }

  /// The difference of such an arm to the baseline.
  private func differenceApart(
    _ arm: Int, _ denominator: Denominator?, _ guardrail: Guardrail?
  ) throws -> MeasuredDifference? {
    if isClustered(arm) {
      return denominator == mainPanel?.denominator ? differenceOverClusters(arm) : nil
    }
    guard let denominator else { return guardrail?.comparisons.first { $0.option == arm }?.combined }
    return try parts(of: arm)?.pooled(denominator, baseline: baseline)
  }
}
