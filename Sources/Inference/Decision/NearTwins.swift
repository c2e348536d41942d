/// Several arms that hardly differ whatever the uncertain inputs are: launch, and launch after a second.
///
/// They take the chance of being best from one another, so that the best of them can look unlikely. Together
/// they have the chance of the best one.
public struct NearTwins: Equatable, Sendable {
  /// Their positions in the run's order, at least two.
  public let arms: [Int]
  /// The probability that the best is one of them.
  public let best: MonteCarloNumber

  /// Arms are near-twins whose expectations differ by less than this share of the margin: the root of the
  /// mean square of the difference over the trials.
  public static let shareOfMargin = 0.1
}

/// The sets of near-twins among the arms, by their positions in the table, best first.
///
/// Each set is of one arm, and of those that hardly differ from it and have a lower mean.
func nearTwinGroups(_ expected: ExpectedDifferences, margin: Double) -> [[Int]] {
  let order = expected.means.indices.sorted {
    (expected.means[$1], $0) < (expected.means[$0], $1)
  }
  let most = NearTwins.shareOfMargin * margin
  var groups: [[Int]] = []
  for arm in order {
    let own = groups.firstIndex { group in
      var squares = 0.0
      for trial in 0..<expected.byTrial.count {
        let difference = expected.byTrial[trial, group[0]] - expected.byTrial[trial, arm]
        squares += difference * difference
      }
      return (squares / Double(max(1, expected.byTrial.count))).squareRoot() < most
    }
    if let own { groups[own].append(arm) } else { groups.append([arm]) }
  }
  return groups.filter { $0.count > 1 }
}
