import ExperimentDesign
import ResultStore
import Testing

@Suite("What an answer says beyond its trials")
struct AnswersTests {
  /// Any document will do.
  private struct Answer: Codable, Equatable {
    var lead: Double?
    var advice: [String] = []
  }

  let scratch: Scratch
  let store: ResultStore
  let run: String

  init() throws {
    scratch = try Scratch()
    store = try ResultStore(path: scratch.path())
    run = try store.begin(.sample()).id
  }

  @Test("It comes back as it was, is changed in place, and is of one run")
  func roundTrip() throws {
    let other = try store.begin(.sample(contentKey: "other")).id
    #expect(try store.answer(Answer.self, of: run) == nil)
    try store.changeAnswer(of: run, from: Answer()) { $0.lead = 0.1 + 0.2 }
    try store.changeAnswer(of: run, from: Answer()) { $0.advice = ["test", "1e-300"] }
    #expect(try store.answer(Answer.self, of: run) == Answer(lead: 0.1 + 0.2, advice: ["test", "1e-300"]))
    #expect(try store.answer(Answer.self, of: other) == nil)
    #expect(throws: ResultStoreError.self) { try store.answer([Int].self, of: run) }
  }

  @Test("What is no number is refused, and what was kept stays")
  func impossible() throws {
    try store.changeAnswer(of: run, from: Answer()) { $0.lead = 1e-300 }
    #expect(throws: ResultStoreError.self) {
      try store.changeAnswer(of: run, from: Answer()) { $0.lead = .infinity }
    }
    #expect(try store.answer(Answer.self, of: run) == Answer(lead: 1e-300))
  }

  @Test("It does not outlive the run's growth")
  func growth() throws {
    try store.changeAnswer(of: run, from: Answer()) { $0.lead = 1 }
    let grown = try store.grow(run, to: .sample(trials: 9, contentKey: "grown")).id
    #expect(try store.answer(Answer.self, of: grown) == nil)
  }
}
