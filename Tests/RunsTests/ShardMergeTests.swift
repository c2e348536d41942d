import ResultStore
import Runs
import ScratchFolders
import Testing

@Suite("A run in shards, joined")
struct ShardMergeTests {
  private let scratch = Scratch()

  private func shard(_ number: Int, of count: Int, _ plan: SimulationPlan) async throws
    -> String
  {
    let path = scratch.path("shard-\(number)")
    let runner = Runner(store: try ResultStore(path: path, access: .writing))
    _ = try await runner.run(Shard(number: number, count: count), of: plan)
    return path
  }

  @Test("shards of one run join to the run that one machine computes, answer and all")
  func merge() async throws {
    let plan = try plan(longer)
    var paths: [String] = []
    for number in 1...3 { paths.append(try await shard(number, of: 3, plan)) }
    let whole = try await Runner(store: scratch.store("whole")).run(plan)
    let told = Told()
    let store = try scratch.store("joined")
    let shards = try ShardMerge(stores: paths)
    let context = WorkContext(onEvent: { told($0) })
    let (record, wasThere) = try await shards.merge(into: store, name: "night", context: context)
    #expect(
      told.events == ["joining 1 of 3", "joining 2 of 3", "joining 3 of 3", "joined", "judging", "judged"])
    #expect(!wasThere && record.id == whole.record.id && record.isComplete)
    let joined = try StoredRun(store.run("night"), in: store).summary()
    #expect(joined.scenarios == whole.summary.scenarios)
    #expect(try await shards.merge(into: store, name: nil).wasThere)
  }

  @Test("a shard that was stopped goes on with what is left of it")
  func resumed() async throws {
    let store = try scratch.store("shard")
    let told = Told()
    let stopping = WorkContext(threads: 1, shouldStop: { told.trials >= 1 }, onEvent: { told($0) })
    let shard = Shard(number: 2, count: 2)
    let stop = await #expect(throws: RunStopped.self) {
      try await Runner(store: store, context: stopping).run(shard, of: try plan())
    }
    #expect(stop?.stored == 1 && stop?.trials == 3)
    let rest = Told()
    let record = try await Runner(store: store, context: WorkContext(onEvent: { rest($0) }))
      .run(shard, of: try plan())
    #expect(rest.events == ["resuming shard 1 of 3", "simulating 2", "simulated 2"])
    #expect(try store.storedTrials(of: record.id) == [1, 3, 5])
  }
}
