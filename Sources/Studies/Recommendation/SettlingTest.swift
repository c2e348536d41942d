public import ExperimentDesign
import GSLNumerics
public import Inference

/// How large an A/B test of the best arm against the runner-up has to be to settle which is better.
///
/// At a level of 5% on both sides with a power of 80%, the two arms of one size. Of shares of installs the size is the
/// one that a formula gives for the two shares; of anything else it follows from how much installs differ in the trials.
public struct SettlingTest: Equatable, Sendable {
  /// One difference and the installs that detect it.
  public struct Size: Equatable, Sendable {
    /// What is detected, in the unit of the objective; above 0.
    public var difference: Double
    /// Installs of each arm, not rounded.
    public var installsPerArm: Double
    /// The shares that the size follows from; `nil` where the objective is no share of installs.
    public var shares: Shares?

    /// How long a test of two arms of this size takes, as a plan of it says.
    ///
    /// - Parameters:
    ///   - volume: how many install the app; each of them takes part.
    ///   - age: the age in days at which installs are read.
    /// - Returns: `nil` for fewer installs a day than a calendar is for.
    public func calendar(at volume: AppVolume, readAt age: Int) -> TestCalendar? {
      guard let perDay = volume.installsPerDay, installsPerArm < 1e12 else { return nil }
      return TestCalendar(
        installs: 2 * Int(installsPerArm.rounded(.up)), installsPerDay: perDay, waitingDays: age)
    }
  }
  /// What two arms are assumed to do, as shares of their installs.
  public struct Shares: Equatable, Sendable {
    /// Of the arm that the other is tested against.
    public var baseline: Double
    /// Of the other, in (0, 1).
    public var arm: Double
  }
  /// For the margin, the smallest difference that matters.
  public var margin: Size
  /// For the lead of the best arm in the simulation; `nil` where that is no larger than the margin.
  public var lead: Size?
}

extension AppVolume {
  /// Installs in a week, of a year of 365.25 days.
  public var installsPerWeek: Double { installsPerMonth * 12 * 7 / 365.25 }

  /// Installs in a day; `nil` for fewer than 0.1, which no calendar of a test is for.
  public var installsPerDay: Double? {
    let pace = installsPerWeek / 7
    return pace >= 0.1 ? pace : nil
  }
}

/// What is known of one arm's installs, for the size of a test.
struct TestedArm {
  /// The mean of the objective.
  var mean: Double
  /// The variance of one install's part in the objective; `nil` where the trials do not tell it.
  var variance: Double?
}

extension SettlingTest {
  /// - Parameters:
  ///   - best: the arm with the best mean.
  ///   - runnerUp: the arm it is tested against, which takes the baseline's part.
  ///   - margin: the smallest difference that matters, above 0.
  ///   - isShareOfInstalls: whether every install counts as 0 or 1.
  /// - Returns: `nil` where no size of a test is known.
  /// - Throws: `NumericsError`.
  init?(
    of best: TestedArm, against runnerUp: TestedArm, margin: Double, isShareOfInstalls: Bool
  ) throws(NumericsError) {
    let target = try PowerTarget()
    func size(_ difference: Double) throws(NumericsError) -> Size? {
      let direction = best.mean < runnerUp.mean ? -1.0 : 1.0
      let arm = runnerUp.mean + direction * difference
      if isShareOfInstalls {
        guard runnerUp.mean > 0, runnerUp.mean < 1, arm > 0, arm < 1 else { return nil }
        return Size(
          difference: difference,
          installsPerArm: try target.baselineSize(baseline: runnerUp.mean, arm: arm),
          shares: Shares(baseline: runnerUp.mean, arm: arm))
      }
      guard let first = runnerUp.variance, let second = best.variance, first + second > 0 else { return nil }
      return Size(
        difference: difference,
        installsPerArm: try target.baselineSize(
          difference: difference, baselineVariance: first, armVariance: second))
    }
    let lead = abs(best.mean - runnerUp.mean)
    guard margin > 0, let forMargin = try size(margin) else { return nil }
    self.margin = forMargin
    self.lead = lead > margin ? try size(lead) : nil
  }
}
