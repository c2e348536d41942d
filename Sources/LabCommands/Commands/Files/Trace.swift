import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import Reviews
import Runs
import Simulation
import TextFormats

struct Trace: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Show what happens to one install under every option, event by event, with the rule behind each.",
    discussion: """
      It is the very life that was counted: the same draws, played second by second. \
      Where all options do the same it stands across the page, where they differ a column each.

      Every option simulates the same install with the same random numbers. This reduces the variance \
      of differences; it does not predict what one person would do.

      Without --install it is the first install that is shown the alert. --find looks for an example, install by \
      install:
      \(TracePattern.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      Example: att-lab trace push-collision.yaml --find lost_request
      """)

  @Argument(
    help: ArgumentHelp("The experiment file; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var path: String

  @Option(
    .index,
    help:
      "The trial, from 0; with --find, only this one. (default: the first, and with --find those after it)")
  var trial: Int?

  @Option(
    .index,
    help:
      "The install of the trial, from 0; with --find, the first to look at. (default: the first that is shown the alert)"
  )
  var install: Int?

  @Option(.name, value: "name", help: "The scenario. (default: the first)")
  var scenario: String?

  @Option(
    help: ArgumentHelp("Look for an install that is an example of this; repeatable.", valueName: "example"))
  var find: [TracePattern] = []

  @OptionGroup var outside: OutsideSettings

  @OptionGroup var output: OutputOptions

  /// The most installs that are looked at for an example.
  private static let mostExamined = 100_000
  /// The most that are looked at for one that is shown the alert.
  private static let mostAsked = 2_000

  func run() throws {
    let overrides = outside.overrides()
    let file = try outside.load { () throws(FileProblems) in
      try loadExperiment(path: path, overrides: overrides)
    }
    let plan = SimulationPlan(file, overrides: overrides)
    let experiment = plan.experiment
    try requireInside("--trial", trial, experiment.trials)
    try requireInside("--install", install, experiment.installs)
    let simulator = Simulator(experiment: experiment, seed: plan.seed)
    let (scenario, first) = (try scenarioPosition(experiment), trial ?? 0)
    // One after the other, and those of the next trial after the last of one.
    let installs = (first...(trial ?? experiment.trials - 1)).lazy.flatMap { trial in
      let tracer = LifeTracer(simulator, trial: trial, scenario: scenario)
      let begin = trial == first ? install ?? 0 : 0
      return (begin..<experiment.installs).lazy.map { tracer.trace(install: $0) }
    }
    let (trace, search) = try find.isEmpty ? prompted(installs, experiment) : example(installs)
    try output.write(
      TraceReview(experiment: experiment, seed: plan.seed, trace: trace, search: search), reading: [path])
  }

  /// The first install that is an example of all that is looked for.
  private func example(_ installs: some Sequence<InstallTrace>) throws -> (InstallTrace, TraceReview.Search?)
  {
    var lookedAt = 0
    for trace in installs.prefix(Self.mostExamined) {
      lookedAt += 1
      guard find.allSatisfy({ $0.fits(trace) }) else { continue }
      return (trace, .init(examples: find, from: install ?? 0, lookedAt: lookedAt))
    }
    throw Ended(
      .failed,
      [
        "Error: none of \(lookedAt) installs is an example of \(find.map(\.rawValue).joined(separator: " and ")). Look "
          + "further with --install or another --trial; an option or section that is not modelled has none."
      ])
  }

  /// The install that was named; else the first that is shown the alert under the first option under which anybody is.
  private func prompted(
    _ installs: some Sequence<InstallTrace>, _ experiment: Experiment
  ) throws -> (InstallTrace, TraceReview.Search?) {
    var named: InstallTrace?
    var found: (trace: InstallTrace, place: Int, lookedAt: Int)?
    for (number, trace) in installs.prefix(install == nil ? Self.mostAsked : 1).enumerated() {
      named = named ?? trace
      guard install == nil else { break }
      let place = trace.arms.firstIndex(where: \.isPrompted)
      if let place, place < found?.place ?? Int.max { found = (trace, place, number + 1) }
      if found?.place == 0 { break }
    }
    if let found {
      let option = experiment.arms[found.place].name
      return (found.trace, .init(examples: [], promptedUnder: option, from: 0, lookedAt: found.lookedAt))
    }
    guard let named else { throw Ended(.failed, ["Error: the experiment has no installs."]) }
    return (named, nil)
  }

  private func requireInside(_ option: String, _ value: Int?, _ count: Int) throws {
    guard let value, value >= count else { return }
    throw ValidationError(
      "'\(option) \(value)' is none of this experiment's: they go from 0 to \(count - 1).")
  }

  private func scenarioPosition(_ experiment: Experiment) throws -> Int {
    let names = experiment.scenarios.map(\.name)
    guard let scenario else { return 0 }
    if let position = names.firstIndex(of: scenario) { return position }
    throw ValidationError(
      "\(path) has no scenario '\(scenario)'." + suggestion(for: scenario, among: names, noun: "It has"))
  }
}
