import ExperimentDesign
import Inference

/// How a run that chose its own size came to it.
///
/// It has trials enough when the Monte Carlo error of the lead (of the level, where there is one arm alone) is below a goal,
/// in units of the objective, in every scenario.
public struct StoppingOutcome: Codable, Equatable, Sendable {
  /// What that error must be below.
  public var goal: Double
  /// The largest of these errors; `nil` where it cannot be known.
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
}

extension RunSummaryBuilder {
  /// Looks whether the trials handed in so far are enough.
  public func look(goal: Double) throws -> StoppingOutcome {
    var plain = self
    plain.explainsLead = false
    let errors = try plain.summary().scenarios.map { scenario in
      scenario.verdict.flatMap { ($0.lead ?? scenario.arms[$0.best].objective)?.overTrials.mcse }
    }
    return StoppingOutcome(goal: goal, reached: errors.contains(nil) ? nil : errors.compactMap { $0 }.max())
  }
}
