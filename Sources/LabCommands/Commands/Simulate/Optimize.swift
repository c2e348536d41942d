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
      The file's 'search' lists values for the keys of an arm; every combination that Apple's rules allow is \
      searched, the file's own arms too. The search ends once the strategy named is within the margin of the best, \
      with the probability asked for. Its numbers then come from trials of their own, as a run that is stored.

      In the file, beside 'arms' or in their place:

        search:
          ask: [launch, onboarding, {session: 2}]
          usage_string: topics
          delay_seconds: [0, 1, 3]

      The promise is about the search under the file's assumptions. How sure the choice is, the answer says.

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
    transform: ShareText.readDifference)
  var margin: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With which probability no more is lost. (default: 95%)", valueName: "chance"),
    transform: ShareText.readShare)
  var guarantee: Double?

  @Option(
    parsing: .unconditional,
    help: "The most trials of the search. (default: \(StrategySearch.standardMostTrials))",
    transform: WholeNumber.count)
  var maxTrials: Int?

  @Option(
    parsing: .unconditional,
    help: "Installs per trial of the search. (default: \(StrategySearch.standardInstalls))",
    transform: WholeNumber.count)
  var installs: Int?

  @Option(
    parsing: .unconditional, help: "How many of the best are simulated anew. (default: 5)",
    transform: WholeNumber.count)
  var top: Int?

  @Option(
    parsing: .unconditional,
    help: "Trials of the run that the numbers come from. (default: \(SearchPlan.finalTrials))",
    transform: WholeNumber.count)
  var trials: Int?

  @Option(
    help: ArgumentHelp(
      "Write the best strategies as an experiment of their own to this file.", valueName: "path"),
    completion: .file(extensions: ["yaml", "yml"]))
  var out: String?

  @Option(parsing: .unconditional, help: "The seed, in place of the file's.", transform: WholeNumber.seed)
  var seed: UInt64?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set any key of the file, for example population.allow.rate=0.3. Repeatable.", valueName: "path=value"))
  var settings: [SettingArgument] = []

  @OptionGroup var store: StoreOptions

  @Option(
    parsing: .unconditional, help: "Threads to run on. (default: one per core)", transform: WholeNumber.count)
  var threads: Int?

  @Flag(help: "Search strategies that Apple's rules forbid too.")
  var includeNoncompliant = false

  @Option(help: "How to write the result: table, csv or json.")
  var format: OutputFormat = .table

  @Flag(name: .shortAndLong, help: "No progress and no remarks on standard error.")
  var quiet = false

  func validate() throws {
    for (name, value, range) in [
      ("--threads", threads, 1...1024), ("--max-trials", maxTrials, Elimination.firstRound...10_000_000),
      ("--installs", installs, 1...1_000_000), ("--trials", trials, 1...10_000_000), ("--top", top, 1...20),
    ] {
      guard let value, !range.contains(value) else { continue }
      throw ValidationError(
        "'\(name)' must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
    if let margin, margin <= 0 { throw ValidationError("'--margin' must be above 0.") }
  }

  func run() async throws {
    let overrides = settings.map(\.setting) + (seed.map { [Setting(path: "seed", value: "\($0)")] } ?? [])
    let plan = try SearchPlan(path: path, overrides: overrides)
    try requireWritable(out, plan)
    let search = try StrategySearch(
      plan.experiment, seed: plan.seed, threads: threadCount, margin: margin, guarantee: guarantee ?? 0.95,
      mostTrials: maxTrials ?? StrategySearch.standardMostTrials,
      installs: installs ?? StrategySearch.standardInstalls, guardrails: plan.file.guardrails,
      includesForbidden: includeNoncompliant)
    if plan.isSeedDrawn { note("Drew the seed \(plan.seed); --seed \(plan.seed) repeats this search.") }
    note("Searching \(SupportedDigits.grouped(plan.experiment.arms.count)) strategies.")
    let result = try await search.run(shouldStop: { Interruption.isRequested }) { round, left in
      note("After \(SupportedDigits.grouped(round.trials)) trials: \(left) left.")
    }
    guard !Interruption.isRequested else { throw InterruptedSearch() }
    let final = try await finalRun(plan, result)
    try write(plan, result, final)
    if result.winner == nil {
      throw NotShown(sentences: [
        "No strategy may be chosen: \(reasons(result)). Widen 'search' or 'guardrails'."
      ])
    }
    if !result.isSettled {
      throw NotShown(sentences: ["The trials ended before the margin was reached; --max-trials allows more."])
    }
  }

  private var threadCount: Int { threads ?? WorkContext.cores }

  private func note(_ text: String) { if !quiet { StandardStreams.message(text) } }

  private func reasons(_ result: StrategySearchResult) -> String {
    [
      (result.forbidden.count, "forbidden by Apple's rules"),
      (result.beyondGuardrails.count, "beyond a guardrail"),
      (result.withoutValue.count, "without a value of the objective"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// The best strategies simulated anew, as a run of the store, and as the text of a file.
  private func finalRun(
    _ plan: SearchPlan, _ result: StrategySearchResult
  ) async throws -> (text: String, run: FinishedRun, warnings: [String])? {
    let arms = plan.finalists(result, top: top ?? 5)
    guard !arms.isEmpty else { return nil }
    let text = try plan.finalText(of: arms, trials: trials ?? SearchPlan.finalTrials)
    let final = try plan.finalPlan(text)
    let store = try store.open(.writing)
    let progress = RunProgress(isQuiet: quiet, store: store.path, command: nil)
    let runner = Runner(
      store: store, context: progress.context(threads: threadCount), includesForbidden: includeNoncompliant)
    do {
      let run = try await runner.run(final)
      try store.requireStillThere()
      return (text, run, final.warnings)
    } catch is RunStopped {
      throw InterruptedSearch()
    }
  }

  private func write(
    _ plan: SearchPlan, _ result: StrategySearchResult,
    _ final: (text: String, run: FinishedRun, warnings: [String])?
  ) throws {
    if let out, let final { try OutputFile.write(final.text, to: out) }
    switch format {
    case .table:
      let review = SearchReview(
        plan.experiment, result, guarantee: guarantee ?? 0.95,
        installs: installs ?? StrategySearch.standardInstalls)
      var text = review.text(Terminal.outputStyle)
      if let final {
        let answer = AnswerText(
          summary: final.run.summary, store: store.resolved, warnings: final.warnings,
          style: Terminal.outputStyle, file: out.map(shellWord), again: nil, isVerbose: false)
        text += "\n" + answer.text
      }
      try StandardStreams.output(text)
      if let out, final != nil { note("Written to \(out).") }
    case .csv: try StandardStreams.output(SearchJSON.csv(plan.experiment, result).text)
    case .json:
      let document = SearchJSON.document(
        plan.experiment, result, seed: plan.seed, guarantee: guarantee ?? 0.95,
        keys: plan.space.keys.map { ($0.path, $0.values) },
        final: final.map { RunJSON.document($0.run.summary) })
      try StandardStreams.output(document.text)
    }
  }

  /// Finds out before long work whether the output has a place where it reads back as the same experiment.
  private func requireWritable(_ out: String?, _ plan: SearchPlan) throws {
    guard let out else { return }
    let guarded = GuardedInputs(files: [(path, "the experiment")], store: store.resolved)
    try guarded.requireApart("--out", out)
    try OutputFile.requireWritable(for: out)
    guard let population = plan.file.population, population.file != nil else { return }
    let folders = [path, out].map { URL(fileURLWithPath: $0).deletingLastPathComponent().standardizedFileURL }
    guard folders[0] != folders[1] else { return }
    throw ValidationError(
      "'--out \(out)' is in another folder than '\(path)', whose population '\(population.name)' is sought beside "
        + "it. Write both in one folder.")
  }
}

/// A search that was ended before its answer; what it had is found again by the same command.
struct InterruptedSearch: CommandFailure {
  var exitStatus: ExitStatus { .interrupted }
  var lines: [String] { ["Interrupted. The same command searches again, with the same trials."] }
}
