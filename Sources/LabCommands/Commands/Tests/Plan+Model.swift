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
    var request = try request()
    let run = try await trials(of: name)
    var plan = try run.builder.testPlan(request, of: run.summary)
    if let options = try anotherTest(than: plan, of: run) {
      request.arms = options
      request.choosesArmsForGain = true
      plan = try run.builder.testPlan(request, of: run.summary)
    }
    let worth = try worth(of: plan, run)
    let test = ModelledTest(
      plan.plan, rehearsal: try rehearsal(plan, of: run),
      worth: worth, unit: unit(plan.plan), overrides: Self.changes(run.run.record.inputs.overrides),
      unkept: run.unkept, store: keeping.store.resolved)
    let review = StudyReview.modelledPlan(test)
    try StandardStreams.output(review, format)
    let inputs = run.run.record.inputs
    try keeping.keep(
      review,
      KeepingOptions.Question(
        kind: .plan, experiment: inputs.experiment, run: run.run.record.id,
        asked: ModelledTestJSON.asked(test, ofContent: inputs.contentKey)))
    if known.power != nil, !plan.isSizeFound, plan.answer.power < plan.power {
      throw notEnough(planned: plan.planned, needed: plan.plan.wholeNeeded)
    }
  }

  /// The two options whose test is worth most, where nobody names options and a test of the usual ones is in the run's
  /// numbers already; `nil` where the usual ones are to be tested.
  private func anotherTest(than plan: DrawnTestPlan, of run: Trials) throws -> [String]? {
    let usual = plan.plan
    guard usual.choice != .named, usual.outline.learntTest(of: usual.options) != nil,
      let test = try worth(of: plan, run)?.better
    else { return nil }
    return test.options.map { usual.outline.arms[$0].name }
  }

  private func worth(
    of plan: DrawnTestPlan, _ run: Trials, weighsOthers: Bool = true
  ) throws -> TestWorth? {
    try run.builder.worth(of: plan, economics: economics(plan.plan), weighsOthers: weighsOthers)
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
    let again = (["att-lab"] + CommandLine.arguments.dropFirst()).map(shellWord).joined(separator: " ")
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
      if keeping.noStore { throw InterruptedUnchanged() }
      throw Interrupted(stored: stop.stored, trials: stop.trials, command: again)
    }
  }

  private func rehearsal(_ plan: DrawnTestPlan, of trials: Trials) throws -> TestRehearsal? {
    let line = StatusLine(isShown: true)
    defer { line.clear() }
    return try plan.rehearsal(courses: try trials.run.courses()) { done, all in
      line.show { progressLine(tests: done, of: all, seconds: $0, width: line.width) }
    }
  }

  /// What the choice is for: the installs of a year; `nil` where nobody says how many there are.
  private func economics(_ plan: ExperimentTestPlan) -> TestEconomics? {
    guard let future = plan.installsOfAYear else { return nil }
    let isOptIn = plan.outline.objective.singleMetric == .optInPerInstall
    return TestEconomics(
      future: future, worth: (isOptIn ? plan.outline.context?.volume?.valuePerOptIn : nil) ?? 1,
      installsWhileWaiting: (plan.installsPerDay ?? 0) * Double(plan.day))
  }

  /// What gains and costs are counted in.
  private func unit(_ plan: ExperimentTestPlan) -> String {
    let isOptIn = plan.outline.objective.singleMetric == .optInPerInstall
    if isOptIn, let volume = plan.outline.context?.volume, volume.valuePerOptIn != nil {
      return volume.currency
    }
    return isOptIn ? "opt-ins" : ModelledTest.unitOfWorth
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
