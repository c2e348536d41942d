import ExperimentFiles
import ResultStore
import Runs
import ScratchFolders
import Studies
import Testing

@Suite("A stored run is read")
struct ReadingTests {
  private let scratch = Scratch()
  private let store: ResultStore

  init() throws { store = try scratch.store("runs") }

  @Test("the answer of a stored run is the answer that was given")
  func answer() async throws {
    let run = try await Runner(store: store).run(try plan())
    let stored = StoredRun(try store.run("last"), in: store)
    #expect(try stored.summary().scenarios == run.summary.scenarios)
    #expect(try stored.segments().map(\.name) == ["loyal", "passing"])
    #expect(try stored.courses([.allowed, .denied]).map(\.answer) == [.allowed, .denied])
    #expect(try store.keptAdvice(of: run.record.id).count == 1)
  }

  @Test(
    "an answer comes back from the store as it was, whatever it has",
    arguments: ["", "\nguardrails: {prompted_per_install: 0.99}"])
  func answerWithEverything(limits: String) async throws {
    let rich =
      sample.replacing("trials: 6", with: "trials: 120") + limits + "\napp: {installs_per_month: 40000}\n"
    let run = try await Runner(store: store).run(try plan(rich))
    let found = try StoredRun(try store.run("last"), in: store).summary()
    #expect(found == run.summary)
    let scenario = found.scenarios[0]
    #expect(scenario.guardrails.contains { !$0.isEmpty } == !limits.isEmpty)
    #expect(!limits.isEmpty || scenario.sensitivity != nil && scenario.alternatives?.isEmpty == false)
  }

  @Test("all that a run says is read in one pass, with alternative models")
  func reading() async throws {
    _ = try await Runner(store: store).run(try plan(longer))
    let stored = StoredRun(try store.run("last"), in: store)
    let reading = try await stored.reading()
    #expect(reading.summary.scenarios[0].alternatives?.isEmpty == false)
  }

  @Test("a run that is not whole is read as far as it is, and is not held against alternative models")
  func incomplete() async throws {
    _ = try await Runner(store: store).run(Shard(number: 1, count: 2), of: try plan())
    let reading = try await StoredRun(store.run("last"), in: store).reading()
    #expect(reading.summary.scenarios[0].alternatives == nil && reading.summary.trials == 3)
  }

  @Test("a text that makes another experiment now has none")
  func anotherExperiment() throws {
    var inputs = try plan().inputs
    inputs.fileText = inputs.fileText.replacing("\n  later: {", with: "\n  evening: {")
    let record = try store.begin(inputs)
    #expect(record.plan?.experiment == nil)
    inputs.fileText = "arms"
    let broken = try store.begin(inputs)
    #expect(throws: UnreadableExperiment.self) { try SimulationPlan(of: broken) }
    #expect(broken.plan?.experiment == nil)
  }

  @Test("what nothing can compute is refused")
  func estimates() throws {
    let experiment = try plan().experiment
    let small = RunEstimate(of: experiment, trials: experiment.trials, threads: 2, seed: 1)
    try small.requirePossible()
    #expect(small.seconds > 0 && small.disk > 100_000 && small.memory > 1e6)
    #expect(throws: RunTooLarge.self) { try small.requirePossible(memory: 1e6) }
    // An answer in parts takes about a kilobyte a trial.
    let (parts, more) = (50_000, 250_000)
    func memory(_ trials: Int) -> Double {
      RunEstimate(of: experiment, trials: trials * 2, threads: 2, seed: 1).memory
    }
    let bytes = (memory(more) - memory(parts)) / Double(2 * (more - parts))
    #expect(bytes > 100 && bytes < 1_200)
    let large = RunEstimate(of: experiment, trials: 1 << 40, threads: 2, seed: 1)
    #expect(throws: RunTooLarge.self) { try large.requirePossible(memory: .infinity) }
  }
}
