public import ExperimentDesign
import Foundation
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
  /// together. Not shown where no verdict is given.
  /// - Throws: ``RequirementProblem`` where the test has no such arm or measure, and what the numerical routines throw.
  public func finding(_ requirement: Requirement<AnalysisMeasure>) throws -> AnalysisRequirementFinding {
    let arm = try position(of: requirement.arm)
    let other = try requirement.other.map(position)
    let samples = try samples(of: requirement.metric)
    let sign = requirement.isAbove ? 1.0 : -1.0
    let right = other.map { samples[$0].mean } ?? 0
    let margin = samples[arm].mean.flatMap { left in
      right.map { sign * (left - $0 - requirement.offset) }
    }
    func not(_ reason: NotJudged) -> AnalysisRequirementFinding {
      AnalysisRequirementFinding(margin: margin, confidence: nil, reason: reason, isShown: false)
    }
    let guardrail = guardrails.first { $0.column.rawValue == requirement.metric.rawValue }
    for position in [arm, other].compactMap({ $0 }) {
      if let reason = obstacle(position, guardrail?.column, guardrail?.dependence) { return not(reason) }
    }
    if let other, requirement.metric.denominator != nil, hasNoAnswer(arm), hasNoAnswer(other) {
      return not(.noVerdict(.nobodyAnswered))
    }
    if let within = [arm, other].compactMap({ $0 }).compactMap(comparedWithin).first {
      guard let found = try byParts(requirement, arm, other) else {
        return not(.onlyAgainst(baseline: arms[baseline], within))
      }
      return found
    }
    if isLookedAtAgain {
      guard let other else {
        throw RequirementProblem(
          description:
            "a test that is looked at several times can be held to another option, not to a number alone")
      }
      return try atEveryLook(requirement, samples[arm], samples[other], margin: margin)
        ?? not(.tooFewForEveryLook)
    }
    guard let p = try p(requirement, samples[arm], other.map { samples[$0] }) else {
      return not(.armWithTooFew)
    }
    return judged(requirement, margin: margin, p: p)
  }

  /// The one-sided p of a requirement's not holding; `nil` where it cannot be had.
  private func p(
    _ requirement: Requirement<AnalysisMeasure>, _ own: Sample, _ other: Sample?
  ) throws -> Double? {
    let (offset, isAbove) = (requirement.offset, requirement.isAbove)
    guard let other else { return try own.p(beyond: offset, isAbove: isAbove) }
    let contrast = isAbove ? Contrast(own, against: other) : Contrast(other, against: own)
    guard let contrast else { return nil }
    // A difference of shares beyond 1 cannot be, and is never shown.
    return try contrast.exceedance(of: isAbove ? offset : -offset)?.p.value
      ?? (isAbove == (offset < 0) ? 0 : 1)
  }

  private func judged(
    _ requirement: Requirement<AnalysisMeasure>, margin: Double?, p: Double
  ) -> AnalysisRequirementFinding {
    AnalysisRequirementFinding(
      margin: margin, confidence: 1 - p, reason: nil, isShown: p <= 1 - requirement.probability)
  }

  private func position(of name: String) throws(RequirementProblem) -> Int {
    guard let arm = arms.firstIndex(of: name) else {
      throw RequirementProblem(
        description: "there is no option '\(name)'; the options are \(arms.joined(separator: ", "))")
    }
    return arm
  }

  /// What was measured, per arm.
  private func samples(of measure: AnalysisMeasure) throws -> [Sample] {
    if let denominator = measure.denominator {
      guard let panel = panels.first(where: { $0.denominator == denominator }) else {
        throw RequirementProblem(description: "the data have no \(denominator.rawValue)")
      }
      return panel.counts.map { .count($0) }
    }
    guard let guardrail = guardrails.first(where: { $0.column.rawValue == measure.rawValue }) else {
      throw RequirementProblem(description: "the data have no column '\(measure.rawValue)'")
    }
    return guardrail.arms.map(\.sample)
  }

  /// By the difference within parts of the test, put together; `nil` where that is not known of these two arms.
  private func byParts(
    _ requirement: Requirement<AnalysisMeasure>, _ arm: Int, _ other: Int?
  ) throws -> AnalysisRequirementFinding? {
    guard let other, arm == baseline || other == baseline, arm != other,
      let pooled = try pooled(requirement.metric, arm == baseline ? other : arm)
    else { return nil }
    // "a > b + δ" and "b < a − δ" are one question; the difference known is the other arm's less the baseline's.
    let isArmsDifference = arm != baseline
    let offset = isArmsDifference ? requirement.offset : -requirement.offset
    guard let above = try pooled.exceedance(of: offset)?.p else { return nil }
    let isUpper = requirement.isAbove == isArmsDifference
    let p = isUpper ? above.value : -expm1(above.ln)
    return judged(requirement, margin: (isUpper ? 1 : -1) * (pooled.estimate - offset), p: p)
  }

  private func pooled(_ measure: AnalysisMeasure, _ arm: Int) throws -> Contrast? {
    guard let denominator = measure.denominator else {
      return guardrails.first { $0.column.rawValue == measure.rawValue }?.comparisons.first { $0.arm == arm }?
        .contrast
    }
    if let shared = sharedClusters.first(where: { $0.arm == arm }) {
      return shared.pooled[denominator].map { .pooled($0) }
    }
    return pooledWithin(denominator, arm: arm).map { .pooled($0) }
  }

  private func atEveryLook(
    _ requirement: Requirement<AnalysisMeasure>, _ arm: Sample, _ other: Sample,
    margin: Double?
  ) throws -> AnalysisRequirementFinding? {
    guard let level = try? ConfidenceLevel(requirement.probability) else {
      throw RequirementProblem(description: "a test that is looked at several times can show at most 99.99%")
    }
    let sequence = try confidenceSequence(level: level, comparisons: 1)
    let interval = sequence.interval(arm, other)
    guard let interval else { return nil }
    let isShown =
      requirement.isAbove ? interval.lower > requirement.offset : interval.upper < requirement.offset
    return AnalysisRequirementFinding(margin: margin, confidence: nil, reason: nil, isShown: isShown)
  }
}
