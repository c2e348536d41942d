import ExperimentDesign
import RandomStreams

/// An uncertain parameter as a function of one uniform: the quantile of its distribution within its legal range.
///
/// What lies outside the range is cut off by letting the uniform run over the legal part of the distribution alone, which
/// gives the distribution that drawing again until a value is legal would give.
struct ParameterQuantile {
  private let distribution: Distribution
  /// Where it is a beta distribution.
  private let beta: BetaQuantile?
  /// The probability below the legal range, and that up to its end.
  private let below: Double
  private let upTo: Double
  private let least: Double
  private let most: Double

  /// Less of a distribution than this within the legal range is as good as none of it.
  static let leastMass = 1e-9

  /// - Returns: `nil` for a known number, for a member of a joint distribution, and for a beta distribution of shapes
  ///   that `BetaQuantile` is not made for, which is all at its ends or hardly varies.
  init?(_ parameter: Parameter) {
    distribution = parameter.distribution
    switch distribution {
    case .normal, .lognormal, .uniform, .triangular: beta = nil
    case .beta(let a, let b):
      guard BetaQuantile.shapes.contains(a), BetaQuantile.shapes.contains(b) else { return nil }
      beta = BetaQuantile(a, b)
    case .constant, .joint: return nil
    }
    let range = parameter.range
    below = distribution.probability(below: range.low)
    upTo = distribution.probability(below: range.high)
    let isLegal = upTo - below >= Self.leastMass
    // Where next to nothing is legal, the legal end next to it.
    least = isLegal ? range.least : parameter.clampedMiddle
    most = isLegal ? range.most : parameter.clampedMiddle
  }

  /// The quantile of u in (0, 1); legal.
  func callAsFunction(_ u: Double) -> Double {
    // A product and a sum can round to 0 or 1, which have no quantile.
    let rank = min(max(below + u * (upTo - below), .leastNormalMagnitude), 0x1.fffffffffffffp-1)
    return min(max(beta?(rank) ?? distribution.quantile(rank), least), most)
  }
}

extension Distribution {
  /// The quantile of u in (0, 1); NaN of what is no distribution of one number, and of a beta distribution, whose
  /// quantiles are ``BetaQuantile``.
  func quantile(_ u: Double) -> Double {
    switch self {
    case .normal(let mean, let sd): mean + sd * Quantile.normal(u)
    case .lognormal(let median, let sigma): Quantile.logNormal(u, median: median, sigma: sigma)
    case .uniform(let low, let high): Quantile.uniform(u, low: low, high: high)
    case .triangular(let low, let mode, let high):
      Quantile.triangular(u, low: low, mode: mode, high: high)
    case .beta, .constant, .joint: .nan
    }
  }

  /// The probability below a number.
  fileprivate func probability(below x: Double) -> Double {
    switch self {
    case .normal(let mean, let sd): Self.normal(x - mean, sd)
    case .lognormal(let median, let sigma):
      x > 0 ? Self.normal(ElementaryFunctions.log(x) - ElementaryFunctions.log(median), sigma) : 0
    // Every legal range of a parameter that may be written as a beta distribution holds all of (0, 1), or its
    // end next to it.
    case .beta: x > 0 ? 1 : 0
    case .uniform(let low, let high): Self.share(x - low, high - low)
    case .triangular(let low, let mode, let high):
      if x < mode {
        Self.share(x - low, high - low) * Self.share(x - low, mode - low)
      } else {
        1 - Self.share(high - x, high - low) * Self.share(high - x, high - mode)
      }
    case .constant, .joint: .nan
    }
  }

  /// Of a normal distribution with mean 0; with a deviation of 0 a step.
  private static func normal(_ x: Double, _ sd: Double) -> Double {
    sd > 0 ? NormalProbability.below(x / sd) : x > 0 ? 1 : 0
  }

  /// A part of a whole, from 0 to 1; of no whole a step.
  private static func share(_ part: Double, _ whole: Double) -> Double {
    whole > 0 ? min(1, max(0, part / whole)) : part > 0 ? 1 : 0
  }
}
