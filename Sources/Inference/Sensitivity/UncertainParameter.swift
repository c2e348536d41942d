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
  var names: [String]
  /// What is drawn of each.
  var columns: [RankedDraws]

  /// Parameters by family, and by correlation: two whose rank correlation is beyond five standard
  /// errors of independent ones, and beyond 0.05, are one group.
  ///
  /// Limits that bind two parameters (shares that sum to at most 1) correlate their draws although
  /// no family is written. Parameters whose draws do not vary are left out.
  /// - Parameters:
  ///   - parameters: with the draws of the trials that are used alone.
  ///   - trials: how many those are.
  static func all(of parameters: [UncertainParameter], trials: Int) -> [ParameterGroup] {
    let varying = parameters.filter { parameter in
      parameter.draws.contains { $0 != parameter.draws[0] }
    }
    let ranked = varying.map { RankedDraws($0.draws) }
    var leader = Array(varying.indices)
    let limit = max(0.05, 5 / Double(trials).squareRoot())
    for second in varying.indices {
      let ranks = ranked[second].standardisedRanks
      for first in 0..<second where leader[first] != leader[second] {
        let isFamily = varying[first].family != nil && varying[first].family == varying[second].family
        let correlation = ranked[first].product(ofStandardisedRanksWith: ranks) / Double(trials)
        guard isFamily || abs(correlation) > limit else { continue }
        let (kept, joined) = (leader[first], leader[second])
        for index in leader.indices where leader[index] == joined { leader[index] = kept }
      }
    }
    return varying.indices.filter { leader[$0] == $0 }.map { head in
      let members = varying.indices.filter { leader[$0] == head }
      return ParameterGroup(
        names: members.map { varying[$0].name }, columns: members.map { ranked[$0] })
    }
  }
}

/// What is drawn of one quantity, trial by trial, with the ranks of the draws.
///
/// The draws are shared with who has them; a rank takes half of their room.
struct RankedDraws {
  let draws: [Double]
  /// From 1 on, ties sharing their mean rank, which may be half a number: twice the rank, trial by trial.
  private let doubledRanks: [UInt32]
  /// The scale of the ranks.
  private let ranks: Standard
  /// The type-6 quantiles at the probabilities of ``SmoothBasis/grid``.
  let quantiles: [Double]
  /// The scale of the draws, summed from the smallest on.
  let ascending: (mean: Double, deviation: Double)

  /// - Precondition: no draw is NaN.
  init(_ draws: [Double]) {
    let order = sortedPositions(draws)
    self.draws = draws
    let ranks = middleRanks(draws, inOrder: order)
    doubledRanks = ranks.map { UInt32(2 * $0) }
    self.ranks = Standard(of: ranks)
    quantiles = SmoothBasis.grid.map { probability in
      let position = min(Double(order.count), max(1, probability * Double(order.count + 1)))
      let below = Int(position)
      let (low, high) = (draws[order[below - 1]], draws[order[min(order.count, below + 1) - 1]])
      return low + (position - Double(below)) * (high - low)
    }
    let count = Double(order.count)
    let mean = order.reduce(0) { $0 + draws[$1] } / count
    let square = order.reduce(0) { $0 + (draws[$1] - mean) * (draws[$1] - mean) } / count
    ascending = (mean, square.squareRoot())
  }

  /// Writes the ranks of some trials, from 1 on.
  ///
  /// - Parameter numbers: where they go, one per trial.
  func writeRanks(_ trials: Range<Int>, to numbers: UnsafeMutablePointer<Double>) {
    doubledRanks.withUnsafeBufferPointer { doubled in
      for index in 0..<trials.count { numbers[index] = Double(doubled[trials.lowerBound + index]) / 2 }
    }
  }

  /// The ranks with mean 0 and mean square 1, trial by trial.
  var standardisedRanks: [Double] { doubledRanks.map { ranks.standardised(Double($0) / 2) } }

  /// The sum over the trials of these numbers times ``standardisedRanks``.
  func product(ofStandardisedRanksWith numbers: [Double]) -> Double {
    var sum = 0.0
    for trial in numbers.indices {
      sum += ranks.standardised(Double(doubledRanks[trial]) / 2) * numbers[trial]
    }
    return sum
  }
}

/// What gives numbers the mean 0 and the mean square 1; where they do not vary it makes them 0.
struct Standard {
  private let mean: Double
  private let scale: Double

  init(of values: [Double]) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    self.mean = mean
    scale = square > 0 ? 1 / square.squareRoot() : 0
  }

  @inline(__always)
  func standardised(_ value: Double) -> Double { (value - mean) * scale }
}

/// The values with mean 0 and mean square 1; all 0 where they do not vary.
func standardised(_ values: [Double]) -> [Double] {
  let standard = Standard(of: values)
  return values.map { standard.standardised($0) }
}
