import ExperimentDesign
import ResultStore
import Testing

@Suite("The trials of stores are put together")
struct MergingTests {
  let scratch: Scratch
  let inputs = RunInputs.sample()

  init() throws { scratch = try Scratch() }

  @Test("Shards become the run that one go leaves, and taking them twice changes nothing the second time")
  func shards() throws {
    let merged = try ResultStore(path: scratch.path("merged"))
    let run = try merged.begin(inputs).id
    for shard in 0..<2 {
      let store = try ResultStore(path: scratch.path("shard-\(shard)"))
      let theirs = try store.begin(inputs).id
      let trials = Array(stride(from: shard, to: 5, by: 2))
      try store.append(inputs.sampleResults(trials), to: theirs)
      #expect(try merged.take(trialsOf: theirs, from: store, into: run) == trials.count)
      #expect(try merged.take(trialsOf: theirs, from: store, into: run) == 0)
    }
    #expect(try merged.run(run).isComplete)
    #expect(try merged.allResults(of: run) == inputs.sampleResults(0..<5))
  }
}
