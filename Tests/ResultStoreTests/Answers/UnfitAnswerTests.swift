import ExperimentDesign
import Testing

@testable import ResultStore

@Suite("Writing refuses what reading would call damage")
struct UnfitAnswerTests {
  let scratch: Scratch
  let store: ResultStore
  let inputs = RunInputs.sample()
  let run: String

  init() throws {
    scratch = try Scratch()
    store = try ResultStore(path: scratch.path())
    run = try store.begin(inputs).id
  }

  @Test("What nobody can have counted or drawn is refused, however well it adds up")
  func results() throws {
    for wrong: (inout TrialResult) -> Void in [
      {
        $0.tallies[0, 0, 0][.finalAuthorized] += 1
        $0.wholes[0, 0][.finalAuthorized] += 1
      },
      { $0.wholes[1, 0].medianDaysToDecision = 6 }, { $0.draws[0] = .infinity },
    ] {
      var result = inputs.sampleResult(trial: 0)
      wrong(&result)
      #expect(throws: ResultStoreError.self) { try store.append([result], to: run) }
    }
    #expect(try store.storedTrials(of: run) == [])
  }

  private func row(scenario: Int = 0, arm: Int = 0, mean: Double? = 0.3) -> SummaryRow {
    SummaryRow(
      scenario: scenario, arm: arm, metric: .optInPerInstall, mean: mean, mcse: nil, sd: nil, trials: 5,
      low: nil, high: nil)
  }

  @Test("A run with a trial missing is not finished")
  func missingTrial() throws {
    try store.append(inputs.sampleResults(0..<4), to: run)
    #expect(throws: ResultStoreError.unfitAnswer(run: run, reason: "it holds 4 of 5 trials")) {
      try store.finish(run, summaries: [row()])
    }
    #expect(try store.run(run).finishedAt == nil)
    #expect(try store.summaries(of: run) == [])
  }

  @Test("A summary of what the run does not have, or that is no number, leaves the run unfinished")
  func unfitSummary() throws {
    try store.append(inputs.sampleResults(0..<5), to: run)
    for summary in [row(scenario: 9), row(arm: -1), row(mean: .infinity), row(mean: .nan)] {
      #expect(throws: ResultStoreError.self) { try store.finish(run, summaries: [row(), summary]) }
    }
    #expect(try store.run(run).finishedAt == nil)
    #expect(try store.summaries(of: run) == [])
  }
}
