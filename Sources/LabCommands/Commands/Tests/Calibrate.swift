import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import Synchronization
import TestData

struct Calibrate: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Learn a file's numbers from what your app has counted.",
    discussion: """
      DATA are counts of a funnel, or the event rows that 'analyze' reads, with --as-of. The experiment of --file says by \
      its population what is believed before, and by its options where the counts come from: a live app with one way of \
      asking has one option. Without a file of your own, --population begins with what 'att-lab init' writes for such an app.

      The numbers that the counts tell something of are written to --out, drawn together. What they leave open stays \
      as it was.

      --update takes a finished test in any form that 'analyze' reads, and says how much it counts beside what the file \
      assumed. The same data twice are refused.

      A table of counts has the columns arm, installs, allowed_by_7 and any of prompted, denied_by_7, pre_prompt_shows, \
      pre_prompt_continues, week, segment; a row for each option, or for each option and week. All counts of a row are of \
      the same installs, each at least as old as the last day:

        arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7
        At launch,10000,7698,2033,2040,5568,5585

      Example: att-lab calibrate funnel.csv --file mine.yaml --out ours.yaml
      Example: att-lab calibrate funnel.csv --population news --day 7 --out ours.yaml
      Example: att-lab calibrate test.csv --update --file ours.yaml --out newer.yaml
      """)

  @OptionGroup var data: CalibrationArguments

  @Option(
    .path("yaml", "yml"), value: "path", help: "The experiment file; - is standard input.")
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Begin with the starter of this kind of app in place of a file of your own.", valueName: "kind"))
  var population: BuiltInPopulation?

  @Option(
    .path("yaml", "yml"), value: "path",
    help: "Write what was learnt to this path: a file that extends the one it is learnt over.")
  var out: String?

  @Option(
    .within(1_000...CalibrationProblem.mostInstalls),
    help: "Installs of each simulated trial. (default: 4 of the largest option's, 40000 to 400000)")
  var installs: Int?

  @OptionGroup var threads: ThreadOptions

  @OptionGroup var replacing: ForceOption

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var shown: FormatOptions

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  static let rules: [OptionRule] = [
    .give(["--file", "--population"]), .apart("--file", from: ["--population"]),
    .give(["<data>", "--retention"]), .needs("--as-of", ["<data>"]), .needs("--day", ["<data>"]),
    .needs("--update", ["<data>"]), .needs("--allocation", ["--update"]),
  ]

  var implied: Set<String> { data.table == nil ? [] : ["<data>"] }

  func validate() throws {
    if ([file].compactMap { $0 } + data.paths).count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once.")
    }
  }

  /// What the experiment is called in messages.
  private var name: String { file ?? population.map { "starter for \($0.rawValue)" } ?? "" }

  private func plan() throws -> CalibrationPlan {
    if let file { return try CalibrationPlan(path: file) }
    return try CalibrationPlan(
      text: Array(starterExperiment(preset: population ?? .news).utf8), path: name)
  }

  func run() async throws {
    do {
      try await learn()
    } catch let problem as CalibrationProblem {
      throw Ended(.badInput, [problem.words(of: nameInMessages(data.paths.first ?? name))])
    }
  }

  private func learn() async throws {
    let plan = try plan()
    let read = try data.read(plan.file.experiment)
    for remark in read.remarks { note(remark) }
    var request = Calibration.Request(seed: plan.seed, threads: threads.count)
    request.installs = installs
    // What a file has learnt already is narrow, so that less is worth having.
    if data.update { request.leastTells = 0.05 }
    if let out { try OutputFile.requireWritable(out, force: replacing.force) }
    let progress = Progress(isShown: !quiet)
    defer { progress.clear() }
    let simulated = Mutex((points: 0, lives: 0.0))
    request.onSimulated = { points, lives in
      let (points, lives) = simulated.withLock { all in
        all = (all.points + points, all.lives + lives)
        return all
      }
      progress.show { seconds in
        ["\(SupportedDigits.grouped(points)) points", Progress.rate(lives / seconds)]
      }
    }
    let outcome = try await plan.calibrated(
      to: read.counted, sources: read.sources, date: data.asOf.map { String("\($0.moment)".prefix(10)) },
      test: read.test, request
    ) { stage in
      progress.clear()
      note("\(stage) …")
    }
    progress.clear()
    try Interruption.whole {
      if Interruption.isRequested { throw Ended.unchanged }
      try write(outcome, test: read.test, of: plan)
    }
  }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  private func write(
    _ outcome: CalibrationPlan.Outcome, test: TestResult?, of plan: CalibrationPlan
  ) throws {
    var report = outcome.report
    if let out, report.obstacle == nil {
      try OutputFile.write(
        writtenExperiment(outcome.made, over: file, by: "calibrate", at: out), to: out,
        force: replacing.force)
      report.out = out
    }
    let found = CalibrationReview(report, outcome.answer, test: test, store: keeping.path)
    try shown.write(found)
    if out == nil, report.obstacle == nil {
      note("No file was written. Add --out newer.yaml to write one with what was learnt.")
    }
    try keeping.keep(found, .calibration, experiment: plan.file.experiment.name, isQuiet: quiet)
    if let obstacle = found.obstacle {
      throw Ended(.notShown, [obstacle + (out == nil ? "." : ". Nothing was written.")])
    }
  }
}
