import Foundation
public import GSLNumerics
public import Inference

/// What somebody asks of the plan of a real test; what is `nil` is chosen, or answered.
public struct TestRequest: Sendable {
  /// The scenario of a run by its name; the first where nobody says.
  public var scenario: String?
  /// The options of a run by their names, the baseline first; where nobody says the two that the answer would test.
  public var arms: [String]?
  /// The age in days at which installs are read, by answers until then; where nobody says the objective of a run is read.
  public var day: Int?
  /// The margin by which options are shown not to be worse; `nil` where they are to differ.
  public var nonInferior: Double?
  /// The difference to detect; with ``nonInferior`` the one assumed.
  ///
  /// One below 0 is a drop of every option. One above 0 is a size, with the sign of each option's mean difference in a run.
  /// Where nobody says, it is the margin of a run's answer, is asked for of rates alone, and with ``nonInferior`` is 0.
  public var difference: Double?
  /// The chance to detect it; ``usualPower`` where nobody says, or it is asked for.
  public var power: Double?
  /// Installs of all options together; where nobody says as many as gain most for the choice, else as the difference
  /// needs.
  public var installs: Int?
  /// The confidence of the analysis.
  public var level = ConfidenceLevel.ninetyFive
  /// How the test is looked at while it runs; `nil` for once, at its end.
  public var looks: PlannedLooks?
  /// Installs of each option in any unit, the baseline first; `nil` for evenly, of rates alone between two.
  public var allocation: [Double]?
  /// What is split between the options; `nil` for installs.
  public var clusters: PlannedClusters?
  /// Differences below this in size are shown to be equal; where nobody says the margin of the answer.
  public var margin: Double?
  /// Installs a day that take part, of all options together; `nil` where nobody says.
  public var installsPerDay: Double?
  /// Nothing is asked but the plan.
  public init() {}

  /// The power that a test has where none is asked for.
  static let usualPower = 0.8
  /// Options of a run that are tested together, at most.
  static let mostArms = 6

  /// Whether the size is left to what a test gains for the choice: where nobody gives it, or the power that it is to have.
  var isSizeOpen: Bool { installs == nil && power == nil && nonInferior == nil && looks == nil }
}

/// Why no test can be planned.
public enum TestPlanProblem: Error, Equatable, Sendable {
  /// The run has no scenario of this name.
  case noScenario(name: String, known: [String])
  /// The scenario has no option of this name that may be chosen.
  case noArm(name: String, known: [String])
  /// Fewer than two options or more than ``TestRequest/mostArms``, or one of them twice.
  case notSeveral(names: [String])
  /// There is nothing to test: no second option may be chosen.
  case nothingToTest(scenario: String)
  /// The objective is no share of installs, which a test's counts are.
  case noShare(objective: String, days: [Int])
  /// Trials do not have answers by this day.
  case noDay(day: Int, days: [Int])
  /// Some trials have no value, so that nothing is known of the uncertain inputs.
  case incomplete
  /// Neither size nor difference is given.
  case nothingGiven
  /// Fewer than two installs of each option.
  case tooFew(installs: Int, options: Int)
  /// An option gets fewer than two releases or languages of this size.
  case tooFewClusters(installs: Int, size: Int)
  /// Another number of shares of installs than options.
  case otherSplit(shares: Int, options: [String])
  /// No share differs so much from the baseline's.
  case tooFarApart(difference: Double, baseline: Double)
  /// The baseline's rate is not above the margin by which options may be worse.
  case marginBeyondRate(margin: Double, baseline: Double)
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
    func list(_ names: [String]) -> String { names.joined(separator: ", ") }
    func days(_ days: [Int]) -> String {
      days.isEmpty
        ? "The horizon is too short for any; simulate with a longer horizon_days"
        : "Use --day \(days.map(String.init).joined(separator: ", or --day "))"
    }
    switch self {
    case .noScenario(let name, let known):
      return "'--scenario \(name)': the run has no such scenario; expected one of \(list(known))."
    case .noArm(let name, let known):
      return "'--arms': '\(name)' is no option that may be chosen; expected some of \(list(known))."
    case .notSeveral(let names):
      return
        "'--arms' needs from two to \(TestRequest.mostArms) options, the baseline first, as in --arms launch,later; found "
        + "'\(list(names))'."
    case .nothingToTest(let scenario):
      return
        "Scenario '\(scenario)' has no two options that may be chosen, so there is nothing to test. "
        + "'att-lab show' says what stands against the others."
    case .noShare(let objective, let known):
      return "The objective, \(objective), is no share of installs, which the counts of a test are. "
        + "\(days(known)), to test by opt-in until that day."
    case .noDay(let day, let known):
      return "'--day \(day)': the trials have no answers by that day. \(days(known))."
    case .incomplete:
      return
        "Some trials have no value of the rate that is read. Simulate more installs a trial, or use --day."
    case .nothingGiven: return "A plan needs a size or a difference, and found neither. Give one of them."
    case .tooFew(let installs, let options):
      return
        "\(installs == 1 ? "1 install in total does" : "\(installs) installs in total do") not make a test of \(options) options; expected at least \(2 * options)."
    case .tooFewClusters(let installs, let size):
      return
        "\(installs) installs do not give every option two releases or languages of \(size), and of a single one nothing "
        + "can be told. Plan a larger test, or smaller releases."
    case .otherSplit(let shares, let options):
      return
        "'--allocation' has \(shares) shares for \(options.count) options (\(list(options))); give one for each."
    case .tooFarApart(let difference, let baseline):
      return
        "The difference to detect is \(difference.points) pp, and the baseline's rate is \(baseline.points)% on average. "
        + "Expected one that leaves a rate above 0% and below 100%; give a smaller '--lift'."
    case .marginBeyondRate(let margin, let baseline):
      return
        "A rate of \(baseline.points)% cannot fall by the margin of \(margin.points) pp, so no test is needed. "
        + "Expected a '--non-inferior' below \(baseline.points) pp."
    case .nothingDetectable(let installs):
      return
        "\(installs == 1 ? "1 install detects" : "\(installs) installs detect") no difference with this power, however large. Plan a larger test."
    case .tooLarge(let installs):
      return
        "The test takes \(String(format: "%.1e", installs)) installs of one option, and expected are at most 1e9. "
        + "Plan for a larger difference, a larger margin or a lower power."
    case .numerics(.outOfDomain(argument: "power", let value, _)):
      return
        "A power of \(value) is no more than a test without any effect has; expected one above its level. "
        + "Ask for a power such as 0.8."
    case .numerics(let error):
      return "The plan cannot be computed: \(error). Use rates further from 0 and 1."
    }
  }
}

extension Double {
  /// In hundredths, with at most one decimal: `2`, `25.1`.
  fileprivate var points: String {
    let tenths = (self * 1_000).rounded() / 10
    return tenths == tenths.rounded() ? String(format: "%.0f", tenths) : String(format: "%.1f", tenths)
  }
}
