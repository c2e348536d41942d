/// What to do in each scenario of a run, where the option is not the same in all of them.
public struct ScenarioDependence: Equatable, Sendable {
  /// A scenario's name, and the option that the advice names there; `nil` where every option is blocked.
  public struct Choice: Codable, Equatable, Sendable {
    package var scenario: String
    package var option: String?
  }
  /// In the order of the run, without scenarios in which nothing can be said.
  public var choices: [Choice]

  /// - Returns: `nil` where one option would do in every scenario.
  init?(of scenarios: [ScenarioAnswer]) {
    guard scenarios.count > 1 else { return nil }
    choices = []
    // Options that would do in all scenarios so far; `nil` before the first.
    var shared: Set<String>?
    for scenario in scenarios {
      let (advice, facts) = (scenario.decided.advice, scenario.facts)
      switch advice {
      case .sameToTheModel, .moreTrials, .moreInstalls: continue
      case .blocked, .choose, .test: break
      }
      choices.append(Choice(scenario: scenario.found.name, option: advice.option))
      let good = Set((advice.option.map(facts.group(of:)) ?? []) + facts.littleToLose.map(\.name))
      shared = shared.map { $0.intersection(good) } ?? good
    }
    guard shared?.isEmpty == true else { return nil }
  }
}
