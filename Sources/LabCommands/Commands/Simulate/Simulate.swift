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

struct Simulate: AsyncParsableCommand {
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

  @OptionGroup var store: StoreOptions

  @OptionGroup var threads: ThreadOptions

  @Option(help: "A name for the run, to find it by.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Also write a table of the run as CSV to this file; - is standard output, in place of the answer.",
      valueName: "path"),
    completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Which table --csv writes, of those that 'att-lab export' knows; alone, it goes to standard output. (default: review)"
    ))
  var table: ExportedTable?

  @Option(
    help: ArgumentHelp(
      "Also write the answer as one HTML file with figures, as 'att-lab report' does.", valueName: "path"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(help: "How to write the answer to standard output: table, markdown, csv or json. (default: table)")
  var format: AnswerFormat?

  @Flag(help: "After the answer, everything behind it: all errors, ranges, sources of uncertainty, findings.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Exit with 2 unless the run shows this, for example 'later.opt_in_per_install > launch + 0.02 @ 95%'. Repeatable.",
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

  func validate() throws {
    if let name, name.isEmpty { throw ValidationError("'--name' expects a name, found an empty text.") }
    if precision != nil, experiment.trials != nil {
      throw ValidationError("'--trials' gives the size that '--precision' chooses; leave one out.")
    }
    for (name, path) in [("--csv", csv), ("--report", report)] where path?.isEmpty == true {
      throw ValidationError("'\(name)' expects a path, found an empty text.")
    }
    if table == .strategy {
      throw ValidationError(
        "'--table strategy' is JSON of one option and no table of the run; once it is stored, 'att-lab export last "
          + "--table strategy --arm NAME' writes it.")
    }
    if let table, csv == nil, let format, format != .csv {
      throw ValidationError(
        "'--table \(table.rawValue)' is CSV and '--format \(format.rawValue)' is not; leave one out, or name a "
          + "file for the table with '--csv'.")
    }
    if let report, OutputFile.isStandardOutput(report) {
      throw ValidationError(
        "'--report \(report)' would write a page into the answer; name a file, such as '--report report.html'. "
          + "'att-lab report last --out -' writes a stored run's page alone.")
    }
    if sendsTable, let format, format != .csv {
      throw ValidationError(
        "'--csv \(csv ?? OutputFile.standardOutput)' and '--format \(format.rawValue)' both write to standard output; leave one out, or "
          + "name a file with '--csv'.")
    }
  }

  func run() async throws {
    let file = try experiment.load()
    var plan = SimulationPlan(file, overrides: experiment.overrides)
    let shard = try Shard(shard, environment: ProcessInfo.processInfo.environment)
    try requireWhole(shard)
    let platform = PlatformDescription(file, path: experiment.path)
    try requireWritableOutputs()
    try requireArms(of: plan.experiment)
    try requirePossible(plan, shard)
    plan.platform = platform.record
    if let shard { return try await runShard(shard, of: plan) }
    let store = try store.open(.writing)
    if let name {
      try runner(store, plan).requireFree(name: name, for: plan, growth: growth)
    }
    let run = try await finished(plan, name: name, in: store)
    // Nothing is said to be stored that is not there.
    try store.requireStillThere()
    let writer = tableWriter(run, in: store)
    let everything = verbose ? try await report(run).document : nil
    try Interruption.whole {
      try answer(run, of: plan, everything) { sink in
        try writer.write { piece in
          // A file that is not whole goes away with the error.
          if Interruption.isRequested { throw Interrupted(run.record, command: goingOn(plan)) }
          try sink(piece)
        }
      }
    }
    if let report {
      let html = try await Report.html(
        of: try store.run(run.record.id), in: store, includesForbidden: includeNoncompliant,
        runsAlternatives: true)
      try Interruption.whole { try OutputFile.write(html, to: report, force: output.force) }
    }
    let unmet = run.summary.stopping.flatMap { $0.isMet ? nil : $0 }
    if let unmet { StandardStreams.message("Not reached: " + stoppingSentence(unmet, of: run.summary)) }
    try check(run.builder)
    if unmet != nil { throw ReportedFailure(.notShown) }
  }

  /// The run of a plan, complete and answered.
  ///
  /// - Throws: ``Interrupted``, with the command that goes on; as `Runner.run`.
  func finished(_ plan: SimulationPlan, name: String?, in store: ResultStore) async throws -> FinishedRun {
    do {
      return try await runner(store, plan).run(plan, name: name, growth: growth)
    } catch let stop as RunStopped {
      throw Interrupted(stored: stop.stored, trials: stop.trials, command: goingOn(plan))
    }
  }

  /// What makes a plan a run of a store, as this command asks for it.
  func runner(_ store: ResultStore, _ plan: SimulationPlan) -> Runner {
    let progress = RunProgress(isQuiet: quiet, store: store.path, command: goingOn(plan))
    return Runner(
      store: store, context: progress.context(threads: threads.count), computesAgain: again,
      includesForbidden: includeNoncompliant, scope: scope)
  }

  /// How much of the answer is shown or written.
  private var scope: AnswerScope {
    let isShort = !verbose && csv == nil && table == nil
    switch outputFormat {
    case .table, .markdown: return isShort ? .stored : .whole
    case .csv, .json: return .whole
    }
  }

  /// What writes the table that was asked for.
  func tableWriter(_ run: FinishedRun, in store: ResultStore) -> TableWriter {
    TableWriter(
      table: table ?? .review, record: run.record, store: store, includesForbidden: includeNoncompliant,
      summary: run.summary)
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
    var words = ["att-lab"] + CommandLine.arguments.dropFirst().filter { $0 != "--again" }
    if plan.isSeedDrawn { words += ["--seed", "\(plan.seed)"] }
    return words.map(shellWord).joined(separator: " ")
  }
}

/// The word as a shell reads it back.
func shellWord(_ word: String) -> String { TerminalText.shellWord(word) }
