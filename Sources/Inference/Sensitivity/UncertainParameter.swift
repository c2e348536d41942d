import GSLNumerics

/// An uncertain parameter with its draws, as an answer may depend on it.
public struct UncertainParameter: Equatable, Sendable {
  /// Where it is written.
  public let name: String
  /// Its value in every trial.
  public let draws: [Double]
  /// What it is drawn together with; parameters of one family are explained as one.
  public let family: String?

  /// Creates a parameter with its draws.
  public init(name: String, draws: [Double], family: String? = nil) {
    self.name = name
    self.draws = draws
    self.family = family
  }
}

/// Parameters whose effects cannot be distinguished, because their draws go together.
struct ParameterGroup {
  let names: [String]
  /// What is drawn of each.
  let columns: [RankedDraws]
  /// Its smooth functions.
  var basis: SmoothBasis { SmoothBasis(of: columns) }

  /// Parameters by family, and by correlation: two whose rank correlation is beyond five standard
  /// errors of independent ones, and beyond 0.05, are one group.
  ///
  /// Limits that bind two parameters (shares that sum to at most 1) correlate their draws although
  /// no family is written. Parameters whose draws do not vary are left out.
  /// - Parameter parameters: with the draws of the trials that are used alone.
  static func all(of parameters: [UncertainParameter]) -> [ParameterGroup] {
    let varying = parameters.filter { parameter in
      parameter.draws.contains { $0 != parameter.draws[0] }
    }
    let ranked = varying.map { RankedDraws($0.draws) }
    var leader = Array(varying.indices)
    let limit = max(0.05, 5 / Double(ranked.first?.ranks.count ?? 1).squareRoot())
    for second in varying.indices {
      for first in 0..<second where leader[first] != leader[second] {
        let isFamily = varying[first].family != nil && varying[first].family == varying[second].family
        guard isFamily || abs(ranked[first].rankCorrelation(with: ranked[second])) > limit else { continue }
        let (kept, joined) = (leader[first], leader[second])
        for index in leader.indices where leader[index] == joined { leader[index] = kept }
      }
    }
    return varying.indices.filter { leader[$0] == $0 }.map { head in
      let members = varying.indices.filter { leader[$0] == head }
      return ParameterGroup(names: members.map { varying[$0].name }, columns: members.map { ranked[$0] })
    }
  }
}

/// What is drawn of one quantity, trial by trial, with the ranks of the draws.
struct RankedDraws: Sendable {
  let draws: [Double]
  /// From 1 on, ties sharing their mean rank; in half of the room, which halves of whole numbers fit.
  let ranks: [Float]
  /// The type-6 quantiles at the probabilities of ``SmoothBasis/grid``.
  let quantiles: [Double]
  private let mean: Double
  private let deviation: Double

  /// - Precondition: no draw is NaN.
  init(_ draws: [Double]) {
    let ordered = draws.sorted()
    self.draws = draws
    ranks = middleRanks(draws).map { Float($0) }
    quantiles = SmoothBasis.grid.map { probability in
      let position = min(Double(ordered.count), max(1, probability * Double(ordered.count + 1)))
      let below = Int(position)
      let (low, high) = (ordered[below - 1], ordered[min(ordered.count, below + 1) - 1])
      return low + (position - Double(below)) * (high - low)
    }
    let count = Double(draws.count)
    let mean = draws.reduce(0, +) / count
    self.mean = mean
    deviation = (draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
  }

  /// How far the ranks of two quantities go together, from −1 to 1.
  func rankCorrelation(with other: RankedDraws) -> Double {
    let middle = Float(ranks.count + 1) / 2
    let sums = zip(ranks, other.ranks).reduce(SIMD4<Double>.zero) { sums, both in
      let (own, others) = (Double(both.0 - middle), Double(both.1 - middle))
      return sums + SIMD4(own * own, own * others, others * others, 0)
    }
    return sums[1] / (sums[0] * sums[2]).squareRoot()
  }

  /// A value in units of the standard deviation, at most four of them from the mean.
  func standardised(_ value: Double) -> Double {
    deviation > 0 ? min(4, max(-4, (value - mean) / deviation)) : 0
  }
}

/// The values with mean 0 and mean square 1; all 0 where they do not vary.
func standardised(_ values: [Double]) -> [Double] {
  let count = Double(values.count)
  let mean = values.reduce(0, +) / count
  let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  let scale = square > 0 ? 1 / square.squareRoot() : 0
  return values.map { ($0 - mean) * scale }
}
