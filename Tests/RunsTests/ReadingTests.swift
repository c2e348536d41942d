import ExperimentFiles
import ResultStore
import Runs
import Studies
import Testing

@Suite("A stored run is read, and computed again")
struct ReadingTests {
  @Test("the answer of a stored run is the answer that was given")
  func answer() async throws {
    let scratch = try Scratch()
    let store = try scratch.store("runs")
    let run = try await Runner(store: store).run(try plan())
    let stored = StoredRun(try store.run("last"), in: store)
    #expect(try stored.summary(explainsLead: true).scenarios == run.summary.scenarios)
    #expect(try stored.segments().map(\.segment) == ["loyal", "passing"])
    #expect(try stored.curves([.allowed, .denied]).map(\.answer) == [.allowed, .denied])
    let listing = try RunListing(of: store)
    #expect(listing.entries.map(\.head.id) == [run.record.id] && listing.entries[0].rankings.count == 1)
  }

  @Test("all that a run says is read in one pass, with alternative models where they are asked for")
  func reading() async throws {
    let scratch = try Scratch()
    let store = try scratch.store("runs")
    _ = try await Runner(store: store).run(try plan())
    let stored = StoredRun(try store.run("last"), in: store)
    let reading = try await RunReading(of: stored, judgesWinners: true)
    #expect(reading.summary.scenarios[0].alternatives?.isEmpty == false)
    #expect(reading.experiment.experiment != nil)
    let without = try await RunReading(of: stored, judgesWinners: false)
    #expect(without.summary.scenarios[0].alternatives == nil)
  }

  @Test("a run that is not whole is read as far as it is, and is not held against alternative models")
  func incomplete() async throws {
    let scratch = try Scratch()
    let store = try scratch.store("runs")
    _ = try await Runner(store: store).run(Shard(number: 1, count: 2), of: try plan())
    let reading = try await RunReading(of: StoredRun(store.run("last"), in: store), judgesWinners: true)
    #expect(reading.summary.scenarios[0].alternatives == nil && reading.summary.trials == 3)
  }

  @Test("a replay finds every row as it was, and stops when it is asked to")
  func replay() async throws {
    let scratch = try Scratch()
    let store = try scratch.store("runs")
    _ = try await Runner(store: store).run(try plan())
    let told = Told()
    let replay = try RunReplay(of: store.run("last"), in: store)
    let outcome = try await replay.outcome(WorkContext(onEvent: { told($0) }))
    #expect(outcome.comparison.isIdentical && outcome.comparison.trials == 6)
    #expect(outcome.changes == [] && outcome.stored == outcome.replayed)
    #expect(told.events == ["simulating 6", "simulated 6"])
    await #expect(throws: WorkStopped.self) {
      try await replay.outcome(WorkContext(shouldStop: { true }))
    }
  }

  @Test("a text that makes another experiment now is not computed again, and says in what it differs")
  func anotherShape() throws {
    let scratch = try Scratch()
    let store = try scratch.store("runs")
    var inputs = try plan().inputs
    inputs.fileText = inputs.fileText.replacing("\n  later: {", with: "\n  evening: {")
    let record = try store.begin(inputs)
    let mismatch = #expect(throws: RunShapeMismatch.self) { try RunReplay(of: record, in: store) }
    #expect(mismatch?.differences == [.names(.arms, gone: ["later"], added: ["evening"])])
    #expect(StoredExperiment(record: record).experiment == nil)
    inputs.fileText = "arms"
    let broken = try store.begin(inputs)
    #expect(throws: UnreadableExperiment.self) { try RunReplay(of: broken, in: store) }
    #expect(StoredExperiment(record: broken).experiment == nil)
  }

  @Test("what nothing can compute is refused, with what it takes")
  func estimates() throws {
    let experiment = try plan().experiment
    let small = RunEstimate(of: experiment, threads: 2, cores: 2)
    try small.requirePossible()
    #expect(small.seconds > 0 && small.disk > 100_000 && small.memory > 1e6)
    #expect(throws: RunTooLarge.memory(bytes: small.memory, most: 1e6)) {
      try small.requirePossible(memory: 1e6)
    }
    // An answer in parts takes about a kilobyte a trial.
    let (parts, more) = (50_000, 250_000)
    func memory(_ trials: Int) -> Double {
      RunEstimate(of: experiment, trials: trials * 2, threads: 2, cores: 2).memory
    }
    let bytes = (memory(more) - memory(parts)) / Double(2 * (more - parts))
    #expect(bytes > 100 && bytes < 1_200)
    let large = RunEstimate(of: experiment, trials: 1 << 40, threads: 2, cores: 2)
    #expect(throws: RunTooLarge.disk(bytes: large.disk)) { try large.requirePossible(memory: .infinity) }
  }
}
