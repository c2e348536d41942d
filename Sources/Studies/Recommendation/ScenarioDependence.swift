/// What is recommended in each scenario of a run, where no option is recommended in all of them.
public struct ScenarioDependence: Equatable, Sendable {
  /// A scenario's name, and the position of the option recommended there; `nil` where every option is blocked.
  public struct Choice: Equatable, Sendable {
    /// The scenario.
    public var scenario: String
    /// The option.
    public var arm: Int?
  }
  /// In the order of the run, without scenarios in which nothing can be said.
  public var choices: [Choice]

  /// - Returns: `nil` where some option is recommended, or as good as that, in every scenario.
  public init?(of summary: RunSummary) {
    guard summary.scenarios.count > 1 else { return nil }
    choices = []
    // Options that would do in all scenarios so far; `nil` before the first.
    var shared: Set<Int?>?
    for scenario in summary.scenarios {
      let found = scenario.recommendation(parametersVary: summary.outline.parametersVary)
      // Options without a difference, or too few trials for one, recommend nothing.
      guard ![.identical, .tooFewTrials].contains(found.kind) else { continue }
      choices.append(Choice(scenario: scenario.name, arm: found.choice))
      let good = Set([found.choice] + (found.tied + found.twins + found.alike).map { $0 })
      shared = shared.map { $0.intersection(good) } ?? good
    }
    guard shared?.isEmpty == true else { return nil }
  }
}

extension RunSummary {
  /// Whether no option is recommended in all scenarios.
  public var dependsOnScenario: Bool { ScenarioDependence(of: self) != nil }
}
