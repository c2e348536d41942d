import ExperimentDesign
public import GSLNumerics
import Inference

/// How a run that chose its own size came to it.
///
/// It has trials enough when the upper 95% limit of the Monte Carlo error of every difference to the baseline (of the
/// level, where there is one arm alone) is below a goal, in units of the objective.
public struct StoppingOutcome: Codable, Equatable, Sendable {
  /// What that error must be below.
  public var goal: Double
  /// The largest of these errors, at its upper limit; `nil` where it cannot be known.
  public var reached: Double?

  /// Whether that is enough; else the most trials allowed were run.
  public var isMet: Bool { reached.map { $0 < goal } ?? false }

  /// The trials that would reach the goal, with a tenth to spare.
  ///
  /// A Monte Carlo error falls as one over the square root of the trials.
  ///
  /// - Returns: `nil` where the goal is met, and where the number is not known or beyond counting.
  public func trialsNeeded(after trials: Int) -> Int? {
    guard !isMet, let reached else { return nil }
    let needed = 1.1 * Double(trials) * (reached / goal) * (reached / goal)
    return needed.isFinite && needed < 1e15 ? Int(needed.rounded(.up)) : nil
  }

  /// The trials after which it is looked: 200, and twice as many each time, up to `most`.
  public static func looks(upTo most: Int) -> [Int] {
    var looks: [Int] = []
    var next = 200
    while next < most {
      looks.append(next)
      next *= 2
    }
    return looks + [most]
  }
}

extension RunSummaryBuilder {
  /// Looks whether the trials handed in so far are enough.
  public func look(goal: Double) throws(NumericsError) -> StoppingOutcome {
    var largest = 0.0
    for scenario in outline.scenarios.indices {
      guard let found = try largestError(scenario) else { return StoppingOutcome(goal: goal, reached: nil) }
      largest = max(largest, found)
    }
    return StoppingOutcome(goal: goal, reached: largest)
  }

  private func largestError(_ scenario: Int) throws(NumericsError) -> Double? {
    let baseline = objectiveSeries(scenario: scenario, arm: outline.baseline)
    guard outline.arms.count > 1 else { return try SimulationPrecision(baseline)?.mcseLimit }
    var largest = 0.0
    for arm in outline.arms.indices where arm != outline.baseline {
      let own = objectiveSeries(scenario: scenario, arm: arm)
      // An arm without the objective (no pre-prompt, for one) has no difference to know.
      guard own.values.contains(where: { $0 != nil }) else { continue }
      let difference = own.difference(from: baseline)
      guard let precision = try SimulationPrecision(difference) else {
        return nil
      }
      largest = max(largest, precision.mcseLimit)
    }
    return largest
  }
}
