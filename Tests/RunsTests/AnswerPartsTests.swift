import ExperimentDesign
import ResultStore
import Runs
import Studies
import Testing

@Suite("An answer that is worked out in parts")
struct AnswerPartsTests {
  /// Two scenarios, two segments and a guardrail.
  private static let text =
    sample.replacing("installs: 300", with: "installs: 40") + """

      guardrails: {prompted_per_install: 0.2}
      scenarios:
        cold: {allow: {cold_odds_ratio: 0.5}}
        warm: {allow: {cold_odds_ratio: 1}}
      """

  /// A context under which no answer holds the numbers of a whole run.
  private static var narrow: WorkContext {
    var context = WorkContext()
    context.mostHeld = 1_500
    return context
  }

  private func plan() throws -> SimulationPlan { try RunsTests.plan(Self.text).resized(trials: 1_000) }

  private func run(
    _ name: String, _ context: WorkContext, _ scope: AnswerScope, in scratch: Scratch,
    growth: RunGrowth? = nil
  ) async throws -> (store: ResultStore, run: FinishedRun) {
    let store = try scratch.store(name)
    let runner = Runner(store: store, context: context, scope: scope, keepsTrials: false)
    return (store, try await runner.run(try plan(), growth: growth))
  }

  @Test(
    "is the answer that holds all of its numbers at once",
    arguments: [AnswerScope.short, .stored, .whole])
  func sameAnswer(scope: AnswerScope) async throws {
    let scratch = try Scratch()
    let whole = try await run("whole", WorkContext(), scope, in: scratch)
    let parts = try await run("parts", Self.narrow, scope, in: scratch)
    #expect(whole.run.summary.scenarios.count == 2)
    #expect(whole.run.summary.scenarios.allSatisfy { $0.sensitivity != nil && !$0.segments.isEmpty })
    #expect(parts.run.summary == whole.run.summary)
    let rows = try whole.store.summaries(of: whole.run.record.id)
    #expect(try parts.store.summaries(of: parts.run.record.id) == rows)
    #expect(rows.isEmpty == false)
  }

  @Test("is none where another program removes the run meanwhile and simulates it again")
  func changing() async throws {
    let scratch = try Scratch()
    let record = try await run("whole", WorkContext(), .short, in: scratch).run.record
    let store = try scratch.store("again")
    #expect(try store.begin(try plan().inputs).id == record.id)
    var stored = StoredRun(record, in: store)
    stored.mostHeld = 1_500
    #expect(throws: ResultStoreError.changing(run: record.id, path: store.path)) { try stored.shortSummary() }
  }

  @Test("is the same for a run that chooses its own size")
  func growing() async throws {
    let scratch = try Scratch()
    // Met by no number of trials here, so that every look is looked at.
    let growth = RunGrowth(precision: 1e-6, most: 450)
    var context = WorkContext()
    let whole = try await run("whole", context, .stored, in: scratch, growth: growth)
    // The first look, 200 trials of two scenarios, is held; the second is not.
    context.mostHeld = 500
    let parts = try await run("parts", context, .stored, in: scratch, growth: growth)
    #expect(whole.run.record.inputs.trials == 450 && whole.run.summary.stopping?.reached != nil)
    #expect(parts.run.summary == whole.run.summary)
  }

  @Test("is the same when it is read again")
  func readAgain() async throws {
    let scratch = try Scratch()
    let (store, run) = try await run("runs", WorkContext(), .stored, in: scratch)
    var stored = StoredRun(run.record, in: store)
    let (short, whole) = (try stored.shortSummary(), try stored.summary(explainsLead: true))
    stored.mostHeld = 1_500
    #expect(try stored.shortSummary() == short)
    #expect(try stored.summary(explainsLead: true) == whole)
  }
}
