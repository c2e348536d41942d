import Foundation
public import GSLNumerics

/// What is known of a test before it is planned; of size, power and difference one may be left out.
public struct TestQuestion: Hashable, Sendable {
  /// The share in the baseline, in (0, 1).
  public var baseline: Double
  /// The shares in the other arms; `nil` where the difference that can be detected is asked for.
  public var arms: [Double]?
  /// Installs of all arms together; `nil` where that is asked for.
  public var installs: Int?
  /// The chance of each comparison to show its aim, in (0, 1); `nil` where it is asked for, or 0.8 is meant.
  public var power: Double?

  /// A question without what is not given.
  public init(baseline: Double, arms: [Double]? = nil, installs: Int? = nil, power: Double? = nil) {
    self.baseline = baseline
    self.arms = arms
    self.installs = installs
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
  /// An arm gets fewer than two releases or languages of this size.
  case tooFewClusters(installs: Int, size: Int)
  /// Even the largest difference there can be is not detected.
  case nothingDetectable(installs: Int)
  /// The test takes more installs than an analysis reads.
  case tooLarge(installs: Double)
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
    case .tooFewClusters(let installs, let size):
      "\(installs) installs do not give every option two releases or languages of \(size), and of a single one nothing can "
        + "be told. Plan a larger test, or smaller releases."
    case .nothingDetectable(let installs):
      "\(installs) \(installs == 1 ? "install detects" : "installs detect") no difference with this power, however large. "
        + "Plan a larger test."
    case .tooLarge(let installs):
      "The test takes \(installs.formatted) installs of one option, and expected are at most 1e9. "
        + "Plan for a larger difference, a larger margin or a lower power."
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
}
