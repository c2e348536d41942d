import ExperimentDesign
public import Inference

/// What a run answers: the one value that every output words or encodes.
public struct RunAnswer: Sendable {
  package let summary: RunSummary
  /// In the order of the run.
  public let scenarios: [ScenarioAnswer]
  /// What to do next, by the first scenario.
  public let steps: [NextStep]
  /// What to do in each scenario in which anything can be said, where no option would do in all of them; else `nil`.
  public let dependsOnScenario: [ScenarioChoice]?

  /// What a run's numbers say.
  public init(_ summary: RunSummary) {
    self.summary = summary
    scenarios = summary.scenarios.map { ScenarioAnswer($0, of: summary) }
    steps = scenarios.first.map { summary.steps($0.found, $0.decided) } ?? []
    var choices: [ScenarioChoice] = []
    // Options that would do in all scenarios so far; `nil` before the first.
    var shared: Set<String>?
    for scenario in scenarios {
      let (advice, facts) = (scenario.decided.advice, scenario.facts)
      switch advice {
      case .sameToTheModel, .moreTrials, .moreInstalls: continue
      case .blocked, .choose, .test: break
      }
      choices.append(ScenarioChoice(scenario: scenario.found.name, option: advice.option))
      let good = Set((advice.option.map(facts.group(of:)) ?? []) + facts.littleToLose.map(\.name))
      shared = shared.map { $0.intersection(good) } ?? good
    }
    dependsOnScenario = scenarios.count > 1 && shared?.isEmpty == true ? choices : nil
  }
}

/// A scenario's name, and the option that the advice names there; `nil` where every option is blocked.
public struct ScenarioChoice: Codable, Equatable, Sendable {
  package var scenario: String
  package var option: String?
}

/// What a run answers under one scenario.
public struct ScenarioAnswer: Sendable {
  package let found: ScenarioSummary
  /// What it was decided from.
  let facts: DecisionFacts
  package let decided: Decided
  /// Positions of the options: those that may be chosen, best first, then the others in the run's order.
  public let order: [Int]
  /// Position of the option that the advice names; the first of the order where it names none.
  public let choice: Int?
  /// Position of the option that it is compared with; `nil` where there is none.
  public let rival: Int?
  /// The choice's objective less the rival's.
  public let lead: Estimate?
  /// Position of the option to use until a test is read; `nil` where none is advised.
  public let meanwhile: Int?
  /// The weightiest first.
  public let cautions: [Caution]
  /// The input that decides most.
  public let deciding: DecidingInput?

  /// What the numbers of a scenario say.
  init(_ scenario: ScenarioSummary, of summary: RunSummary) {
    found = scenario
    facts = summary.facts(of: scenario)
    let decided = decide(facts)
    self.decided = decided
    let ranking = summary.ranking(of: scenario)
    order = ranking + scenario.arms.indices.filter { !ranking.contains($0) }
    let choice = decided.advice.option.flatMap(summary.position) ?? ranking.first
    self.choice = choice
    let rival = facts.rival.flatMap(summary.position)
    let other = rival == choice ? ranking.first { $0 != choice } : rival
    self.rival = other
    lead = choice.flatMap { choice in other.flatMap { summary.lead(of: choice, over: $0, in: scenario) } }
    meanwhile = if case .test(_, _, _, let name) = decided.advice { summary.position(name) } else { nil }
    let isSame = if case .sameToTheModel = decided.advice { true } else { false }
    deciding = isSame || ranking.count < 2 ? nil : summary.decidingInput(of: scenario)
    cautions = summary.cautions(in: scenario, decided, by: deciding)
  }
}
