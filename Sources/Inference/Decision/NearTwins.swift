/// Several arms that hardly differ whatever the uncertain inputs are: launch, and launch after a second.
///
/// They take the chance of being best from one another, so that the best of them can look unlikely. Together
/// they have the chance of the best one.
public struct NearTwins: Equatable, Sendable {
  /// Their positions in the run's order, at least two.
  public let arms: [Int]
  /// The probability that the best is one of them.
  public let best: MonteCarloNumber
  /// What the others differ by at most from the one with the best mean: the mean size of the difference over the trials,
  /// in units of the objective.
  public let distance: Double

  /// Arms are near-twins whose expectations differ by less than this share of the margin, on average over the trials.
  ///
  /// The mean size, and neither the largest nor the mean square: one draw in a thousand would decide by these.
  public static let shareOfMargin = 0.1
}

extension Decision {
  /// The arms that hardly differ from an arm whatever the uncertain inputs are; empty where it has none.
  public func nearTwins(of arm: Int) -> [Int] {
    nearTwins.first { $0.arms.contains(arm) }?.arms.filter { $0 != arm } ?? []
  }
}

/// A set of near-twins: their positions in the table, best first, and ``NearTwins/distance``.
struct NearTwinSet {
  var arms: [Int]
  var distance = 0.0
}

/// The sets of near-twins among the arms.
///
/// Each set is of one arm, and of those that hardly differ from it and have a lower mean.
func nearTwinSets(_ expected: ExpectedDifferences, margin: Double) -> [NearTwinSet] {
  let order = expected.means.indices.sorted {
    (expected.means[$1], $0) < (expected.means[$0], $1)
  }
  let most = NearTwins.shareOfMargin * margin
  var sets: [NearTwinSet] = []
  var rest = order
  while let first = rest.first {
    let distances = expected.distances(from: first)
    let near = rest.dropFirst().filter { distances[$0] < most }
    sets.append(NearTwinSet(arms: [first] + near, distance: near.map { distances[$0] }.max() ?? 0))
    rest.removeAll { $0 == first || distances[$0] < most }
  }
  return sets.filter { $0.arms.count > 1 }
}
