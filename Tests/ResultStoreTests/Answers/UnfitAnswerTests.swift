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

  @Test("A run with a trial missing is not finished")
  func missingTrial() throws {
    try store.append(inputs.sampleResults(0..<4), to: run)
    #expect(throws: ResultStoreError.unfitAnswer(run: run, reason: "it holds 4 of 5 trials")) {
      try store.finish(run, answer: [0.3])
    }
    #expect(try store.run(run).finishedAt == nil)
    #expect(try store.answer([Double].self, of: run) == nil)
  }
}
