import ExperimentDesign
import ResultStore
import Testing

@Suite("A run's ranking is kept")
struct RankingTests {
  @Test("Rankings are kept by run and scenario, and go with the run's answer")
  func rankings() throws {
    let scratch = try Scratch()
    let store = try ResultStore(path: scratch.path())
    let first = try store.begin(.sample()).id
    let second = try store.begin(.sample(contentKey: "other")).id
    let kept = [
      StoredRanking(scenario: 0, headline: "test", best: 1, tied: [0]),
      StoredRanking(scenario: 1, headline: "blocked", best: nil, tied: []),
    ]
    try store.store(kept, of: first)
    #expect(try store.rankings(of: first) == kept)
    #expect(try store.rankings(of: second).isEmpty)
    #expect(throws: ResultStoreError.self) {
      try store.store([StoredRanking(scenario: 0, headline: "choose", best: 7, tied: [])], of: first)
    }
    #expect(throws: ResultStoreError.self) {
      try store.store([StoredRanking(scenario: 0, headline: "wins", best: 1, tied: [])], of: first)
    }
    #expect(try store.rankings(of: first) == kept)
    let grown = try store.grow(first, to: .sample(trials: 9, contentKey: "grown")).id
    #expect(try store.rankings(of: grown).isEmpty)
  }
}
