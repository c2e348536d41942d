import Foundation
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

  @Test(
    "searches that are not over are listed with what they are, found by the start of their ids, and removed")
  func listed() throws {
    let store = try ResultStore(path: scratch.path())
    #expect(try store.unfinishedSearches().isEmpty)
    let (one, other) = ("abcdef0123456789", "abcdef9999999999")
    let began = Date(timeIntervalSince1970: 1_800_000_000)
    let beginning = SearchBeginning(experiment: "news", arguments: ["optimize", "news.yaml"], moment: began)
    try store.keep(Array(trials.prefix(2)), of: one, beginning)
    // Going on changes neither what it is nor when it began, but the command.
    var later = beginning
    (later.arguments, later.moment) = (["optimize", "moved.yaml"], began + 60)
    try store.keep([trials[2]], of: one, later)
    try store.keep([trials[0]], of: other)
    later.moment = began
    let found = try store.unfinishedSearches()
    #expect(found.map(\.id) == ["abcdef0123", "abcdef9999"] && found.map(\.trials) == [4, 2])
    #expect(found.map(\.beginning) == [later, nil])
    #expect(try store.unfinishedSearch("ABCDEF01").search == one)
    let problem = ResultStoreError.unfinishedSearch(id: "abcdef0123", path: scratch.path())
    #expect(throws: problem) { try store.item("abcdef01") }
    // The start of two is none, and so is less than four characters.
    for reference in ["abcdef", "abc"] {
      #expect(throws: ResultStoreError.noRun(reference: reference, path: scratch.path(), runs: 0)) {
        try store.unfinishedSearch(reference)
      }
    }
    try store.removeSearchTrials(of: one)
    #expect(try store.unfinishedSearches().map(\.search) == [other])
    #expect(try plainRows("SELECT count(*) FROM search", in: scratch.path()) == ["0"])
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
