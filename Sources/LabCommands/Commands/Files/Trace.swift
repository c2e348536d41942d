import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Rendering
import Reviews
import Runs
import Simulation
import TextFormats

struct Trace: ParsableCommand, RuledCommand {
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
    parsing: .unconditional,
    help: "The trial, from 0; with --find, only this one. (default: 0, and with --find those after it)")
  var trial: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The install of the trial, from 0; with --find, the first to look at. (default: the first that is shown the alert)"
    ))
  var install: Int?

  @Option(help: ArgumentHelp("The scenario. (default: the first)", valueName: "name"))
  var scenario: String?

  @Option(help: ArgumentHelp("Only this option; repeatable. (default: all)", valueName: "name"))
  var arm: [String] = []

  @Option(
    help: ArgumentHelp("Look for an install that is an example of this; repeatable.", valueName: "example"))
  var find: [TracePattern] = []

  @Option(
    parsing: .unconditional,
    help: "With --find, how many installs to look at. (default: 100000, or as many as there are)")
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: "The seed, in place of the file's. Without either, one is drawn and shown.",
    transform: WholeNumber.seed)
  var seed: UInt64?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set any key of the file. Repeatable.", valueName: "path=value"),
    transform: SettingArgument.read)
  var settings: [SettingArgument] = []

  @OptionGroup var output: OutputOptions

  static let rules: [OptionRule] = [.needs("--limit", "--find")]

  func validate() throws {
    if let trial, trial < 0 { throw ValidationError("'--trial' counts from 0, found \(trial).") }
    if let install, install < 0 { throw ValidationError("'--install' counts from 0, found \(install).") }
    if let limit, limit < 1 { throw ValidationError("'--limit' must be at least 1, not \(limit).") }
  }

  func run() throws {
    let overrides = settings.map(\.setting) + (seed.map { [Setting(path: "seed", value: "\($0)")] } ?? [])
    let file = try ExperimentArguments.load(
      path, overrides: overrides, options: seed == nil ? [] : [.init(name: "seed", path: "seed")])
    let plan = SimulationPlan(file, overrides: overrides)
    let experiment = plan.experiment
    try requireInside(experiment)
    let scenario = try position(
      of: scenario ?? experiment.scenarios[0].name, among: experiment.scenarios.map(\.name),
      noun: "scenario")
    for name in arm { _ = try position(of: name, among: experiment.arms.map(\.name), noun: "option") }
    let arms = experiment.arms.indices.filter { arm.isEmpty || arm.contains(experiment.arms[$0].name) }
    var lives = TracedInstalls(
      experiment: experiment, simulator: Simulator(experiment: experiment, seed: plan.seed), arms: arms,
      scenario: scenario, trial: trial ?? 0, install: install ?? 0, staysInTrial: trial != nil)
    let search = try find.isEmpty ? (install == nil ? prompted(&lives) : nil) : example(&lives)
    let review = TraceReview(
      experiment: experiment, seed: plan.seed, trace: lives.trace, search: search)
    try output.write(review, reading: [path])
  }

  /// Goes to the first install that is an example of all that is looked for.
  private func example(_ lives: inout TracedInstalls) throws -> TraceReview.Search {
    var lookedAt = 1
    while !find.allSatisfy({ $0.fits(lives.trace) }) {
      guard lookedAt < limit ?? 100_000, lives.next() else {
        throw NothingFound(
          examples: find, lookedAt: lookedAt, install: install ?? 0,
          trials: (trial ?? 0)...max(trial ?? 0, lives.trial))
      }
      lookedAt += 1
    }
    return .init(examples: find, from: install ?? 0, lookedAt: lookedAt)
  }

  /// Installs that are looked at for one that is shown the alert.
  private static let mostLookedAt = 2_000

  /// Goes to the first install that is shown the alert under the first option under which anybody is.
  private func prompted(_ lives: inout TracedInstalls) -> TraceReview.Search? {
    let start = lives
    var found: (lives: TracedInstalls, place: Int, lookedAt: Int)?
    for lookedAt in 1...Self.mostLookedAt {
      let place = lives.trace.arms.firstIndex(where: \.isPrompted)
      if let place, place < found?.place ?? Int.max { found = (lives, place, lookedAt) }
      if found?.place == 0 || !lives.next() { break }
    }
    lives = found?.lives ?? start
    return found.map { found in
      .init(
        examples: [], promptedUnder: lives.experiment.arms[lives.arms[found.place]].name, from: 0,
        lookedAt: found.lookedAt)
    }
  }

  private func requireInside(_ experiment: Experiment) throws {
    if let trial, trial >= experiment.trials {
      throw ValidationError(
        "'--trial \(trial)' is none of this experiment's: it has trials 0 to \(experiment.trials - 1).")
    }
    if let install, install >= experiment.installs {
      throw ValidationError(
        "'--install \(install)' is none of this experiment's: a trial has installs 0 to "
          + "\(experiment.installs - 1).")
    }
  }

  private func position(of name: String, among names: [String], noun: String) throws -> Int {
    if let position = names.firstIndex(of: name) { return position }
    throw ValidationError(
      "\(path) has no \(noun) '\(name)'." + suggestion(for: name, among: names, noun: "It has"))
  }
}

extension TracePattern: ExpressibleByArgument {}

/// A search that ended without an example.
struct NothingFound: CommandFailure, Hashable, CustomStringConvertible {
  var examples: [TracePattern]
  var lookedAt: Int
  /// The first that was looked at, in the first of the trials.
  var install: Int
  var trials: ClosedRange<Int>

  var description: String {
    let wanted = examples.map(\.rawValue).joined(separator: " and ")
    let place =
      trials.count == 1
      ? "from \(install) to \(install + lookedAt - 1) of trial \(trials.lowerBound)"
      : "from \(install) of trial \(trials.lowerBound) to trial \(trials.upperBound)"
    return "Error: none of the \(lookedAt) installs \(place) is an example of \(wanted). Look further with "
      + "--limit, --install or another --trial; an option or section that is not modelled has none."
  }

  var exitStatus: ExitStatus { .failed }
  var lines: [String] { [description] }
}
