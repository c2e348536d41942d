public import TextFormats

/// Several arms that hardly differ whatever the uncertain inputs are: launch, and launch after a second.
///
/// They take the chance of being best from one another, so that the best of them can look unlikely. Together
/// they have the chance of the best one.
public struct NearTwins: Codable, Equatable, Sendable {
  /// Their positions in the run's order, at least two.
  @OptionNames public private(set) var arms: [Int]
  /// The probability that the best is one of them.
  public let best: MonteCarloNumber

  private enum CodingKeys: String, CodingKey {
    case arms = "options"
    case best = "chanceBest"
  }

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

/// The sets of near-twins among the arms: their positions in the table, best first.
///
/// Each set is of one arm, and of those that hardly differ from it and have a lower mean.
func nearTwinSets(_ rows: TrialRows, margin: Double) -> [[Int]] {
  let means = rows.means()
  let most = NearTwins.shareOfMargin * margin
  func distance(_ arm: Int, _ other: Int) -> Double {
    (0..<rows.count).reduce(0) { $0 + abs(rows[$1, arm] - rows[$1, other]) } / Double(rows.count)
  }
  var sets: [[Int]] = []
  var rest = means.indices.sorted { (means[$1], $0) < (means[$0], $1) }
  while let first = rest.first {
    let near = rest.dropFirst().filter { distance($0, first) < most }
    sets.append([first] + near)
    rest.removeAll { $0 == first || near.contains($0) }
  }
  return sets.filter { $0.count > 1 }
}

extension TrialRows {
  /// The largest standard error of the mean difference between the first arm and another, trials taken as independent.
  func largestDifferenceError() -> Double {
    guard count > 1 else { return .infinity }
    let means = means()
    return (1..<max(1, arms)).map { arm in
      let squares = (0..<count).reduce(0.0) { sum, trial in
        let deviation = self[trial, arm] - self[trial, 0] - (means[arm] - means[0])
        return sum + deviation * deviation
      }
      return (squares / Double(count - 1) / Double(count)).squareRoot()
    }.max() ?? 0
  }
}
