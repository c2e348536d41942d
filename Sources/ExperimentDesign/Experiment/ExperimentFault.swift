/// Why parts make no experiment: the rules that every ``Experiment`` keeps.
public enum ExperimentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing is compared.
  case noArms
  /// Nobody is asked.
  case noScenarios
  /// Nobody is asked in a scenario.
  case noSegments(scenario: String)
  /// The arm to compare with is none of the arms.
  case unknownBaseline(String, arms: [String])
  /// An arm does not know what surrounds it in every segment of every scenario.
  case surroundings(arm: String)
  /// Nothing is weighed.
  case noTerms
  /// The parts of a joint distribution are not of one size, or one of its numbers is not finite.
  case jointShape(path: String)
  /// Fewer trials than 1.
  case noTrials(Int)
  /// Fewer installs than 1.
  case noInstalls(Int)
  /// A horizon that is not above 0 days, or not finite.
  case horizon(Double)
  /// Two arms have one name.
  case repeatedArm(String)
  /// Two scenarios have one name.
  case repeatedScenario(String)
  /// Two segments of a scenario have one name.
  case repeatedSegment(String, scenario: String)
  /// A segment's share of the installs is not from 0 to 1.
  case segmentShare(Double, segment: String)
  /// The shares of a scenario's segments are not from 0 to 1 with a sum of 1.
  case segmentShares(scenario: String)
  /// A segment's shares of the system versions are not one for each version, from 0 to 1, with a sum of 1.
  case systemShares(segment: String)
  /// An arm's strategy has another pre-prompt policy than the screen that it shows.
  case otherPrePrompt(arm: String)
  /// An event is of a kind that the experiment does not have.
  case unknownEvent(Int, kinds: Int)
  /// A parameter is a member of a joint distribution that the experiment does not have, or that has fewer members.
  case unknownMember(Int, joint: String, path: String)
  /// A share of retention that is not between 0 and 1, or sessions of an active day outside their range.
  case retentionFigure(Double, key: String)
  /// More people have a session on a later day than on an earlier one.
  case risingRetention(d1: Double, d7: Double, d30: Double)
  /// A number outside its range, or a distribution that cannot be drawn from.
  case illegalNumber(Distribution, path: String)

  /// What was expected and what was found.
  public var description: String {
    switch self {
    case .noArms: "expected at least one option, found none"
    case .noScenarios: "expected at least one scenario, found none"
    case .noSegments(let scenario): "expected at least one segment in scenario '\(scenario)', found none"
    case .unknownBaseline(let name, let arms):
      "expected a baseline among \(arms.map { "'\($0)'" }.joined(separator: ", ")), found '\(name)'"
    case .surroundings(let arm):
      "expected what surrounds option '\(arm)' in every segment of every scenario, found more or less"
    case .noTerms: "expected at least one metric to rank by, found none"
    case .jointShape(let path):
      "expected as many scales, ranges, means and rows of the factor as paths in the joint distribution at '\(path)', all finite"
    case .noTrials(let count): "expected at least 1 trial, found \(count)"
    case .noInstalls(let count): "expected at least 1 install, found \(count)"
    case .horizon(let days): "expected a horizon above 0 days, found \(days)"
    case .repeatedArm(let name): "expected options of different names, found '\(name)' twice"
    case .repeatedScenario(let name): "expected scenarios of different names, found '\(name)' twice"
    case .repeatedSegment(let name, let scenario):
      "expected segments of different names in scenario '\(scenario)', found '\(name)' twice"
    case .segmentShare(let share, let segment):
      "expected a share from 0 to 1 for segment '\(segment)', found \(share)"
    case .segmentShares(let scenario):
      "expected the shares of the segments of scenario '\(scenario)' to be from 0 to 1 with a sum of 1"
    case .systemShares(let segment):
      "expected the shares of the iOS classes in segment '\(segment)' to be from 0 to 1 with a sum of 1"
    case .otherPrePrompt(let arm):
      "expected the strategy of option '\(arm)' to have the policy of the option's pre-prompt, found another"
    case .unknownEvent(let kind, let kinds):
      "expected an event kind below \(kinds), the number of event kinds, found \(kind)"
    case .unknownMember(let member, let joint, let path):
      "expected '\(path)' to be a member of a joint distribution of the experiment, found member \(member + 1) of '\(joint)'"
    case .retentionFigure(let value, "sessions_per_active_day"):
      "expected sessions_per_active_day from 1 to 1000, found \(value)"
    case .retentionFigure(let share, let key): "expected \(key) between 0 and 1, found \(share)"
    case .risingRetention(let d1, let d7, let d30):
      "expected retention that falls, d1 ≥ d7 ≥ d30, found \(d1), \(d7), \(d30). These are shares of all installs"
    case .illegalNumber(let distribution, let path):
      "expected a number within the range of '\(path)', or a distribution that can be drawn from, found \(distribution)"
    }
  }
}
