/// Why parts make no experiment.
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

  /// What was expected and what was found.
  public var description: String {
    switch self {
    case .noArms: "expected at least one arm, found none"
    case .noScenarios: "expected at least one scenario, found none"
    case .noSegments(let scenario): "expected at least one segment in scenario '\(scenario)', found none"
    case .unknownBaseline(let name, let arms):
      "expected a baseline among \(arms.map { "'\($0)'" }.joined(separator: ", ")), found '\(name)'"
    case .surroundings(let arm):
      "expected what surrounds arm '\(arm)' in every segment of every scenario, found more or less"
    case .noTerms: "expected at least one metric to rank by, found none"
    }
  }
}
