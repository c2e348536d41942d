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
    commandName: "trace",
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

  @Argument(experiment: "The experiment file; - is standard input.")
  var path: String

  @Option(
    .within(0...4_294_967_295),
    help:
      "The install, from 0; with --find, the first to look at. (default: the first that is shown the alert)"
  )
  var install: Int?

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
    if let install, install >= experiment.installs {
      throw ValidationError(
        "'--install \(install)' is none of this experiment's: they go from 0 to \(experiment.installs - 1).")
    }
    let simulator = Simulator(experiment: experiment, seed: plan.seed)
    // One after the other, and those of the next trial after the last of one.
    let installs = (0..<experiment.trials).lazy.flatMap { trial in
      let tracer = LifeTracer(simulator, trial: trial, scenario: 0)
      let begin = trial == 0 ? install ?? 0 : 0
      return (begin..<experiment.installs).lazy.map { tracer.trace(install: $0) }
    }
    var shown: (trace: InstallTrace, search: TraceReview.Search?)
    shown = (LifeTracer(simulator, trial: 0, scenario: 0).trace(install: install ?? 0), nil)
    if !find.isEmpty {
      shown = try example(installs)
    } else if install == nil, let found = prompted(installs, experiment) {
      shown = found
    }
    try output.write(
      TraceReview(experiment: experiment, seed: plan.seed, trace: shown.trace, search: shown.search))
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
          + "further with --install; an option or section that is not modelled has none."
      ])
  }

  /// The first install that is shown the alert, under the first option under which anybody is.
  private func prompted(
    _ installs: some Sequence<InstallTrace>, _ experiment: Experiment
  ) -> (InstallTrace, TraceReview.Search?)? {
    for (place, option) in experiment.arms.enumerated() {
      for (number, trace) in installs.prefix(Self.mostAsked).enumerated() where trace.arms[place].isPrompted {
        return (trace, .init(examples: [], promptedUnder: option.name, from: 0, lookedAt: number + 1))
      }
    }
    return nil
  }
}
