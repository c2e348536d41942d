import ArgumentParser
import ExperimentDesign
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
    try requireRule(plan.design)
    try length.requirePace(plan.installsPerDay)
    if let options = try anotherTest(than: plan, of: run) {
      request.arms = options
      request.chosenForGain.insert(.options)
      plan = try run.builder.testPlan(request, of: run.summary)
    }
    if isSizeOpen(request), let size = try sizeThatPays(plan, of: run) {
      request.size = .total(size)
      request.chosenForGain.insert(.size)
      plan = try run.builder.testPlan(request, of: run.summary)
    }
    let worth = try worth(of: plan, run)
    let test = ModelledTest(
      plan.plan, start: length.start, rehearsal: try rehearsal(plan, of: run),
      worth: worth, unit: unit(plan.plan), overrides: Self.changes(run.run.record.inputs.overrides),
      unkept: run.unkept, store: keeping.store.resolved)
    let review = StudyReview.modelledPlan(test)
    try StandardStreams.output(review, format)
    let inputs = run.run.record.inputs
    try keeping.keep(
      review,
      KeepingOptions.Question(
        kind: .plan, experiment: inputs.experiment, run: run.run.record.id,
        asked: ModelledTestJSON.asked(test, ofContent: inputs.contentKey), drawnSeed: run.drawnSeed))
    if known.power != nil, !plan.isSizeFound, plan.answer.power < plan.power {
      throw notEnough(planned: plan.planned, needed: plan.plan.wholeNeeded)
    }
  }

  /// Whether the size is left to what a test gains for the choice: where nobody gives it, or the power that it is to have.
  private func isSizeOpen(_ request: TestRequest) -> Bool {
    request.size == nil && known.power == nil && request.aim == .difference && !statistics.isLookedAt
      && !isOfCounts(request.clusters) && request.ramp == nil
  }

  /// Whether somebody says how many releases or languages there are, so that more installs are no more of them.
  private func isOfCounts(_ clusters: PlannedClusters?) -> Bool {
    if case .counts? = clusters { true } else { false }
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

  /// The installs that gain most for the choice; `nil` where no size does, and where nobody says what the choice is for.
  private func sizeThatPays(_ plan: DrawnTestPlan, of run: Trials) throws -> Int? {
    guard try economics(plan.plan) != nil else { return nil }
    return ModelledTest(plan.plan, worth: try worth(of: plan, run, weighsOthers: false)).sizeThatPays
  }

  private func worth(
    of plan: DrawnTestPlan, _ run: Trials, weighsOthers: Bool = true
  ) throws -> TestWorth? {
    try run.builder.worth(
      of: plan, economics: try economics(plan.plan), rule: valueRule, weighsOthers: weighsOthers)
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
    /// The seed that was drawn for it; `nil` where file, command line or store have one.
    var drawnSeed: UInt64?
    /// The words that name the experiment in a command where its run is kept nowhere; `nil` where a store has it.
    var unkept: [String]?
  }

  /// The trials of a run: of the store, or of a file, simulated unless they are stored.
  private func trials(of name: String) async throws -> Trials {
    guard PlanModelArguments.isFile(name) else {
      if model.seed != nil {
        throw ValidationError(
          "'--seed' is for a file that is simulated, and '\(name)' is a stored run with its own. Leave it out."
        )
      }
      let store = try keeping.store.open(.reading)
      let run = StoredRun(try store.run(name), in: store)
      let builder = try run.builder(explainsLead: true)
      return Trials(builder: builder, summary: try builder.summary(), run: run)
    }
    let overrides = model.seed.map { [Setting(path: "seed", value: "\($0)")] } ?? []
    let file = try ExperimentArguments.load(
      name, overrides: overrides,
      options: model.seed.map { _ in [ExperimentArguments.TypedOption(name: "seed", path: "seed")] } ?? [])
    var plan = SimulationPlan(file, overrides: overrides)
    plan.platform = PlatformDescription(file, path: name).record
    let drawnSeed = plan.isSeedDrawn ? plan.seed : nil
    if let drawnSeed {
      StandardStreams.message("Drew the seed \(drawnSeed); --seed \(drawnSeed) repeats this plan.")
    }
    let store = try keeping.openForWork()
    let seed = drawnSeed.map { ["--seed", "\($0)"] } ?? []
    let again = (["att-lab"] + CommandLine.arguments.dropFirst() + seed).map(shellWord).joined(separator: " ")
    let progress = RunProgress(
      isQuiet: false, store: store.path, command: keeping.noStore ? nil : again)
    do {
      let context = progress.context(threads: model.threads.count)
      // The file says how this plan is made, and not how the answer of its run is read from now on.
      let run = try await Runner(store: store, context: context, keepsTexts: false).run(plan)
      var stored = StoredRun(run.record, in: store)
      stored.context = plan.context
      let builder = run.builder
      let ownSeed = (model.seed ?? drawnSeed).map { ["--seed", "\($0)"] } ?? []
      return Trials(
        builder: builder, summary: run.summary, run: stored, drawnSeed: drawnSeed,
        unkept: keeping.noStore ? [name] + ownSeed : nil)
    } catch let stop as RunStopped {
      if keeping.noStore { throw InterruptedUnchanged() }
      throw Interrupted(stored: stop.stored, trials: stop.trials, command: again)
    }
  }

  private func rehearsal(_ plan: DrawnTestPlan, of trials: Trials) throws -> TestRehearsal? {
    guard model.simulations != 0 else { return nil }
    let line = StatusLine(isShown: true)
    defer { line.clear() }
    return try plan.rehearsal(simulations: model.simulations, courses: try trials.run.courses()) {
      done, all in
      line.show { progressLine(tests: done, of: all, seconds: $0, width: line.width) }
    }
  }

  /// What the choice is for: installs as given, else those of a year; `nil` where nobody says how many there are.
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
    guard let future = model.future ?? plan.installsOfAYear else { return nil }
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
    guard model.worth == nil else { return ModelledTest.unitOfWorth }
    let isOptIn = plan.outline.objective.singleMetric == .optInPerInstall
    if isOptIn, let volume = plan.outline.context?.volume, volume.valuePerOptIn != nil {
      return volume.currency
    }
    return isOptIn ? "opt-ins" : ModelledTest.unitOfWorth
  }

  private var valueRule: ValueOfTest.Rule {
    switch model.rule {
    case .analyze: .analyze
    case .bayes: .bayes
    }
  }

  private func request() throws -> TestRequest {
    if let option = known.formulaOptions.first {
      throw ValidationError(
        "'\(option)' is for a plan from rates alone, and the rates here are those of the experiment. Leave it out, or leave "
          + "out the file or run.")
    }
    try statistics.requireModel()
    try people.requireModel()
    try length.requireFit()
    try length.requireFit(known: known, statistics: statistics)
    try length.requireFit(people: people)
    try people.requireFit(isLookedAt: statistics.isLookedAt)
    try people.requireFit(statistics.aim)
    try model.requireFit()
    try statistics.requireFit()
    var request = TestRequest()
    request.scenario = model.scenario
    request.arms = model.names
    request.day = length.day
    request.difference = known.difference
    // The margin of equality goes with a difference too; another aim has its own.
    request.aim = statistics.aim == .difference ? .difference : try statistics.testAim()
    if statistics.aim == .difference { request.margin = statistics.margin }
    request.sides = statistics.sides == .one ? .one : .two
    request.correction = statistics.correction.correction
    switch statistics.aim {
    case .difference:
      if known.difference == 0 {
        throw ValidationError("A difference of 0 is not detected by any size; expected one above 0, as 1pp.")
      }
    case .nonInferior, .equivalent:
      try known.requireDifference([0, known.difference ?? 0], aim: request.aim)
    }
    request.mustShowAll = statistics.all
    if statistics.all { try statistics.requireJointPower(people: people) }
    request.power = known.power ?? TestQuestion.usualPower
    request.level = try AnalysisArguments.level(statistics.confidence)
    request.looks = try statistics.lookRule(length)
    request.lost = people.lost ?? 0
    request.allocation = try allocation()
    request.clusters = try people.planned(
      options: model.names?.count ?? people.clusters?.count ?? request.allocation?.count ?? 2)
    request.size = try known.size(split: request.allocation)
    request.installsPerDay = length.installsPerDay
    request.ramp = length.ramp?.ramp
    return request
  }

  /// Refuses to count the value of what the analysis ships where it is not known how often it ships what.
  ///
  /// - Throws: `ValidationError`.
  private func requireRule(_ design: TestDesign) throws {
    guard model.rule == .analyze, !design.saysWhatToShip else { return }
    guard statistics.aim != .equivalent else {
      throw ValidationError(
        "'--rule analyze' ships what is shown to be better or not worse, which '--aim equivalent' does not show. Leave one of "
          + "them out.")
    }
    let option = statistics.peek ? "--peek" : statistics.looks != nil ? "--looks" : "--clusters"
    throw ValidationError(
      "'--rule analyze' of several options counts tests of installs that are read once, at their end. Leave out '\(option)', "
        + "or '--rule analyze', or name two options with --arms.")
  }

  /// The installs of each option in any unit, the baseline first; `nil` for evenly.
  private func allocation() throws -> [Double]? {
    let given = try statistics.split()
    return try length.ramp.map { try $0.split(options: model.names?.count ?? given?.count ?? 2, given) }
      ?? given
  }
}
