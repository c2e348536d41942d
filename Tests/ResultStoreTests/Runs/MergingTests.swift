import ExperimentDesign
import Foundation
import ResultStore
import Testing

@Suite("Stores are merged")
struct MergingTests {
  let scratch: Scratch
  let inputs = RunInputs.sample()

  init() throws { scratch = try Scratch() }

  @Test("Shards become the run that one go leaves")
  func shards() throws {
    let merged = try ResultStore(path: scratch.path("merged"))
    for shard in 0..<2 {
      let store = try ResultStore(path: scratch.path("shard-\(shard)"))
      let run = try store.begin(inputs, name: "sharded").id
      try store.append(inputs.sampleResults(stride(from: shard, to: 5, by: 2)), to: run, seconds: 2)
      #expect(try merged.merge(store) == [run])
    }
    let run = try merged.run("sharded")
    #expect(run.isComplete)
    #expect(run.seconds == 4)
    #expect(try merged.allResults(of: run.id) == inputs.sampleResults(0..<5))
  }

  @Test("Merging twice changes nothing the second time")
  func twice() throws {
    let from = try ResultStore(path: scratch.path("from"))
    let into = try ResultStore(path: scratch.path("into"))
    let run = try from.begin(inputs).id
    try from.append(inputs.sampleResults(0..<3), to: run, seconds: 1)
    #expect(try into.merge(from) == [run])
    #expect(try into.merge(from) == [])
    #expect(try into.run(run).seconds == 1)
    #expect(try into.runs().count == 1)
  }

  @Test(
    "Names, notes, order and times are kept; a name that another run has is refused before anything is taken")
  func names() throws {
    let from = try ResultStore(path: scratch.path("from"))
    let into = try ResultStore(path: scratch.path("into"))
    let moment = Date(timeIntervalSince1970: 1_790_000_000)
    try from.begin(.sample(contentKey: "b"), name: "yours")
    let mine = try from.begin(.sample(contentKey: "a"), name: "mine", note: "theirs", at: moment)
    let other = try into.begin(.sample(contentKey: "c"), name: "mine")
    #expect(throws: ResultStoreError.nameTaken(name: "mine", by: other.id, path: into.path)) {
      try into.merge(from)
    }
    #expect(try into.runs().map(\.name) == ["mine"])
    try into.rename(other.id, to: "older")
    let added = try into.merge(from)
    #expect(try into.runs().map(\.name) == ["mine", "yours", "older"])
    let taken = try into.run(mine.id)
    #expect(added.last == mine.id && taken.createdAt == moment && taken.note == "theirs")
  }
}
