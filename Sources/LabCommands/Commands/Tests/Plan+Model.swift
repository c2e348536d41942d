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
  /// Plans a test of two options of a stored run, or of a file that is simulated first.
  ///
  /// - Throws: `ValidationError`, `TestRequestProblem`, and what reading and simulating throw.
  func planByModel(_ name: String) async throws {
    let request = try request()
    let run = try await trials(of: name)
    let plan = try run.builder.testPlan(request, of: run.summary)
    try length.requirePace(plan.installsPerDay)
    let test = ModelledTest(
      plan.plan, start: length.start, rehearsal: try rehearsal(plan, of: run),
      worth: try run.builder.worth(of: plan, economics: try economics(plan.plan)),
      unit: unit(plan.plan))
    let review = StudyReview.modelledPlan(test)
    try StandardStreams.output(review, format)
    let inputs = run.run.record.inputs
    try keeping.keep(
      review,
      KeepingOptions.Question(
        kind: .plan, experiment: inputs.experiment, run: run.run.record.id,
        asked: ModelledTestJSON.asked(test, ofContent: inputs.contentKey)))
    if known.power != nil, !plan.isSizeFound, plan.answer.power < plan.power {
      throw notEnough(planned: plan.planned, needed: plan.needed.map { Int($0.rounded(.up)) })
    }
  }

  /// The trials of a run, and what they say.
  private struct Trials {
    var builder: RunSummaryBuilder
    var summary: RunSummary
    var run: StoredRun
  }

  /// The trials of a run: of the store, or of a file, simulated unless they are stored.
  private func trials(of name: String) async throws -> Trials {
    guard PlanModelArguments.isFile(name) else {
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
        "Drew the seed \(plan.seed); 'seed: \(plan.seed)' in the file repeats this run.")
    }
    let store = try keeping.store.open(.writing)
    let again = (["att-lab"] + CommandLine.arguments.dropFirst()).map(shellWord).joined(separator: " ")
    let progress = RunProgress(isQuiet: false, isOneOfSeveral: true, store: store.path, command: again)
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
    do {
      let run = try await Runner(store: store, context: progress.context(threads: threads)).run(plan)
      let stored = StoredRun(run.record, in: store)
      let builder = try run.builder ?? stored.builder(explainsLead: true)
      return Trials(builder: builder, summary: run.summary, run: stored)
    } catch let stop as RunStopped {
      throw Interrupted(stored: stop.stored, trials: stop.trials, command: again)
    }
  }

  private func rehearsal(_ plan: DrawnTestPlan, of trials: Trials) throws -> TestRehearsal? {
    guard model.simulations > 0 else { return nil }
    return try plan.rehearsal(simulations: model.simulations, courses: try trials.run.courses())
  }

  /// What the choice is for; `nil` where nobody says.
  ///
  /// - Throws: `ValidationError` for costs of a day where nobody says how long the test takes.
  private func economics(_ plan: ExperimentTestPlan) throws -> TestEconomics? {
    let volume = plan.outline.context?.volume
    let costPerDay = model.costPerDay ?? 0
    guard costPerDay == 0 || plan.installsPerDay != nil else {
      throw ValidationError(
        "'--cost-per-day' needs the installs that take part, to know how long the test is. Add '--installs-per-week 3000'."
      )
    }
    guard let future = model.future ?? volume.map({ 12 * $0.installsPerMonth }) else { return nil }
    let value = plan.outline.objective.singleMetric == .optInPerInstall ? volume?.valuePerOptIn : nil
    return TestEconomics(
      future: future, worth: model.worth ?? value ?? 1,
      // The installs of a day share what it costs.
      costPerInstall: (model.costPerInstall ?? 0) + (plan.installsPerDay.map { costPerDay / $0 } ?? 0),
      fixedCost: (model.cost ?? 0) + costPerDay * Double(plan.day),
      installsWhileWaiting: (plan.installsPerDay ?? 0) * Double(plan.day))
  }

  /// What gains and costs are counted in.
  private func unit(_ plan: ExperimentTestPlan) -> String {
    let isOptIn = plan.outline.objective.singleMetric == .optInPerInstall
    if model.worth != nil { return "of --worth" }
    if isOptIn, let volume = plan.outline.context?.volume, volume.valuePerOptIn != nil {
      return volume.currency
    }
    return isOptIn ? "opt-ins" : "of the objective"
  }

  private func request() throws -> TestRequest {
    let others = known.formulaOptions + statistics.formulaOptions + people.formulaOptions
    if let option = others.first {
      throw ValidationError(
        "'\(option)' is for a plan from rates alone, and the rates here are those of the experiment. Leave it out, or leave "
          + "out the file or run.")
    }
    try length.requireFit()
    try length.requireFit(known: known, statistics: statistics)
    try length.requireFit(people: people)
    try people.requireFit(isLookedAt: statistics.isLookedAt)
    try model.requireFit()
    var request = TestRequest()
    request.scenario = model.scenario
    request.arms = model.names
    request.day = length.day
    request.difference = known.difference.map { abs($0) }
    if known.difference == 0 {
      throw ValidationError("A difference of 0 is not detected by any size; expected one above 0, as 1pp.")
    }
    request.power = known.power ?? TestQuestion.usualPower
    request.level = try AnalysisArguments.level(statistics.confidence)
    request.looks = try statistics.lookRule(length)
    request.lost = people.lost ?? 0
    request.clusters = try people.planned(options: 2)
    request.margin = statistics.margin
    request.allocation = try allocation()
    request.installs = try known.installs(options: 2, split: request.allocation)
    request.installsPerDay = length.installsPerDay
    request.ramp = length.ramp?.ramp
    return request
  }

  /// The installs of both options in any unit, the baseline first.
  private func allocation() throws -> [Double] {
    let given = try statistics.split()
    if let given, given.count != 2 {
      throw ValidationError(
        "'--allocation' has \(given.count) shares; expected two, as two options are tested, as in 2,1.")
    }
    let split = try length.ramp.map { try $0.split(options: 2, given) } ?? given
    return split ?? [1, 1]
  }
}
