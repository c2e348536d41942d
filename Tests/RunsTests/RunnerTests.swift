import ExperimentDesign
import ExperimentFiles
import ResultStore
import Runs
import ScratchFolders
import Studies
import Testing

@Suite("A plan becomes a run with its answer")
struct RunnerTests {
  private let scratch = Scratch()
  private let store: ResultStore
  private let told = Told()
  /// No option of the sample shows the alert to everybody but the one that asks at launch.
  private let guarded = longer + "\nguardrails: {prompted_per_install: 0.99}\n"

  init() throws { store = try scratch.store("runs") }

  @Test("a new run is simulated, answered and stored; the next time it is found, with the same answer")
  func newAndFound() async throws {
    let runner = Runner(store: store, context: WorkContext(threads: 2, onEvent: { told($0) }))
    let first = try await runner.run(try plan(longer), name: "first")
    #expect(told.events == ["simulating 20", "simulated 20", "answering", "judging", "judged"])
    let steps = told.steps
    #expect(steps.first?.done == 0 && zip(steps, steps.dropFirst()).allSatisfy { $0.done <= $1.done })
    #expect(first.record.isComplete && first.record.name == "first")
    #expect(first.summary.scenarios[0].arms.count == 3 && first.summary.scenarios[0].alternatives != nil)
    let record = try store.run("first")
    #expect(record.finishedAt != nil && first.summary.outline.platform?.findings.isEmpty == false)
    #expect(try store.keptAdvice(of: record.id).count == 1)

    let again = try await runner.run(try plan(longer), name: "second")
    #expect(told.events.dropFirst(5) == ["renaming to second", "found", "answering"])
    #expect(again.record.id == first.record.id && again.summary.scenarios == first.summary.scenarios)
  }

  @Test("what becomes of the winner in other models, and of a guess, is found in the store as it was")
  func robustnessIsKept() async throws {
    let guess = Setting(path: "pre_prompts.open.allow_odds_ratio", value: "1.1")
    let first = try await Runner(store: store).run(try plan(longer, [guess])).summary.scenarios[0]
    #expect(first.alternatives?.compactMap(\.tried.input?.path) == [guess.path, guess.path])
    #expect(first.alternatives?.contains { $0.tried.model == .lostRequestNotRepeated } == true)
    #expect(first.alternatives?.allSatisfy { $0.means.count == 3 } == true)
    let context = WorkContext(onEvent: { told($0) })
    let again = try await Runner(store: store, context: context).run(try plan(longer, [guess]))
    #expect(told.events == ["found", "answering"])
    #expect(again.summary.scenarios[0].alternatives == first.alternatives)
  }

  @Test("other models are simulated once there are trials enough to say what to do, and not before")
  func tooFewTrials() async throws {
    let runner = Runner(store: store, context: WorkContext(onEvent: { told($0) }))
    let few = try await runner.run(try plan(longer).resized(trials: 6)).summary.scenarios[0]
    #expect(told.events == ["simulating 6", "simulated 6", "answering"] && few.alternatives == nil)
    let more = try await runner.run(try plan(longer)).summary.scenarios[0]
    #expect(more.alternatives?.isEmpty == false)
  }

  /// A run that is stopped after three of its six trials.
  @discardableResult private func stopped(
    in store: ResultStore, computesAgain: Bool = false
  ) async -> RunStopped? {
    let context = WorkContext(threads: 1, shouldStop: { told.trials >= 3 }, onEvent: { told($0) })
    return await #expect(throws: RunStopped.self) {
      try await Runner(store: store, context: context, computesAgain: computesAgain).run(try plan())
    }
  }

  @Test("a run that is stopped says how far it came, and goes on to the same trials and the same answer")
  func stoppedAndResumed() async throws {
    let whole = try await Runner(store: scratch.store("whole")).run(try plan())
    let store = try scratch.store("cut")
    let stop = await stopped(in: store)
    #expect(stop?.stored == 3 && stop?.trials == 6)

    let rest = Told()
    let resumed = try await Runner(store: store, context: WorkContext(onEvent: { rest($0) })).run(try plan())
    #expect(rest.events.prefix(2) == ["resuming 3", "simulating 3"])
    #expect(resumed.record.id == whole.record.id)
    #expect(resumed.summary.scenarios == whole.summary.scenarios)
    let other = try scratch.store("whole")
    #expect(
      try store.results(of: resumed.record.id, trials: 0..<6)
        == other.results(of: whole.record.id, trials: 0..<6))
  }

  @Test("a run that is computed again and stopped goes on, beside the one that was whole")
  func againStopped() async throws {
    let whole = try await Runner(store: store).run(try plan()).record.id
    await stopped(in: store, computesAgain: true)
    let rest = Told()
    let again = Runner(store: store, context: WorkContext(onEvent: { rest($0) }), computesAgain: true)
    let second = try await again.run(try plan(), name: "again").record
    #expect(rest.events.prefix(2) == ["resuming 3", "simulating 3"])
    #expect(second.id != whole && second.name == "again" && second.isComplete)
    #expect(try await again.run(try plan()).record.id != second.id)
    #expect(try store.runs().count == 3)
  }

  @Test("an answer that is stopped leaves the trials, and no half answer")
  func stoppedAnswer() async throws {
    let stopping = WorkContext(
      shouldStop: { told.events.last == "answering" }, onEvent: { told($0) })
    await #expect(throws: RunStopped.self) {
      try await Runner(store: store, context: stopping).run(try plan())
    }
    let record = try store.run("last")
    #expect(record.isComplete && record.finishedAt == nil)
    #expect(try store.keptAnswer(of: record.id) == nil)
  }

  @Test("a run that is found takes the text at hand, and the list of runs follows its guardrails")
  func newestText() async throws {
    let runner = Runner(store: store)
    let first = try await runner.run(try plan(longer))
    let before = try store.keptAdvice(of: first.record.id)
    let second = try await runner.run(try plan(guarded))
    #expect(second.record.id == first.record.id && second.record.inputs.fileText == guarded)
    #expect(try store.run(first.record.id).inputs.fileText == guarded)
    #expect(try store.keptAdvice(of: first.record.id) != before)
    let shown = try StoredRun(store.run(first.record.id), in: store).summary()
    #expect(shown.scenarios[0].blockers == second.summary.scenarios[0].blockers)
    #expect(shown.scenarios[0].blockers.count > first.summary.scenarios[0].blockers.count)
    // Whatever the store had before: who wins among others is held against alternative models anew.
    let fresh = try await Runner(store: scratch.store("fresh")).run(try plan(guarded))
    #expect(second.summary.scenarios == fresh.summary.scenarios)
  }

  @Test("a plan that is only asked for leaves the run's text, ranking and answer as they were")
  func otherText() async throws {
    let first = try await Runner(store: store).run(try plan(longer))
    let kept = try store.keptAnswer(of: first.record.id)
    let shown = try StoredRun(store.run("last"), in: store).summary()
    let asked = try await Runner(store: store, keepsTexts: false).run(try plan(guarded))
    #expect(asked.record.id == first.record.id)
    // Its own answer is by the guardrails, and the run's is not.
    #expect(asked.summary.scenarios[0].blockers.count > first.summary.scenarios[0].blockers.count)
    #expect(try store.run("last").inputs.fileText == longer)
    #expect(try store.keptAnswer(of: first.record.id) == kept)
    #expect(try StoredRun(store.run("last"), in: store).summary().scenarios == shown.scenarios)
  }

  @Test("every write that must be whole goes through the context")
  func writes() async throws {
    let writes = Told()
    let context = WorkContext(whileWriting: { write in
      writes(.joined)
      try write()
    })
    _ = try await Runner(store: store, context: context).run(try plan())
    // A batch of trials at least, and the answer.
    #expect(writes.events.count >= 3)
  }

  @Test("a run that grows is looked at after 200 trials and twice as many each time, and at the most allowed")
  func looks() {
    for (most, looks) in [(1_000, [200, 400, 800, 1_000]), (800, [200, 400, 800]), (50, [50])] {
      #expect(RunGrowth(precision: 1, most: most).looks == looks)
    }
  }

  @Test("a run grows until the rule is met, is then the run of that size, and is passed over later")
  func growth() async throws {
    let small = try plan(sample, [Setting(path: "installs", value: "40")])
    let unmet = try await Runner(store: store)
      .run(small, growth: RunGrowth(precision: 1e-6, most: 8))
    #expect(unmet.record.inputs.trials == 8 && unmet.summary.stopping?.isMet == false)
    let fixed = try await Runner(store: scratch.store("fixed")).run(small.resized(trials: 8))
    #expect(fixed.record.id == unmet.record.id && fixed.summary.scenarios == unmet.summary.scenarios)

    let more = try await Runner(store: store, context: WorkContext(onEvent: { told($0) }))
      .run(small, name: "grown", growth: RunGrowth(precision: 1e-6, most: 12))
    // Eight of the twelve are taken over.
    #expect(told.events.first == "simulating 4" && more.record.inputs.trials == 12)
    #expect(more.record.name == "grown" && more.summary.stopping?.goal == 1e-6)
    let met = try await Runner(store: store)
      .run(small, growth: RunGrowth(precision: 10, most: 400))
    #expect(met.record.inputs.trials == 200 && met.summary.stopping?.isMet == true)
  }

  @Test("a run that grows has the answer of one that is read, whether its trials were stored before or not")
  func growthAndReading() async throws {
    let small = try plan(sample, [Setting(path: "installs", value: "20")])
    var answers: [[ScenarioSummary]] = []
    for stored in [[], [0, 1, 2], [7, 150]] {
      let store = try scratch.store("runs \(stored.count)")
      let first = small.resized(trials: 200)
      let run = try store.findOrBegin(first.inputs)
      try await Runner(store: store).simulate(stored, of: run.id, first)
      let runner = Runner(store: store)
      let grown = try await runner.run(small, growth: RunGrowth(precision: 1e-9, most: 450))
      let builder = grown.builder
      #expect(builder.trials == 450 && grown.summary.outline.description.trials == 450)
      #expect(grown.summary.outline.run == grown.record.id)
      let again = try await runner.run(small.resized(trials: 450))
      #expect(again.record.id == grown.record.id)
      #expect(again.summary.scenarios == grown.summary.scenarios)
      #expect(again.summary.outline == grown.summary.outline)
      answers.append(grown.summary.scenarios)
    }
    #expect(answers[0] == answers[1] && answers[0] == answers[2])
  }

  @Test("a name that another run has is refused before the work")
  func names() async throws {
    let runner = Runner(store: store)
    _ = try await runner.run(try plan(), name: "mine")
    try runner.requireFree(name: "mine", for: try plan())
    let other = try plan().resized(trials: 5)
    #expect(throws: ResultStoreError.self) { try runner.requireFree(name: "mine", for: other) }
  }
}
