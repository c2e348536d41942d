import GRDB
import ResultStore
import Testing

@Suite("Trials of searches that are not over")
struct SearchTrialsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let trials = [
    SearchTrialsRow(installs: 500, strategy: 0, first: 0, trials: 2, numbers: [0.25, .nan, -0.0, 1e-300]),
    SearchTrialsRow(installs: 500, strategy: 0, first: 2, trials: 1, numbers: [0.5, 0.75]),
    SearchTrialsRow(installs: 500, strategy: 3, first: 0, trials: 1, numbers: [1, 2]),
  ]

  private func bits(_ rows: [SearchTrialsRow]) -> [[UInt64]] {
    rows.map { row in
      [row.installs, row.strategy, row.first, row.trials].map(UInt64.init) + row.numbers.map(\.bitPattern)
    }
  }

  @Test("they come back bit for bit, of their own search alone, until it is over")
  func roundTrip() throws {
    let store = try ResultStore(path: scratch.path())
    try store.keep(Array(trials.prefix(2)), of: "one")
    try store.keep([trials[2]], of: "one")
    #expect(bits(try store.searchTrials(of: "one")) == bits(trials))
    #expect(try store.searchTrials(of: "other").isEmpty)
    try store.removeSearchTrials(of: "other")
    #expect(try store.searchTrials(of: "one").count == 3)
    try store.removeSearchTrials(of: "one")
    #expect(try store.searchTrials(of: "one").isEmpty)
  }

  @Test("numbers that were changed outside are recognised")
  func damaged() throws {
    let store = try ResultStore(path: scratch.path())
    try store.keep(trials, of: "one")
    try executePlainly(["UPDATE search_trials SET first = 5 WHERE strategy = 3"], in: scratch.path())
    #expect(throws: ResultStoreError.self) { try store.searchTrials(of: "one") }
  }

  @Test("trials that cannot be are refused, and then none of them is kept")
  func refused() throws {
    let store = try ResultStore(path: scratch.path())
    let wrong = SearchTrialsRow(installs: 0, strategy: 0, first: 0, trials: 1, numbers: [1])
    #expect(throws: ResultStoreError.self) { try store.keep([trials[0], wrong], of: "one") }
    #expect(try store.searchTrials(of: "one").isEmpty)
  }
}
