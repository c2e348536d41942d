import ExperimentDesign
import Foundation
import ResultStore
import Testing

@Suite("What an answer says beyond its trials")
struct AnswersTests {
  let scratch: Scratch
  let store: ResultStore
  let run: String
  private let alternatives = [
    StoredAlternative(
      scenario: 0, model: "no_framing", winner: 0, outcome: "stands", best: 0, lead: nil, leadMCSE: nil),
    StoredAlternative(
      scenario: 1, model: "no_framing", winner: 1, outcome: "falls", best: 0, lead: 0.1 + 0.2,
      leadMCSE: 1e-300),
  ]

  init() throws {
    scratch = try Scratch()
    store = try ResultStore(path: scratch.path())
    run = try store.begin(.sample()).id
  }

  @Test("A run's alternative models come back as they were, apart for either ranking; none is not never")
  func alternativeStudies() throws {
    #expect(try store.alternatives(of: run, includesForbidden: false) == nil)
    try store.store([], of: run, includesForbidden: false)
    #expect(try store.alternatives(of: run, includesForbidden: false) == [])
    try store.store(alternatives, of: run, includesForbidden: false)
    #expect(try store.alternatives(of: run, includesForbidden: false) == alternatives)
    #expect(try store.alternatives(of: run, includesForbidden: true) == nil)
    try store.store([alternatives[1]], of: run, includesForbidden: false)
    #expect(try store.alternatives(of: run, includesForbidden: false) == [alternatives[1]])
  }

  @Test("How a run came to its size comes back as it was, or not at all")
  func stopping() throws {
    #expect(try store.stopping(of: run) == nil)
    for stopping in [
      StoredStopping(goal: 1e-3, reached: 0.1 + 0.2, isMet: false),
      StoredStopping(goal: 5, reached: nil, isMet: true),
    ] {
      try store.note(stopping, of: run)
      #expect(try store.stopping(of: run) == stopping)
    }
    try store.note(nil, of: run)
    #expect(try store.stopping(of: run) == nil)
  }

  @Test("Neither outlives the run, nor its growth")
  func removal() throws {
    func rows() throws -> [String] {
      try plainRows(
        "SELECT (SELECT count(*) FROM alternative_model), (SELECT count(*) FROM alternative_study), (SELECT count(*) FROM stopping)",
        in: scratch.path())
    }
    try store.store(alternatives, of: run, includesForbidden: true)
    try store.note(StoredStopping(goal: 5, reached: nil, isMet: true), of: run)
    #expect(try rows() == ["2|1|1"])
    let grown = try store.grow(run, to: .sample(trials: 9, contentKey: "grown")).id
    #expect(try rows() == ["0|0|0"])
    try store.store(alternatives, of: grown, includesForbidden: true)
    try store.remove(grown)
    #expect(try rows() == ["0|0|0"])
  }

  @Test("An arm or an outcome that there is not is refused")
  func impossible() throws {
    var wrong = alternatives[0]
    wrong.best = 7
    #expect(throws: ResultStoreError.self) { try store.store([wrong], of: run, includesForbidden: false) }
    wrong = alternatives[0]
    wrong.outcome = "wins"
    #expect(throws: ResultStoreError.self) { try store.store([wrong], of: run, includesForbidden: false) }
    #expect(try store.alternatives(of: run, includesForbidden: false) == nil)
  }
}
