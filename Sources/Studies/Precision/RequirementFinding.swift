public import ExperimentDesign
import GSLNumerics
public import Inference

/// What the trials say of a requirement, in one scenario.
public struct RequirementFinding: Equatable, Sendable {
  /// The scenario's name.
  public var scenario: String
  /// The probability, over the uncertain inputs, that it holds; without uncertain parameters 1 or 0.
  public var probability: Double
  /// The lower 95% limit of that, Monte Carlo error allowed for.
  public var atLeast: Double
  /// The expectation of the left side less the right, its Monte Carlo error beside it.
  public var margin: MonteCarloMean
  /// Whether it is shown: both probabilities are at least the one required.
  public var isShown: Bool
}

extension RunSummaryBuilder {
  /// Whether the trials show a requirement, scenario by scenario; it must hold in each.
  ///
  /// The difference of expectations is taken trial by trial, its sampling noise removed
  /// (``Inference/ParameterSpread``). The lower limit counts the trials in which it holds by more than
  /// 1.645 times the error that the trials' noise leaves in the mean, and is Wilson's for that share;
  /// adding trials brings it nearer to the probability itself, and never past it. Without uncertain
  /// parameters the one-sided limit of the mean itself must hold.
  /// - Throws: ``RequirementProblem`` where the run has no such arm or the arm no such metric, and
  ///   `NumericsError`.
  public func findings(_ requirement: Requirement<Metric>) throws -> [RequirementFinding] {
    let arm = try position(of: requirement.arm)
    let other = try requirement.other.map(position)
    return try outline.scenarios.indices.map { scenario in
      let series = try self.series(requirement, arm, other, scenario)
      guard let mean = try MonteCarloMean(series) else {
        throw RequirementProblem(
          description: "'\(requirement.arm)' has no value of \(requirement.metric.rawValue) in any trial")
      }
      return try finding(requirement, series, mean, scenario)
    }
  }

  private func position(of name: String) throws(RequirementProblem) -> Int {
    guard let arm = outline.arms.firstIndex(where: { $0.name == name }) else {
      throw RequirementProblem(
        description: "there is no option '\(name)'; the options are "
          + outline.arms.map(\.name).joined(separator: ", "))
    }
    return arm
  }

  /// What must be above 0.
  private func series(
    _ requirement: Requirement<Metric>, _ arm: Int, _ other: Int?, _ scenario: Int
  ) throws(RequirementProblem) -> TrialSeries {
    let sign = requirement.isAbove ? 1.0 : -1.0
    guard let own = series(of: requirement.metric, scenario: scenario, arm: arm) else {
      throw RequirementProblem(
        description: "\(requirement.metric.rawValue) is not modelled for '\(requirement.arm)'")
    }
    var found = own
    if let other {
      guard
        let difference = difference(of: requirement.metric, scenario: scenario, arm: arm, other: other)
      else {
        throw RequirementProblem(
          description: "\(requirement.metric.rawValue) is not modelled for '\(outline.arms[other].name)'")
      }
      found = difference
    }
    return found.replacing(values: found.values.mapped { sign * ($0 - requirement.offset) })
  }

  private func finding(
    _ requirement: Requirement<Metric>, _ series: TrialSeries, _ mean: MonteCarloMean, _ scenario: Int
  ) throws -> RequirementFinding {
    let name = outline.scenarios[scenario].name
    let error = mean.mcse ?? .infinity
    guard outline.parametersVary else {
      let isAbove = mean.mean - (try StandardNormal.quantile(requirement.probability)) * error > 0
      return RequirementFinding(
        scenario: name, probability: mean.mean > 0 ? 1 : 0, atLeast: isAbove ? 1 : 0, margin: mean,
        isShown: isAbove)
    }
    let spread = try ParameterSpread(
      of: series.values.compactMap { $0 }, noise: series.meanSamplingVariance, parametersVary: true)
    let noise = error * max(0, 1 - spread.parameterShare).squareRoot()
    let count = Double(spread.values.count)
    let share = Double(spread.values.count { $0 > 0 }) / count
    let safe = Double(spread.values.count { $0 > 1.645 * noise })
    let atLeast = WilsonLimits(of: safe, among: count, deviate: 1.645).lower
    return RequirementFinding(
      scenario: name, probability: share, atLeast: atLeast, margin: mean,
      isShown: share >= requirement.probability && atLeast >= requirement.probability)
  }
}
