import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Inference
import Rendering
import ResultStore
import Reviews
import Runs
import Simulation
import Studies
import TextFormats

struct Calibrate: AsyncParsableCommand, RuledCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learn a file's numbers from what your app has counted.",
    discussion: """
      FILE is an experiment. Its population says what is believed before, its options are where the counts come from. \
      A live app with one way of asking has one option. Without a file, --population begins with what 'att-lab init' \
      writes for such an app, and FILE is the data: counts, or event rows with --as-of.

      The numbers that the counts tell something of are written to --out, drawn together. What they leave open stays \
      as it was.

      --update takes a finished test in any form that 'analyze' reads, and says how much it counts beside what the file \
      assumed. The same data twice are refused.

      A table of counts has a row for each option, or for each option and week. All counts of a row are of the same \
      installs, each at least as old as the last day:

        arm,installs,prompted,allowed_by_1,allowed_by_7,denied_by_1,denied_by_7
        At launch,10000,7698,2033,2040,5568,5585

      Example: att-lab calibrate mine.yaml --counts funnel.csv --out ours.yaml
      Example: att-lab calibrate funnel.csv --population news --day 7 --out ours.yaml
      Example: att-lab calibrate ours.yaml --update test.csv --day 7 --out newer.yaml
      """)

  @Argument(
    help: ArgumentHelp("The experiment file; with --population the data.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "csv", "tsv"]))
  var path: String

  @Option(
    help: ArgumentHelp(
      "Begin with the starter of this kind of app in place of a file of your own.", valueName: "kind"))
  var population: BuiltInPopulation?

  @OptionGroup(title: "Data") var data: CalibrationArguments

  @Option(
    .names, value: "paths",
    help: "Learn these numbers alone, by their paths separated by commas, as allow.rate,onboarding.first.")
  var fit: [String]?

  @Option(.names, value: "paths", help: "Leave these numbers as they are.")
  var keep: [String]?

  @Option(.path("yaml", "yml"), value: "path", help: "Write the file with what was learnt to this path.")
  var out: String?

  @Flag(help: "Learn from a test that analyze gives no verdict on, and write what does not fit the counts.")
  var anyway = false

  @Option(
    .within(1_000...CalibrationProblem.mostInstalls),
    help: "Installs of each simulated trial. (default: 4 of the largest option's, 40000 to 400000)")
  var installs: Int?

  @Option(.seed, help: "The seed, in place of the file's.")
  var seed: UInt64?

  @OptionGroup var threads: ThreadOptions

  @OptionGroup var replacing: ForceOption

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var shown: FormatOptions

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  static let rules = CalibrationArguments.rules

  mutating func validate() throws {
    if population != nil {
      // Event rows have a date.
      if data.asOf == nil { data.counts = path } else { data.events = path }
    } else if path == "-", data.paths.contains("-") {
      throw ValidationError("Standard input can be read once.")
    }
    if let both = fit?.first(where: { keep?.contains($0) == true }) {
      throw ValidationError("'--fit' and '--keep' both name '\(both)'. Leave it out of one.")
    }
  }

  /// What the experiment is called in messages.
  private var name: String { population.map { "starter for \($0.rawValue)" } ?? path }

  private func plan() throws -> CalibrationPlan {
    guard let population else { return try CalibrationPlan(path: path, seed: seed) }
    return try CalibrationPlan(
      text: Array(starterExperiment(preset: population).utf8), path: name, seed: seed)
  }

  func run() async throws {
    let plan = try plan()
    let experiment = plan.file.experiment
    let read = try data.read(experiment)
    for remark in read.remarks { note(remark) }
    if let unjudged = read.unjudged {
      guard anyway else {
        throw Ended(
          .notShown,
          [
            "Nothing was learnt from '\(data.paths[0] == "-" ? "standard input" : data.paths[0])'. \(unjudged) See 'att-lab analyze'.",
            "Fix the test first. If it was meant to be like this, add --anyway to learn from it.",
          ])
      }
      note(unjudged)
    }
    var request = Calibration.Request(seed: plan.seed, threads: threads.count)
    request.fitted = fit
    request.kept = keep ?? []
    request.installs = installs
    // What a file has learnt already is narrow, so that less is worth having.
    if read.isUpdate { request.leastTells = 0.05 }
    let inputs = [path] + data.paths
    if let out { try OutputFile.requireWritable(out, force: replacing.force, reading: inputs) }
    let progress = Progress(isShown: !quiet)
    defer { progress.clear() }
    request.meter = CalibrationMeter { reading in
      progress.show { seconds in
        let left = seconds / reading.lives * reading.livesLeft
        return [
          Progress.count(reading.points, of: reading.expectedPoints, "points", "of about"),
          Progress.rate(reading.lives / seconds), "\(Progress.duration(left)) left",
        ]
      }
    }
    let outcome: CalibrationPlan.Outcome
    do {
      outcome = try await plan.calibrated(
        to: read.counted, sources: read.sources, date: read.date, isUpdate: read.isUpdate, request
      ) { stage in
        progress.clear()
        note("\(stage) …")
      }
    } catch let problem as CalibrationProblem {
      throw problem.failure(in: data.paths.first ?? name)
    }
    progress.clear()
    try Interruption.whole {
      if Interruption.isRequested { throw Ended.unchanged }
      try write(outcome, of: plan)
    }
  }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  private func write(_ outcome: CalibrationPlan.Outcome, of plan: CalibrationPlan) throws {
    var report = outcome.report
    if let out, report.isWritable, report.obstacle == nil || anyway {
      try OutputFile.write(
        writtenExperiment(outcome.text, by: "calibrate", at: out), to: out, force: replacing.force,
        reading: [path] + data.paths)
      report.out = out
    }
    let found = CalibrationReview(report, outcome.answer, store: keeping.path)
    try shown.write(found)
    if out == nil, report.isWritable, report.obstacle == nil {
      note("No file was written. Add --out newer.yaml to write one with what was learnt.")
    }
    try keeping.keep(found, .calibration, experiment: plan.file.experiment.name, isQuiet: quiet)
    try requireLearned(outcome.calibration)
    if let obstacle = found.obstacle {
      let remedy =
        out == nil || report.out != nil
        ? "."
        : !report.isWritable ? ". Nothing was written." : ". Nothing was written; --anyway writes it."
      throw Ended(.notShown, [obstacle + remedy])
    }
  }

  /// Refuses as not shown where a number was asked for that the counts hardly tell of.
  private func requireLearned(_ calibration: Calibration) throws {
    let asked = Set(fit ?? [])
    let open = calibration.numbers.indices.filter {
      asked.contains(calibration.numbers[$0].path) && calibration.fit.tells[$0] < 0.1
    }
    guard !open.isEmpty else { return }
    let names = open.map { "'\(calibration.numbers[$0].path)'" }.joined(separator: ", ")
    let lesson = calibration.lessons.first.map { calibration.experiment.arms[$0.arm].name }
    throw Ended(
      .notShown,
      [
        "The counts hardly tell of \(names), which \(open.count == 1 ? "is" : "are") left as assumed."
          + (lesson.map { " Counts of '\($0)' may." } ?? "")
      ])
  }
}
