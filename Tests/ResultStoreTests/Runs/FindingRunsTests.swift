import ExperimentDesign
import Foundation
import ResultStore
import ScratchFolders
import Testing

@Suite("Runs are found by what people call them")
struct FindingRunsTests {
  let scratch = Scratch()
  let store: ResultStore

  init() throws { store = try ResultStore(path: scratch.path()) }

  @Test("`last` is the newest run and `last~1` the one before")
  func last() throws {
    let ids = try (0..<3).map { try store.begin(.sample(contentKey: "\($0)")).id }
    #expect(try store.run("last").id == ids[2])
    #expect(try store.run("last~0").id == ids[2])
    #expect(try store.run("last~1").id == ids[1])
    #expect(try store.run("last~2").id == ids[0])
    #expect(throws: ResultStoreError.noRun(reference: "last~3", path: scratch.path(), runs: 3)) {
      try store.run("last~3")
    }
    #expect(try store.runs().map(\.id) == ids.reversed())
    #expect(try store.runs(limit: 2).map(\.id) == [ids[2], ids[1]])
  }

  @Test("An id, a name and the unique start of an id find a run")
  func references() throws {
    let run = try store.begin(.sample(), name: "nightly").id
    #expect(try store.run(run).id == run)
    #expect(try store.run("nightly").id == run)
    #expect(try store.run(String(run.prefix(3))).id == run)
    #expect(try store.run(run.uppercased()).id == run)
  }

  @Test("An experiment finds its newest run, after ids and names")
  func experiments() throws {
    let experiment = RunInputs.sample().experiment
    let older = try store.begin(.sample(contentKey: "1")).id
    let newer = try store.begin(.sample(contentKey: "2")).id
    #expect(try store.run(experiment).id == newer)
    try store.rename(older, to: experiment)
    #expect(try store.run(experiment).id == older)
  }

  @Test(
    "What is no run is refused with the store's path",
    arguments: ["", "nobody", "last~x", "100%", "_", "*"])
  func unknown(reference: String) throws {
    try store.begin(.sample())
    #expect(throws: ResultStoreError.noRun(reference: reference, path: scratch.path(), runs: 1)) {
      try store.run(reference)
    }
  }

  @Test("An id depends on content and count, not on the store or the time")
  func ids() throws {
    let one = try ResultStore(path: scratch.path("one"))
    let two = try ResultStore(path: scratch.path("two"))
    let early = Date(timeIntervalSince1970: 0)
    let first = try one.begin(.sample()).id
    #expect(try two.begin(.sample(), at: early).id == first)
    let again = try one.begin(.sample()).id
    #expect(again != first)
    #expect(try two.begin(.sample(), at: early).id == again)
    // The first ten digits of SHA-256 of "3:run7:content1:0", by Python 3.11 hashlib, are 2d489c7eaf.
    // A changed id would break what people have written down.
    #expect(first == "b2b7cca1ba")
  }

  @Test("No id reads as a number, whatever its content")
  func letters() throws {
    let ids = try (0..<64).map { try store.begin(.sample(contentKey: "\($0)")).id }
    #expect(ids.allSatisfy { $0.count == 10 && $0.first?.isLetter == true && Double($0) == nil })
    // Digits become every letter that a digit can, and letters stay.
    #expect(Set(ids.compactMap(\.first)) == Set("abcdef"))
  }

  @Test("A complete run of the same content is preferred to a newer one that was cut")
  func contents() throws {
    let inputs = RunInputs.sample()
    #expect(try store.find(contentKey: inputs.contentKey) == nil)
    let whole = try store.begin(inputs).id
    let cut = try store.begin(inputs).id
    #expect(try store.find(contentKey: inputs.contentKey)?.id == cut)
    try store.append(inputs.sampleResults(0..<5), to: whole)
    try store.append(inputs.sampleResults(0..<2), to: cut)
    #expect(try store.find(contentKey: inputs.contentKey)?.id == whole)
    #expect(try store.find(contentKey: "other") == nil)
  }

  @Test("A name belongs to one run")
  func takenNames() throws {
    let run = try store.begin(.sample(), name: "mine").id
    let other = try store.begin(.sample()).id
    let taken = ResultStoreError.nameTaken(name: "mine", by: run, path: scratch.path())
    #expect(throws: taken) { try store.rename(other, to: "mine") }
    #expect(throws: taken) { try store.begin(.sample(), name: "mine") }
    #expect(try store.runs().count == 2)
  }

  @Test(
    "Names that could not find the run again are refused",
    arguments: [
      "", "last", "last~1", "last~", "   ", "two\nlines", "a\u{0}b", String(repeating: "x", count: 201),
    ])
  func badNames(name: String) throws {
    #expect(throws: ResultStoreError.badName(name: name)) { try store.begin(.sample(), name: name) }
  }

  @Test("A run cannot take another's id for its name")
  func idAsName() throws {
    let first = try store.begin(.sample()).id
    let second = try store.begin(.sample()).id
    #expect(throws: ResultStoreError.nameLikeID(name: first, id: first, path: scratch.path())) {
      try store.rename(second, to: first)
    }
  }

  @Test("Removing a run removes all that belongs to it and nothing else")
  func removing() throws {
    let inputs = RunInputs.sample()
    let run = try store.begin(inputs).id
    let other = try store.begin(inputs).id
    for id in [run, other] { try store.append(inputs.sampleResults(0..<5), to: id) }
    try store.remove(run)
    #expect(try store.runs().map(\.id) == [other])
    #expect(try store.allResults(of: other) == inputs.sampleResults(0..<5))
    #expect(throws: ResultStoreError.noRun(reference: run, path: scratch.path(), runs: 1)) {
      try store.remove(run)
    }
    #expect(throws: ResultStoreError.runGone(run: run, path: scratch.path())) {
      try store.append(inputs.sampleResults(0..<1), to: run)
    }
    try store.remove(other)
    let left = try plainRows(
      "SELECT (SELECT count(*) FROM tally) + (SELECT count(*) FROM draw) + (SELECT count(*) FROM trial)",
      in: scratch.path())
    #expect(left == ["0"])
  }

  @Test("A note is kept whole: one too long or with a NUL is refused, and the one before it stays")
  func notes() throws {
    let run = try store.begin(.sample(), note: "first").id
    let longest = String(repeating: "é", count: ResultStore.longestNote)
    try store.annotate(run, with: longest)
    #expect(throws: ResultStoreError.self) { try store.annotate(run, with: longest + "é") }
    #expect(throws: ResultStoreError.self) { try store.annotate(run, with: "ab\0c") }
    #expect(throws: ResultStoreError.self) { try store.begin(.sample(contentKey: "other"), note: "\0") }
    #expect(try store.run(run).note == longest && store.runs().count == 1)
  }
}
