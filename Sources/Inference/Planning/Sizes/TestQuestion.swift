import Foundation
public import GSLNumerics

/// What is known of a test before it is planned; of size, power and difference one may be left out.
public struct TestQuestion: Hashable, Sendable {
  /// How large the test is to be.
  public enum Size: Hashable, Sendable {
    /// Installs of all arms together.
    case total(Int)
    /// Installs of each arm.
    case perArm(Int)
  }

  /// The share in the baseline, in (0, 1).
  public var baseline: Double
  /// The shares in the other arms; `nil` where the difference that can be detected is asked for.
  public var arms: [Double]?
  /// How large the test is; `nil` where that is asked for.
  public var size: Size?
  /// The chance of each comparison to show its aim, in (0, 1); `nil` where it is asked for, or 0.8 is meant.
  public var power: Double?

  /// A question without what is not given.
  public init(baseline: Double, arms: [Double]? = nil, size: Size? = nil, power: Double? = nil) {
    self.baseline = baseline
    self.arms = arms
    self.size = size
    self.power = power
  }

  /// The power that a test has where none is asked for.
  public static let usualPower = 0.8
}

/// Why a test cannot be planned.
public enum TestPlanProblem: Error, Equatable, Sendable {
  /// Neither size nor difference is given.
  case nothingGiven
  /// An arm gets no install at all.
  case tooSmall(installs: Int)
  /// Even the largest difference there can be is not detected.
  case nothingDetectable(installs: Int)
  /// The test takes more installs than an analysis reads.
  case tooLarge(installs: Double)
  /// The clusters are too few for the power, with any number of installs; `enough` of each option would do, where that is
  /// known. Of equal options the test finds a difference in this direction with the chance `byChance`.
  case tooFewClusters(mostPower: Double, enough: Int?, byChance: Double)
  /// A number is outside of its range, or a routine found no answer.
  case numerics(NumericsError)
}

extension TestPlanProblem: CustomStringConvertible {
  /// What is wrong, what was expected, and what to do.
  public var description: String {
    switch self {
    case .nothingGiven: "A plan needs a size or a difference, and found neither. Give one of them."
    case .tooSmall(let installs):
      "\(installs) \(installs == 1 ? "install does" : "installs do") not give every option one; expected more. Plan a larger "
        + "test."
    case .nothingDetectable(let installs):
      "\(installs) \(installs == 1 ? "install detects" : "installs detect") no difference with this power, however large. "
        + "Plan a larger test."
    case .tooLarge(let installs):
      "The test takes \(installs.formatted) installs of one option, and expected are at most 1e9. "
        + "Plan for a larger difference, a larger margin or a lower power."
    case .tooFewClusters(let power, let enough, let byChance):
      "With any number of installs these clusters have a power of \(power.percent)% at most. "
        + (power < 0.1
          ? "Such a test shows hardly anything: with equal options \(byChance.percent)% of tests find a "
            + "difference in this direction by chance. " : "")
        + (enough.map { "Expected \($0) or more of each option. " } ?? "No number of them would do. ")
        + "Use more releases or languages, or split installs."
    case .numerics(.outOfDomain(argument: "power", let value, _)):
      "A power of \(value) is no more than a test without any effect has; expected one above its level. "
        + "Ask for a power such as 0.8."
    case .numerics(let error): "The plan cannot be computed: \(error). Use rates further from 0 and 1."
    }
  }
}

extension Double {
  /// With two digits: `3.1e+12`.
  fileprivate var formatted: String { String(format: "%.1e", self) }

  /// Of a share, in whole percent, and with two digits below ten: `25`, `2.6`.
  fileprivate var percent: String {
    self < 0.1 ? String(format: "%.2g", 100 * self) : "\(Int(100 * self))"
  }
}
