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

  @Test("A name that is taken is left behind, and order and times are kept")
  func names() throws {
    let from = try ResultStore(path: scratch.path("from"))
    let into = try ResultStore(path: scratch.path("into"))
    let moment = Date(timeIntervalSince1970: 1_790_000_000)
    try from.begin(.sample(contentKey: "a"), name: "mine", note: "theirs", at: moment)
    try from.begin(.sample(contentKey: "b"), name: "yours")
    try into.begin(.sample(contentKey: "c"), name: "mine")
    let added = try into.merge(from)
    #expect(try into.runs().map(\.name) == ["yours", nil, "mine"])
    #expect(try into.run(added[0]).createdAt == moment)
    #expect(try into.run(added[0]).note == "theirs")
  }
}
