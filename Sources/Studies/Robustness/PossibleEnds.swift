import ExperimentDesign
import GSLNumerics
import RandomStreams

extension Experiment {
  /// An end of what is assumed possible of a number, within the legal range: the 5% or 95% quantile of its distribution.
  ///
  /// Of a member of a joint distribution it is that of its own, marginal one. A single number without measured evidence
  /// has the end of what it stands in place of (``OpenInputs/ranges``), or itself where it is beyond that: so a guess
  /// cannot stand for all that is possible.
  /// - Parameter side: 1 for the upper end, −1 for the lower.
  func end(_ side: Double, of number: Parameter) throws(NumericsError) -> Double {
    let probability = side > 0 ? 0.95 : 0.05
    guard let known = number.constant else {
      return number.range.clamped(try number.distribution.quantile(probability, joints))
    }
    guard let replaced = try replacedQuantile(probability, of: number) else { return known }
    return side > 0 ? max(known, replaced) : min(known, replaced)
  }

  /// A quantile of what a single number stands in place of; `nil` where that is nothing.
  func replacedQuantile(_ probability: Double, of number: Parameter) throws(NumericsError) -> Double? {
    guard number.constant != nil, let range = openInputs.ranges[number.path] else { return nil }
    return number.range.clamped(try range.quantile(probability, openInputs.joints))
  }
}

extension JointDistribution {
  /// Of two members on their scales.
  func covariance(_ first: Int, _ second: Int) -> Double {
    zip(factor[first], factor[second]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

extension Distribution {
  /// The value below which a share `probability` lies.
  ///
  /// - Throws: `NumericsError`, for beta distributions that are all but at 0 or 1.
  func quantile(_ probability: Double, _ joints: [JointDistribution]) throws(NumericsError) -> Double {
    let deviate = try StandardNormal.quantile(probability)
    switch self {
    case .constant(let known): return known
    case .uniform(let low, let high): return low + probability * (high - low)
    case .triangular(let low, let mode, let high):
      let below = (mode - low) / (high - low)
      return probability <= below
        ? low + (probability * (high - low) * (mode - low)).squareRoot()
        : high - ((1 - probability) * (high - low) * (high - mode)).squareRoot()
    case .normal(let mean, let sd): return mean + deviate * sd
    case .lognormal(let median, let sigma): return median * ElementaryFunctions.exp(deviate * sigma)
    case .beta(let a, let b): return try BetaDistribution(a: a, b: b).quantile(probability)
    case .joint(let path, let member):
      guard let joint = joints.first(where: { $0.path == path }) else {
        preconditionFailure(
          "an experiment has every joint distribution that one of its numbers is a member of")
      }
      let variance = joint.covariance(member, member)
      return joint.scales[member].value(joint.mean[member] + deviate * variance.squareRoot())
    }
  }
}
