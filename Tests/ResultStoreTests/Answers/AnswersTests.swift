import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import Testing

@Suite("What a run found is kept with it")
final class AnswersTests: StoreWithRun {
  /// Any document will do.
  private struct Answer: Codable, Equatable {
    var lead: Double?
    var advice: [String] = []
  }

  override init() throws {
    try super.init()
    try store.append(inputs.sampleResults(0..<5), to: run)
  }

  @Test("it comes back as it was, is replaced, and is of one run; the run is finished once")
  func roundTrip() throws {
    let other = try store.begin(.sample(contentKey: "other")).id
    #expect(try store.answer(Answer.self, of: run) == nil)
    let moment = Date(timeIntervalSince1970: 1_790_000_001)
    try store.finish(run, answer: Answer(lead: 1), at: moment)
    let answer = Answer(lead: 0.1 + 0.2, advice: ["test", "1e-300"])
    try store.finish(run, answer: answer)
    #expect(try store.answer(Answer.self, of: run) == answer)
    #expect(try store.run(run).finishedAt == moment)
    #expect(try store.answer(Answer.self, of: other) == nil)
    #expect(throws: ResultStoreError.self) { try store.answer([Int].self, of: run) }
  }

  @Test("what is no number is refused, and what was kept stays")
  func impossible() throws {
    try store.finish(run, answer: Answer(lead: 1e-300))
    #expect(throws: ResultStoreError.self) { try store.finish(run, answer: Answer(lead: .infinity)) }
    #expect(try store.answer(Answer.self, of: run) == Answer(lead: 1e-300))
  }

  @Test("it does not outlive the run's growth")
  func growth() throws {
    try store.finish(run, answer: Answer(lead: 1))
    let grown = try store.grow(run, to: .sample(trials: 9, contentKey: "grown")).id
    #expect(try store.answer(Answer.self, of: grown) == nil)
  }

  @Test("A run with a trial missing is not finished")
  func missingTrial() throws {
    let run = try store.begin(.sample(contentKey: "unfinished")).id
    try store.append(inputs.sampleResults(0..<4), to: run)
    #expect(throws: ResultStoreError.unfitAnswer(run: run, reason: "it holds 4 of 5 trials")) {
      try store.finish(run, answer: [0.3])
    }
    #expect(try store.run(run).finishedAt == nil)
    #expect(try store.answer(Answer.self, of: run) == nil)
  }
}
