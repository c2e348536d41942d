import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import GSLNumerics
import Inference
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

struct Optimize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Search every strategy that a file allows for the best.",
    discussion: """
      The file's 'search' lists values for the keys of an option; every combination that Apple's rules allow is \
      searched, the file's own options too. The search ends once the strategy named is within the margin of the best \
      with a probability of 95%. Its numbers then come from trials of their own, as a run that is stored.

      In the file, beside 'arms' or in their place:

        search:
          ask: [launch, onboarding, {session: 2}]
          usage_string: topics
          delay_seconds: [0, 1, 3]

      The promise is about the search under the file's assumptions. How sure the choice is, the answer says.

      The search is kept in the store: 'att-lab show' prints it again.

      Example: att-lab optimize mine.yaml --out best.yaml
      """)

  @Argument(experiment: "The experiment file, with 'search'; - is standard input.")
  var path: String

  @Option(
    .within(1...1_000_000),
    help:
      "Installs per trial of the search. (default: \(StrategySearch.standardInstalls))"
  )
  var installs: Int?

  @Option(
    .within(1...10_000_000),
    help: "Trials of the run that the numbers come from. (default: \(SearchPlan.finalTrials))")
  var trials: Int?

  @Option(
    .path("yaml", "yml"), value: "path",
    help: "Write the best strategies as an experiment of their own to this file.")
  var out: String?

  @OptionGroup var outside: OutsideSettings

  @OptionGroup var replacing: ForceOption

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var threads: ThreadOptions

  @OptionGroup var shown: FormatOptions

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  private static let interrupted = Ended(
    .interrupted, ["Interrupted: the search is not kept. The same command searches again."])
  /// How many of the best are simulated anew, with the baseline and what is one step from the best.
  private static let finalists = 5

  func run() async throws {
    do {
      try await search()
    } catch NumericsError.stopped {
      throw Self.interrupted
    } catch is RunStopped {
      throw Self.interrupted
    }
  }

  private func search() async throws {
    let overrides = outside.overrides()
    let plan = try outside.load { () throws(FileProblems) in try SearchPlan(path: path, overrides: overrides)
    }
    // Before long work.
    if let out { try OutputFile.requireWritable(out, force: replacing.force) }
    var search = StrategySearch(plan.experiment, seed: plan.seed, threads: threads.count)
    if let installs { search.installs = installs }
    (search.guardrails, search.errors) = (plan.file.guardrails, plan.errors)
    search.shouldStop = { Interruption.isRequested }
    if plan.isSeedDrawn { note("Drew the seed \(plan.seed); --seed \(plan.seed) repeats this search.") }
    let strategies = plan.experiment.arms.count
    note("Searching \(SupportedDigits.grouped(strategies)) \(strategies == 1 ? "strategy" : "strategies").")
    var report = try await search.run { round, left in
      let (trials, strategies) = (SupportedDigits.grouped(round.trials), SupportedDigits.grouped(left))
      note("After \(trials) trials \(strategies) \(left == 1 ? "strategy remains" : "strategies remain").")
    }
    let final = try await finalRun(plan, report)
    report.out = final == nil ? nil : out
    try write(report, final, of: plan)
    if report.winner == nil {
      throw Ended(
        .notShown, ["No strategy may be chosen; the result says why. Widen 'search' or 'guardrails'."])
    }
    if !report.isSettled {
      throw Ended(
        .notShown, ["The trials ended before the margin was reached; the result says how much may be lost."])
    }
  }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  /// The best strategies simulated anew, as a run of the store, and as the text of a file.
  private func finalRun(
    _ plan: SearchPlan, _ report: SearchReport
  ) async throws -> (made: MadeExperiment, run: FinishedRun)? {
    let names = plan.finalists(report, top: Self.finalists)
    guard !names.isEmpty else { return nil }
    let made = plan.finalExperiment(of: names, trials: trials ?? SearchPlan.finalTrials)
    let final = try plan.finalPlan(made)
    let store = try keeping.openForWork()
    let progress = RunProgress(isQuiet: quiet, store: store.path, command: nil)
    let runner = Runner(store: store, context: progress.context(threads: threads.count))
    let run = try await runner.run(final)
    try store.requireStillThere()
    return (made, run)
  }

  private func write(
    _ report: SearchReport, _ final: (made: MadeExperiment, run: FinishedRun)?, of plan: SearchPlan
  ) throws {
    if let out, let final {
      try OutputFile.write(
        writtenExperiment(final.made, over: path, by: "optimize", at: out), to: out, force: replacing.force)
    }
    let review = SearchReview(report, final?.run.summary, store: keeping.path)
    try shown.write(review)
    if shown.format == .text, let out, final != nil { note("Written to \(out).") }
    try keeping.keep(
      review, .search, experiment: plan.experiment.name, run: final?.run.record.id, isQuiet: quiet)
  }
}
