public import ExperimentDesign
import GSLNumerics
public import Inference

/// What the trials say of a requirement, in one scenario.
public struct RequirementFinding: Equatable, Sendable {
  /// The scenario's name.
  public var scenario: String
  /// The expectation of the left side less the right, its Monte Carlo error beside it.
  public var margin: MonteCarloMean
  /// The share of draws of the uncertain inputs in which it holds; `nil` without uncertain inputs, and where too few trials
  /// say.
  public var chance: MonteCarloNumber?
  /// Whether it is shown: in the share required, or without uncertain inputs on average, whatever the Monte Carlo error is.
  public var isShown = false
}

extension RunSummaryBuilder {
  /// Whether the trials show a requirement, scenario by scenario; it must hold in each.
  ///
  /// The difference of expectations is taken trial by trial. The share of draws in which it holds is that of a guardrail,
  /// and must be at least the one required by 1.645 of its Monte Carlo errors. Without uncertain parameters the one-sided
  /// limit of the mean itself must hold.
  /// - Throws: ``RequirementProblem`` where the run has no such arm or the arm no such metric, and
  ///   `NumericsError`.
  public func findings(_ requirement: Requirement<Metric>) throws -> [RequirementFinding] {
    try outline.scenarios.indices.map { try finding(requirement, scenario: $0) }
  }

  private func finding(_ requirement: Requirement<Metric>, scenario: Int) throws -> RequirementFinding {
    let sides = try ([requirement.arm] + [requirement.other].compactMap { $0 }).map { name in
      guard let arm = outline.arms.firstIndex(where: { $0.name == name }) else {
        throw RequirementProblem(
          description: "there is no option '\(name)'; the options are "
            + outline.arms.map(\.name).joined(separator: ", "))
      }
      guard let side = logs[scenario][arm].series(of: requirement.metric) else {
        throw RequirementProblem(
          description: "\(requirement.metric.rawValue) is not modelled for '\(name)'")
      }
      return side
    }
    let compared = sides.count > 1 ? sides[0].difference(from: sides[1]) : sides[0]
    // What must be above 0.
    let sign = requirement.isAbove ? 1.0 : -1.0
    let excess = compared.mapValues { sign * ($0 - requirement.offset) }
    guard let mean = try MonteCarloMean(excess) else {
      throw RequirementProblem(
        description: "'\(requirement.arm)' has no value of \(requirement.metric.rawValue) in any trial")
    }
    var found = RequirementFinding(scenario: outline.scenarios[scenario].name, margin: mean)
    guard outline.parametersVary else {
      let error = mean.mcse ?? .infinity
      found.isShown = mean.mean - (try StandardNormal.quantile(requirement.probability)) * error > 0
      return found
    }
    // Equal is not above.
    found.chance = try excess.mapValues { -$0 }.chanceOfAtLeastZero(parametersVary: true)
      .map { MonteCarloNumber(value: 1 - $0.value, mcse: $0.mcse) }
    found.isShown = found.chance.map { $0.value - 1.645 * $0.mcse >= requirement.probability } ?? false
    return found
  }
}
