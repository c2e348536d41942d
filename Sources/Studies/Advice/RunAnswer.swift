import ExperimentDesign
public import Inference

/// What a run answers: the one value that every output words or encodes.
public struct RunAnswer: Sendable {
  package let summary: RunSummary
  /// In the order of the run.
  public let scenarios: [ScenarioAnswer]
  /// What to do next, by the first scenario.
  public var steps: [NextStep] { scenarios.first.map { summary.steps($0.found, $0.decided) } ?? [] }

  /// What a run's numbers say.
  public init(_ summary: RunSummary) {
    self.summary = summary
    scenarios = summary.scenarios.map { ScenarioAnswer($0, of: summary) }
  }
}

/// What a run answers under one scenario.
public struct ScenarioAnswer: Sendable {
  package let found: ScenarioSummary
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
    let facts = summary.facts(of: scenario)
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
    deciding = if case .sameToTheModel = decided.advice { nil } else { scenario.decidedBy }
    cautions = summary.cautions(in: scenario, decided, by: deciding)
  }
}
