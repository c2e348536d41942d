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

  func run() throws {
    let overrides = outside.overrides()
    let file = try outside.load { () throws(FileProblems) in
      try loadExperiment(path: path, overrides: overrides)
    }
    let plan = SimulationPlan(file, overrides: overrides)
    let installs = plan.experiment.installs
    if let install, install >= installs {
      throw ValidationError(
        "'--install \(install)' is none of this experiment's: they go from 0 to \(installs - 1).")
    }
    try output.write(
      try TraceReview(of: plan.experiment, seed: plan.seed, install: install, examples: find))
  }
}
