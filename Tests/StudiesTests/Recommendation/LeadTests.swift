import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Studies
import Testing

/// What the best arm leads by is a fact about two arms: who stands first in the file, and what the tables
/// compare with, are not part of it.
@Suite("The lead")
struct LeadTests {
  private func experiment(_ order: [Int]) -> Experiment {
    let arms = [
      makeArm("launch", .launch), makeArm("first", .event(EventKind(rawValue: 0), count: 1)),
      makeArm("third", .event(EventKind(rawValue: 0), count: 3)),
    ]
    return makeExperiment([openPeople()], order.map { arms[$0] }, installs: 100)
  }

  private func summary(_ experiment: Experiment, baseline: Int) throws -> ScenarioSummary {
    var outline = RunOutline(of: experiment)
    outline.description.baseline = baseline
    return try simulated(experiment, outline, seed: 11, trials: 40).scenarios[0]
  }

  @Test("has the same interval whatever the baseline is, in any order of the options")
  func baseline() throws {
    let usual = try #require(try summary(experiment([0, 1, 2]), baseline: 0).verdict?.lead)
    #expect(usual.uncertaintyInterval90 != nil)
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      for baseline in 0..<3 {
        let lead = try summary(experiment(order), baseline: baseline).verdict?.lead
        #expect(lead == usual, "order \(order), baseline \(baseline)")
      }
    }
  }

  @Test("is the difference that the table shows of the same two arms")
  func table() throws {
    let order = [0, 1, 2]
    let found = try summary(experiment(order), baseline: 0)
    let verdict = try #require(found.verdict)
    let runnerUp = try #require(verdict.runnerUp)
    let compared = try summary(experiment(order), baseline: runnerUp)
    #expect(compared.arms[verdict.best].differenceToBaseline == verdict.lead)
  }
}
