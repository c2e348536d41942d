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
  var columns: [SortedDraws]

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
    let sorted = varying.map { SortedDraws($0.draws) }
    let ranks = sorted.map { standardised($0.ranks) }
    var leader = Array(varying.indices)
    let limit = max(0.05, 5 / Double(trials).squareRoot())
    for second in varying.indices {
      for first in 0..<second where leader[first] != leader[second] {
        let isFamily = varying[first].family != nil && varying[first].family == varying[second].family
        let correlation = dot(ranks[first], ranks[second]) / Double(trials)
        guard isFamily || abs(correlation) > limit else { continue }
        let (kept, joined) = (leader[first], leader[second])
        for index in leader.indices where leader[index] == joined { leader[index] = kept }
      }
    }
    return varying.indices.filter { leader[$0] == $0 }.map { head in
      let members = varying.indices.filter { leader[$0] == head }
      return ParameterGroup(
        names: members.map { varying[$0].name }, columns: members.map { sorted[$0] })
    }
  }
}

/// What is drawn of one quantity, trial by trial, and its order: found once, as it takes as long as all that uses it.
struct SortedDraws {
  let draws: [Double]
  /// From the smallest on.
  let ordered: [Double]
  /// From 1 on, ties sharing their mean rank, trial by trial.
  let ranks: [Double]

  /// - Precondition: no draw is NaN.
  init(_ draws: [Double]) {
    let order = sortedPositions(draws)
    self.draws = draws
    ordered = order.map { draws[$0] }
    ranks = middleRanks(draws, inOrder: order)
  }
}

/// The values with mean 0 and mean square 1; all 0 where they do not vary.
func standardised(_ values: [Double]) -> [Double] {
  let count = Double(values.count)
  let mean = values.reduce(0, +) / count
  let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  guard square > 0 else { return values.map { _ in 0 } }
  let scale = 1 / square.squareRoot()
  return values.map { ($0 - mean) * scale }
}
