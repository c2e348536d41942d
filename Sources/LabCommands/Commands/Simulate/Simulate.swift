import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

struct Simulate: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Run an experiment, store it, and print the answer.",
    discussion: """
      The same file, seed and version always give the same results, on any \
      number of threads. A run that is stored already is shown, not computed \
      again; one that was interrupted goes on.

      Example: att-lab simulate news-timing.yaml --set population.allow.rate=0.25
      """)

  @Argument(experiment: "The experiment file; - is standard input.")
  var path: String

  @Option(.count, help: "Trials to run, in place of the file's.")
  var trials: Int?

  @Option(.count, help: "Installs per trial, in place of the file's.")
  var installs: Int?

  @OptionGroup var outside: OutsideSettings

  @OptionGroup var output: OutputOptions

  @Option(
    .precision, value: "error",
    help:
      "Run trials until the lead has at most this Monte Carlo error: 0.1pp for shares, else a number in units of the objective. Where 12,800 trials do not suffice, exit with 2."
  )
  var precision: Double?

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var threads: ThreadOptions

  @Option(.name, help: "A name for the run, to find it by.")
  var name: String?

  @Option(.file("csv"), value: "path", help: "Also write the table of the review as CSV to this file.")
  var csv: String?

  @Option(
    .file("html"), value: "path",
    help: "Also write the answer as one HTML file with figures, as 'att-lab report' does.")
  var report: String?

  @Option(
    .requirement(), value: "expression",
    help:
      "Exit with 2 unless the run shows this, for example 'After onboarding.opt_in_per_install > At launch + 2pp @ 95%'. Repeatable."
  )
  var require: [Requirement<Metric>] = []

  @Option(
    .shard, value: "i/n",
    help: "Compute only part i of n, into a store of its own. att-lab merge joins the stores.")
  var shard: Shard?

  @Flag(help: "Compute the run again even though it is stored.")
  var again = false

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  static let rules: [OptionRule] = [
    .apart("--trials", from: ["--precision"]), .apart("--no-store", from: ["--again"]),
    // A shard is a part, and these are of a whole run.
    .apart(
      "--shard", from: ["--no-store", "--again", "--precision", "--require", "--csv", "--report", "--format"]),
  ]

  func run() async throws {
    let overrides = outside.overrides(("trials", trials), ("installs", installs))
    let file = try outside.load { () throws(FileProblems) in
      try loadExperiment(path: path, overrides: overrides)
    }
    var plan = SimulationPlan(file, overrides: overrides, path: path)
    let force = output.destination.replacing.force
    for out in [output.destination.out] + [csv, report].compactMap({ $0 }) {
      try OutputFile.requireWritable(out, force: force)
    }
    // Before anything is run.
    let required = try Requirements(require, of: plan.experiment.arms.map(\.name))
    try requirePossible(plan)
    plan = try await plan.sized(threads: threads.count)
    if let shard { return try await runShard(shard, of: plan) }
    let store = try keeping.openForWork()
    if let name { try runner(store, plan).requireFree(name: name, for: plan, growth: growth) }
    let run = try await keeping.resumable(by: goingOn(plan)) { [plan] in
      try await runner(store, plan).run(plan, name: name, growth: growth)
    }
    // Nothing is said to be stored that is not there.
    try store.requireStillThere()
    let shown = try await shown(run, of: plan, setting: overrides, in: store)
    if output.format == .json { StandardStreams.message(lines: shown.warnings) }
    try Interruption.whole {
      if let csv { try OutputFile.write(try shown.csv().text, to: csv, force: force) }
      if let report {
        try OutputFile.write(shown.page(.full, maker: Versions.description), to: report, force: force)
      }
      try output.write(shown)
    }
    let unmet = run.summary.stopping.flatMap { $0.isMet ? nil : $0 }
    if let unmet { StandardStreams.message("Not reached: " + stoppingSentence(unmet, of: run.summary).text) }
    try check(required, of: run.builder)
    if unmet != nil { throw Ended(.notShown) }
  }

  /// The answer of the run, ready to be shown.
  private func shown(
    _ run: FinishedRun, of plan: SimulationPlan, setting overrides: [Setting], in store: ResultStore
  ) async throws -> ShownRun {
    let page =
      report != nil || output.format.needsReport(output.detail)
      ? try await ReportRun(reading: StoredRun(run.record, in: store)) : nil
    let file = path == "-" ? "\(plan.experiment.name).yaml" : path
    let met = run.summary.stopping.flatMap { $0.isMet ? stoppingSentence($0, of: run.summary).text : nil }
    return ShownRun(
      answer: RunPage(
        RunAnswer(run.summary),
        commands: RunCommands(
          file: file, store: keeping.path, settings: overrides.map(\.text),
          seed: plan.isSeedDrawn ? plan.seed : nil)),
      report: page, warnings: quiet ? [] : plan.warnings + [met].compactMap { $0 })
  }

  /// Says of every requirement whether it is shown.
  ///
  /// - Throws: ``Ended`` where one is not.
  private func check(_ required: Requirements<Metric>, of builder: RunSummaryBuilder) throws {
    let outline = builder.outline
    let judged = try required.judged { requirement in
      try builder.findings(requirement).map { finding in
        let sentence = requirementSentence(
          requirement, finding, isOneOfSeveral: outline.scenarios.count > 1)
        return (sentence: sentence, isShown: finding.isShown)
      }
    }
    for sentence in judged.shown { note(sentence) }
    if !judged.notShown.isEmpty { throw Ended(.notShown, judged.notShown) }
  }

  /// Computes and stores the trials of a shard that are missing, and says where they are.
  private func runShard(_ shard: Shard, of plan: SimulationPlan) async throws {
    if plan.isSeedDrawn {
      throw ValidationError(
        "shards of one run need one seed, and neither the file nor the command line gives it; "
          + "give every shard the same --seed.")
    }
    // A shard has a store of its own, unless one is chosen.
    var options = keeping.store
    if !options.isChosen { options.path = "att-lab-shard-\(shard.number)-of-\(shard.count).sqlite" }
    let store = try options.open(.writing)
    let record = try await keeping.resumable(by: goingOn(plan)) {
      try await runner(store, plan).run(shard, of: plan, name: name)
    }
    let mine = shard.trials(of: plan.experiment.trials)
    try store.requireStillThere()
    try StandardStreams.output(
      """
      Shard \(shard) of run \(record.id): \(SupportedDigits.grouped(mine.count)) of \
      \(SupportedDigits.grouped(plan.experiment.trials)) trials, stored in \(options.resolved).
      When all \(shard.count) shards are done: att-lab merge OUT.sqlite SHARD.sqlite…

      """)
  }

  /// What makes a plan a run of a store, as this command asks for it.
  private func runner(_ store: ResultStore, _ plan: SimulationPlan) -> Runner {
    let progress = RunProgress(
      isQuiet: quiet, store: store.path, command: keeping.noStore ? nil : goingOn(plan))
    return Runner(
      store: store, context: progress.context(threads: threads.count), computesAgain: again)
  }

  /// How the run grows until it is precise enough; `nil` where its size is given.
  private var growth: RunGrowth? { precision.map { RunGrowth(precision: $0) } }

  /// Refuses what cannot be computed here before anything is begun.
  private func requirePossible(_ plan: SimulationPlan) throws(RunTooLarge) {
    let size = shard?.size(of: plan.experiment.trials) ?? plan.experiment.trials
    try RunEstimate(
      of: plan.experiment, trials: growth?.looks[0] ?? size, threads: threads.count, seed: plan.seed
    ).requirePossible()
  }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  /// The command that goes on with the run: this one, with the seed settled.
  private func goingOn(_ plan: SimulationPlan) -> String {
    SuggestedCommand.again(
      ofFile: path, named: plan.experiment.name, in: keeping.store.resolved,
      adding: plan.isSeedDrawn ? ["--seed", "\(plan.seed)"] : [])
  }
}

extension ValueReader<Shard> {
  static var shard: Self {
    Self(expecting: "i/n with n from 1 to \(Shard.most) and i from 1 to n, for example 3/8") { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], 1...Shard.most ~= count,
        1...count ~= number
      else { return nil }
      return Shard(number: number, count: count)
    }
  }
}
