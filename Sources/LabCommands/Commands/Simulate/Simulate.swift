import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import GSLNumerics
import Rendering
import ResultStore
import Reviews
import Runs
import Simulation
import Studies

struct Simulate: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run an experiment, store it, and print the answer.",
    discussion: """
      The same file, seed and version always give the same results, on any \
      number of threads. A run that is stored already is shown, not computed \
      again; one that was interrupted goes on.

      Example: att-lab simulate news-timing.yaml --set population.allow.rate=0.25
      """)

  @OptionGroup var experiment: ExperimentArguments
  @OptionGroup var output: OutputOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run trials until every difference has at most this Monte Carlo error: 0.1pp for shares, else a number in units of the objective.",
      discussion: "Where 12,800 trials do not suffice, exit with 2.", valueName: "error"),
    transform: ShareText.readPrecision)
  var precision: Double?

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var threads: ThreadOptions

  @Option(help: "A name for the run, to find it by.")
  var name: String?

  @Option(
    help: ArgumentHelp("Also write the table of the review as CSV to this file.", valueName: "path"),
    completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Also write the answer as one HTML file with figures, as 'att-lab report' does.", valueName: "path"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Exit with 2 unless the run shows this, for example 'After onboarding.opt_in_per_install > At launch + 2pp @ 95%'. Repeatable.",
      valueName: "expression"),
    transform: RequirementArgument<Metric>.read)
  var require: [RequirementArgument<Metric>] = []

  @Option(
    help: ArgumentHelp(
      "Compute only part i of n, into a store of its own; /n where Slurm or Kubernetes numbers the processes.",
      discussion: """
        In a Slurm array each job computes its own part. att-lab merge joins the stores.
        """,
      valueName: "i/n"),
    transform: ShardArgument.read)
  var shard: ShardArgument?

  @Flag(help: "Rank options that a blocker stands on too.")
  var includeNoncompliant = false

  @Flag(help: "Compute the run again even though it is stored.")
  var again = false

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  static let rules: [OptionRule] = [
    .exclusive("--trials", "--precision"), .exclusive("--no-store", "--again"),
    // A shard is a part, and these are of a whole run.
    .exclusive("--shard", "--no-store"), .exclusive("--shard", "--precision"),
    .exclusive("--shard", "--require"), .exclusive("--shard", "--csv"), .exclusive("--shard", "--report"),
    .exclusive("--shard", "--format"),
  ]

  func validate() throws {
    if let name, name.isEmpty { throw ValidationError("'--name' expects a name, found an empty text.") }
    for (option, path) in [("--csv", csv), ("--report", report)] {
      try OutputFile.requireName(path, option)
      if let path, OutputFile.isStandardOutput(path) {
        throw ValidationError(
          "'\(option)' writes a file beside the answer. '--format \(option == "--csv" ? "csv" : "html")' writes to "
            + "standard output.")
      }
    }
    if let csv, csv == report {
      throw ValidationError("'--csv' and '--report' both name '\(csv)'; name another file for one of them.")
    }
  }

  /// The files that are read.
  private func inputs(_ file: ExperimentFile) -> [String] {
    [experiment.path] + (file.population?.file.map { [$0] } ?? [])
  }

  func run() async throws {
    let file = try experiment.load()
    var plan = SimulationPlan(file, overrides: experiment.overrides)
    let shard = try Shard(shard, environment: ProcessInfo.processInfo.environment)
    // A scheduler can make it a part too.
    if shard != nil {
      try OptionRule.check(Self.rules, words: CommandLine.arguments, implied: ["--shard"])
    }
    let platform = PlatformDescription(file, path: experiment.path)
    let inputs = inputs(file)
    try output.requireWritable(reading: inputs)
    for path in [csv, report].compactMap({ $0 }) {
      try OutputFile.requireWritable(path, force: output.force, reading: inputs)
    }
    // Before anything is run.
    _ = try plan.experiment.arms.map(\.name).requirements(require)
    try requirePossible(plan, shard)
    plan.platform = platform.record
    if let shard { return try await runShard(shard, of: plan) }
    let store = try keeping.openForWork()
    if let name {
      try runner(store, plan).requireFree(name: name, for: plan, growth: growth)
    }
    let run = try await finished(plan, name: name, in: store)
    // Nothing is said to be stored that is not there.
    try store.requireStillThere()
    let shown = try await shown(run, of: plan, in: store)
    if output.format == .json { StandardStreams.message(lines: shown.warnings) }
    try Interruption.whole {
      if let csv { try OutputFile.write(try shown.csv().text, to: csv, force: output.force, reading: inputs) }
      if let report {
        try OutputFile.write(
          shown.page(.full, maker: Versions.description), to: report, force: output.force, reading: inputs)
      }
      try output.write(shown, reading: inputs)
    }
    let unmet = run.summary.stopping.flatMap { $0.isMet ? nil : $0 }
    if let unmet { StandardStreams.message("Not reached: " + stoppingSentence(unmet, of: run.summary)) }
    try check(run.builder)
    if unmet != nil { throw Ended(.notShown) }
  }

  /// The answer of the run, ready to be shown.
  private func shown(
    _ run: FinishedRun, of plan: SimulationPlan, in store: ResultStore
  ) async throws -> ShownRun {
    let page =
      report != nil || output.format.needsReport(output.detail)
      ? try await ReportRun(
        reading: StoredRun(run.record, in: store, includesForbidden: includeNoncompliant)) : nil
    // The time stands in the answer on a terminal alone, which nobody compares with another.
    let file = SuggestedCommand.file(experiment.path, named: plan.experiment.name)
    let again = RepeatedRun(
      command: SuggestedCommand.simulate(
        file, overrides: experiment.overrides, seed: plan.isSeedDrawn ? plan.seed : nil,
        store: keeping.store.resolved, includesForbidden: includeNoncompliant),
      secondsPerTrial: output.format == .text ? run.secondsPerTrial : nil)
    let met = run.summary.stopping.flatMap { $0.isMet ? stoppingSentence($0, of: run.summary) : nil }
    return ShownRun(
      answer: RunPage(
        RunAnswer(run.summary),
        commands: RunCommands(
          file: shellWord(file), store: keeping.noStore ? nil : keeping.store.resolved, again: again)),
      report: page, warnings: quiet ? [] : plan.warnings + [met].compactMap { $0 })
  }

  /// The run of a plan, complete and answered.
  ///
  /// - Throws: ``Ended``, with the command that goes on; as `Runner.run`.
  func finished(_ plan: SimulationPlan, name: String?, in store: ResultStore) async throws -> FinishedRun {
    do {
      return try await runner(store, plan).run(plan, name: name, growth: growth)
    } catch let stop as RunStopped {
      if keeping.noStore { throw Ended.unchanged }
      throw Ended.interrupted(stop, goOn: goingOn(plan))
    }
  }

  /// What makes a plan a run of a store, as this command asks for it.
  func runner(_ store: ResultStore, _ plan: SimulationPlan) -> Runner {
    let progress = RunProgress(
      isQuiet: quiet, store: store.path, command: keeping.noStore ? nil : goingOn(plan))
    return Runner(
      store: store, context: progress.context(threads: threads.count), computesAgain: again,
      includesForbidden: includeNoncompliant, scope: scope)
  }

  /// How much of the answer is shown or written.
  private var scope: AnswerScope {
    let isProse = output.format == .text || output.format == .markdown
    return isProse && output.detail == .brief && csv == nil ? .stored : .whole
  }

  /// How the run grows until it is precise enough; `nil` where its size is given.
  private var growth: RunGrowth? { precision.map { RunGrowth(precision: $0) } }

  /// Refuses what cannot be computed here before anything is begun.
  private func requirePossible(_ plan: SimulationPlan, _ shard: Shard?) throws(RunTooLarge) {
    let size = shard?.size(of: plan.experiment.trials) ?? plan.experiment.trials
    try RunEstimate(
      of: plan.experiment, trials: growth?.looks[0] ?? size, threads: threads.count, seed: plan.seed
    ).requirePossible()
  }

  func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  /// The command that goes on with the run: this one, with the seed settled.
  func goingOn(_ plan: SimulationPlan) -> String {
    SuggestedCommand.again(
      ofFile: experiment.path, named: plan.experiment.name, in: keeping.store.resolved, without: ["--again"],
      adding: plan.isSeedDrawn ? ["--seed", "\(plan.seed)"] : [])
  }
}
