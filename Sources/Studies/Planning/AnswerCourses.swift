public import ExperimentDesign

/// The mean share of installs that have allowed by the end of each day, over the trials.
///
/// First answers alone count, in expectation over what people answer.
public struct AnswerCourses: Equatable, Sendable {
  /// By scenario, arm and day.
  private var sums: [[[Double]]]
  private var trials = 0.0

  /// No trial yet.
  public init(_ outline: RunOutline) {
    sums = outline.scenarios.map { _ in outline.arms.map { _ in [] } }
  }

  /// Adds one more trial; one without installs counts as nobody allowing.
  public mutating func add(_ result: TrialResult) {
    trials += 1
    for scenario in sums.indices {
      for arm in sums[scenario].indices {
        let tally = result.wholes[ScenarioIndex(scenario), ArmIndex(arm)]
        let scale = 1 / (1e9 * Double(max(1, tally[.installs])))
        var allowed: Int64 = 0
        let shares = tally.allowedScoreByDay.map { score in
          allowed += score
          return Double(allowed) * scale
        }
        if sums[scenario][arm].isEmpty {
          sums[scenario][arm] = shares
        } else {
          for day in shares.indices { sums[scenario][arm][day] += shares[day] }
        }
      }
    }
  }

  /// The shares from day 0 on; empty without a trial.
  func shares(scenario: Int, arm: Int) -> [Double] { sums[scenario][arm].map { $0 / trials } }
}
