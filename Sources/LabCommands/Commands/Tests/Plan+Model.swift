import ArgumentParser
import ExperimentDesign
import Foundation
import Inference
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

extension Plan {
  /// Plans a test of options of a stored run, or of a file that is simulated first.
  ///
  /// - Throws: `ValidationError`, `TestRequestProblem`, and what reading and simulating throw.
  func planByModel(_ name: String) async throws {
    let request = try request()
    let run = try await trials(of: name)
    let (plan, worth) = try run.builder.weighedPlan(request, of: run.summary)
    let store = keeping.store.resolved
    let found = try run.builder.finding(
      plan, worth: worth, rehearsal: try rehearsal(plan, of: run),
      overrides: Self.changes(run.run.record.inputs.overrides),
      subject: run.unkept ?? [plan.outline.run] + SuggestedCommand.database(store))
    try finish(found, of: run.run)
  }

  /// What was set beside the file of a run, but for how much was simulated.
  private static func changes(_ overrides: [String]) -> [String] {
    overrides.filter { !["trials=", "installs=", "seed="].contains(where: $0.hasPrefix) }
  }

  /// The trials of a run, and what they say.
  private struct Trials {
    var builder: RunSummaryBuilder
    var summary: RunSummary
    var run: StoredRun
    /// The words that name the experiment in a command where its run is kept nowhere; `nil` where a store has it.
    var unkept: [String]?
  }

  /// The trials of a run: of the store, or of a file, simulated unless they are stored.
  private func trials(of name: String) async throws -> Trials {
    guard Self.isFile(name) else {
      let store = try keeping.store.open(.reading)
      let run = StoredRun(try store.run(name), in: store)
      let builder = try run.builder(explainsLead: true)
      return Trials(builder: builder, summary: try builder.summary(), run: run)
    }
    let file = try ExperimentArguments.load(name, overrides: [], options: [])
    var plan = SimulationPlan(file, overrides: [])
    plan.platform = PlatformDescription(file, path: name).record
    if plan.isSeedDrawn {
      StandardStreams.message(
        "Drew the seed \(plan.seed); 'seed: \(plan.seed)' in the file repeats this plan.")
      // Said here, and by no progress.
      plan.isSeedDrawn = false
    }
    let store = try keeping.openForWork()
    let again = SuggestedCommand.again(
      ofFile: name, named: plan.experiment.name, in: keeping.store.resolved)
    let progress = RunProgress(
      isQuiet: false, store: store.path, command: keeping.noStore ? nil : again)
    do {
      let context = progress.context(threads: WorkContext.cores)
      // The file says how this plan is made, and not how the answer of its run is read from now on.
      let run = try await Runner(store: store, context: context, keepsTexts: false).run(plan)
      var stored = StoredRun(run.record, in: store)
      stored.context = plan.context
      let builder = run.builder
      return Trials(
        builder: builder, summary: run.summary, run: stored, unkept: keeping.noStore ? [name] : nil)
    } catch let stop as RunStopped {
      if keeping.noStore { throw Ended.unchanged }
      throw Ended.interrupted(stop, goOn: again)
    }
  }

  private func rehearsal(_ plan: DrawnTestPlan, of trials: Trials) throws -> TestRehearsal? {
    let line = Progress(isShown: true)
    defer { line.clear() }
    return try plan.rehearsal(courses: try trials.run.courses()) { done, all in
      line.show { progressLine(tests: done, of: all, seconds: $0, width: $1) }
    }
  }

  private func request() throws -> TestRequest {
    if known.baseline != nil {
      throw ValidationError(
        "'--baseline' is for a plan from rates alone, and the rates here are those of the experiment. Leave it out, or leave "
          + "out the file or run.")
    }
    if known.lift != nil || statistics.nonInferior != nil {
      try PlanQuestionArguments.requireDifference(known.lift ?? 0, of: nil, aim: statistics.aim)
    }
    var request = TestRequest()
    request.scenario = scenario
    request.arms = arms?.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    request.day = known.day
    request.difference = known.lift
    request.aim = statistics.aim
    request.margin = statistics.margin
    request.power = known.power
    request.level = try AnalysisArguments.level(statistics.confidence)
    request.looks = statistics.plannedLooks
    request.allocation = try statistics.split()
    request.clusters = statistics.clusters
    request.installs = known.planned
    request.installsPerDay = known.installsPerDay
    return request
  }
}
