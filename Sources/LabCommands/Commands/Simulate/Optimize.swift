import ArgumentParser
import ExperimentDesign
import ExperimentFiles
import Foundation
import Inference
import Rendering
import ResultStore
import Reviews
import Runs
import Studies
import TextFormats

struct Optimize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Search every strategy that a file allows for the best.",
    discussion: """
      The file's 'search' lists values for the keys of an option; every combination that Apple's rules allow is \
      searched, the file's own options too. The search ends once the strategy named is within the margin of the best, \
      with the probability asked for. Its numbers then come from trials of their own, as a run that is stored.

      In the file, beside 'arms' or in their place:

        search:
          ask: [launch, onboarding, {session: 2}]
          usage_string: topics
          delay_seconds: [0, 1, 3]

      The promise is about the search under the file's assumptions. How sure the choice is, the answer says.

      The search is kept in the store: 'att-lab show' prints it again.

      Example: att-lab optimize mine.yaml --out best.yaml
      Example: att-lab optimize mine.yaml --margin 0.25pp --guarantee 99%
      """)

  @Argument(
    help: ArgumentHelp("The experiment file, with 'search'; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var path: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What may be lost by the choice, in units of the objective, as 0.5pp or 0.005. (default: 0.5pp of a share, "
        + "else 1%)", valueName: "difference"),
    transform: MarginOfMetric.init(text:))
  var margin: MarginOfMetric?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With which probability no more is lost. (default: 95%)", valueName: "chance"),
    transform: ShareText.readShare)
  var guarantee: Double?

  @Option(
    parsing: .unconditional,
    help: "The most trials of the search. (default: \(StrategySearch.standardMostTrials))",
    transform: WholeNumber.within(Elimination.firstRound...10_000_000))
  var maxTrials: Int?

  @Option(
    parsing: .unconditional,
    help:
      "Installs per trial of the search. (default: \(StrategySearch.standardInstalls), or more where the first trials show that to be faster)",
    transform: WholeNumber.within(1...1_000_000))
  var installs: Int?

  @Option(
    parsing: .unconditional, help: "How many of the best are simulated anew. (default: 5)",
    transform: WholeNumber.within(1...20))
  var top: Int?

  @Option(
    parsing: .unconditional,
    help: "Trials of the run that the numbers come from. (default: \(StrategySearch.finalTrials))",
    transform: WholeNumber.within(1...10_000_000))
  var trials: Int?

  @Option(
    help: ArgumentHelp(
      "Write the best strategies as an experiment of their own to this file.", valueName: "path"),
    completion: .file(extensions: ["yaml", "yml"]))
  var out: String?

  @OptionGroup var outside: OutsideSettings

  @OptionGroup var replacing: ForceOption

  @OptionGroup var keeping: KeepingOptions

  @OptionGroup var threads: ThreadOptions

  @Flag(help: "Search strategies that Apple's rules forbid too.")
  var includeNoncompliant = false

  @OptionGroup var shown: FormatOptions

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  func run() async throws {
    let plan = try plan()
    var request = try request(plan)
    let errors = plan.errors
    request.blocked = Set(errors.keys)
    try requireWritable(out, plan, request)
    do {
      try await search(plan, request, errors)
    } catch is StoppedSearch {
      throw Ended(.interrupted, ["Interrupted: the search is not kept. The same command searches again."])
    }
  }

  private func search(
    _ plan: SearchPlan, _ request: StrategySearch.Request, _ errors: [Int: [String]]
  ) async throws {
    let search = try StrategySearch(
      plan.experiment, seed: plan.seed, threads: threads.count, request)
    if plan.isSeedDrawn { note("Drew the seed \(plan.seed); --seed \(plan.seed) repeats this search.") }
    let strategies = plan.experiment.arms.count
    note("Searching \(SupportedDigits.grouped(strategies)) \(strategies == 1 ? "strategy" : "strategies").")
    let result = try await search.run(
      shouldStop: { Interruption.isRequested },
      onRound: { round, left in
        note(
          "After \(SupportedDigits.grouped(round.trials)) trials \(SupportedDigits.grouped(left)) "
            + (left == 1 ? "strategy remains." : "strategies remain."))
      })
    guard !Interruption.isRequested else { throw StoppedSearch() }
    var report = SearchReport(
      plan.experiment, result, seed: plan.seed, guarantee: guarantee ?? 0.95, errors: errors)
    report.keys = plan.space.keys.map { .init(key: $0.path, values: $0.values) }
    let final = try await finalRun(plan, result)
    if let final { report.take(final.run.summary, differences: plan.differences) }
    report.oneStep = try await steps(plan, result)
    report.includesForbidden = includeNoncompliant
    report.out = final == nil ? nil : out
    try write(report, final, of: plan, request)
    if result.winner == nil {
      throw Ended(
        .notShown,
        [
          "No strategy may be chosen; the result says why. Widen 'search' or 'guardrails'."
        ])
    }
    if !result.isSettled {
      throw Ended(.notShown, ["The trials ended before the margin was reached; --max-trials allows more."])
    }
  }

  private func plan() throws -> SearchPlan {
    do throws(FileProblems) {
      return try SearchPlan(path: path, overrides: outside.overrides)
    } catch {
      throw outside.refusal(of: error)
    }
  }

  private func request(_ plan: SearchPlan) throws -> StrategySearch.Request {
    var request = StrategySearch.Request()
    request.margin = try margin?.value(isShare: plan.experiment.objective.isShare)
    if request.margin == 0 { throw ValidationError("'--margin' must be above 0.") }
    request.guarantee = guarantee ?? 0.95
    request.mostTrials = maxTrials ?? StrategySearch.standardMostTrials
    request.installs = installs
    request.guardrails = plan.file.guardrails
    request.includesForbidden = includeNoncompliant
    return request
  }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  /// The best strategies simulated anew, as a run of the store, and as the text of a file.
  private func finalRun(
    _ plan: SearchPlan, _ result: StrategySearchResult
  ) async throws -> (text: String, run: FinishedRun)? {
    let arms = plan.finalists(result, top: top ?? 5)
    guard !arms.isEmpty else { return nil }
    let text = try plan.finalText(of: arms, trials: trials ?? StrategySearch.finalTrials)
    let final = try plan.finalPlan(text)
    let store = try keeping.openForWork()
    let progress = RunProgress(isQuiet: quiet, store: store.path, command: nil)
    let runner = Runner(
      store: store, context: progress.context(threads: threads.count), includesForbidden: includeNoncompliant)
    do {
      let run = try await runner.run(final)
      try store.requireStillThere()
      return (text, run)
    } catch is RunStopped {
      throw StoppedSearch()
    }
  }

  private func write(
    _ report: SearchReport, _ final: (text: String, run: FinishedRun)?,
    of plan: SearchPlan, _ request: StrategySearch.Request
  ) throws {
    if let out, let final {
      try OutputFile.write(
        writtenExperiment(final.text, by: "optimize", at: out), to: out, force: replacing.force,
        reading: [path])
    }
    let run = final.map {
      SearchReview.Run(summary: $0.run.summary, store: keeping.noStore ? nil : keeping.store.resolved)
    }
    let review = StudyReview.search(SearchReview(report, run: run))
    try shown.write(review)
    if shown.format == .text, let out, final != nil { note("Written to \(out).") }
    let content = ContentKey.of(plan.experiment, seed: plan.seed, engine: SimulationPlan.engineVersion)
    try keeping.keep(
      review,
      KeepingOptions.Question(
        kind: .search, experiment: plan.experiment.name, run: final?.run.record.id,
        asked: asked(report, of: content, final: final?.run.record.inputs.contentKey)),
      isQuiet: quiet)
  }

  /// What the search depends on: the same for the same search, however it was asked for.
  ///
  /// - Parameters:
  ///   - content: what an experiment with all strategies is found by.
  ///   - final: what the run of the best is found by; `nil` for none.
  private func asked(_ report: SearchReport, of content: String, final: String?) -> JSONValue {
    .object([
      ("experiment", .text(content)), ("final", .optional(final)), ("margin", .optional(report.margin)),
      ("guarantee", .number(report.guarantee)), ("installs", .count(report.cost.installs)),
      ("trials", .count(report.cost.trials)), ("includes_forbidden", .flag(report.includesForbidden)),
    ])
  }

  /// Finds out before long work whether the output has a place where it reads back as the same experiment.
  private func requireWritable(
    _ out: String?, _ plan: SearchPlan, _ request: StrategySearch.Request
  ) throws {
    guard let out else { return }
    try OutputFile.requireWritable(out, force: replacing.force, reading: [path])
    guard let population = plan.file.population, population.file != nil else { return }
    let folders = [path, out].map { URL(fileURLWithPath: $0).deletingLastPathComponent().standardizedFileURL }
    guard folders[0] != folders[1] else { return }
    throw ValidationError(
      "'--out \(out)' is in another folder than '\(path)', whose population '\(population.name)' is sought beside "
        + "it. Write both in one folder.")
  }
}

/// A search that was asked to end before its answer.
struct StoppedSearch: Error {}
