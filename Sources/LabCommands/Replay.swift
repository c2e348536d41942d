import ArgumentParser
import ExperimentDesign
import Foundation
import GSLNumerics
import ResultStore
import Reviews
import Runs
import Simulation
import Studies
import Synchronization
import TextFormats

extension RunsCommand {
  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compute a run again from its stored text and seed, and compare.",
      discussion: """
        Nothing but the store is read, and nothing is written. Every trial that is \
        stored is computed again and compared, row for row. Ends with 0 where all is \
        identical, else with 2, saying which version of the engine changed what.

        Example: att-lab runs replay last
        """)

    @Argument(help: ArgumentHelp("The run: an id, the start of one, a name, or last~1.", valueName: "run"))
    var reference = "last"

    @Option(
      parsing: .unconditional, help: "Threads to run on. (default: one per core)",
      transform: WholeNumber.count)
    var threads: Int?

    @Option(help: "How to write the outcome: table or json.")
    var format: Format = .table

    @Flag(name: .shortAndLong, help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var store: StoreOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
      case table
      case json
    }

    func validate() throws {
      if let threads, !(1...1024).contains(threads) {
        throw ValidationError("'--threads' must be from 1 to 1024, not \(threads).")
      }
    }

    func run() async throws {
      let store = try store.open(.reading)
      let record = try store.run(reference)
      let plan = try SimulationPlan(of: record)
      let outline = try RunOutline(record)
      let differences = ReplayShape.differences(stored: record.inputs, now: plan.inputs)
      guard differences.isEmpty else {
        throw AnotherShape(run: record.id, engine: record.inputs.engine, differences: differences)
      }
      let review = try await review(plan, outline, of: record, in: store)
      switch format {
      case .table: try StandardStreams.output(review.text(Terminal.outputStyle))
      case .json: try StandardStreams.output(review.json.text)
      }
      guard review.comparison.isIdentical else { throw ReportedFailure(.notShown) }
    }

    private func review(
      _ plan: SimulationPlan, _ outline: RunOutline, of record: RunRecord, in store: ResultStore
    ) async throws -> ReplayReview {
      var comparison = ReplayComparison(outline)
      var stored = RunSummaryBuilder(outline)
      var replayed = RunSummaryBuilder(outline)
      stored.shouldStop = { Interruption.isRequested }
      replayed.shouldStop = { Interruption.isRequested }
      let simulator = Simulator(experiment: plan.experiment, seed: plan.seed)
      let progress = Progress(plan: plan, isShown: Terminal.hasErrorTerminal && !quiet)
      let trials = try store.storedTrials(of: record.id)
      let batchTrials = TrialMemory.trials(
        in: 64 << 20, cells: plan.experiment.cells, days: plan.experiment.tallyDays, atMost: 64)
      for start in stride(from: 0, to: trials.count, by: batchTrials) {
        let batch = Array(trials[start..<min(start + batchTrials, trials.count)])
        let again = try await simulated(batch, by: simulator, progress)
        guard !Interruption.isRequested, let low = batch.first, let high = batch.last else { break }
        for old in try store.results(of: record.id, trials: low..<high + 1) {
          guard let new = again[old.trial] else { continue }
          comparison.add(stored: old, replayed: new)
          stored.add(old)
          replayed.add(new)
        }
      }
      progress.clear()
      if Interruption.isRequested { throw InterruptedUnchanged() }
      return ReplayReview(
        outline: outline, comparison: comparison, engine: EngineHistory.current,
        changes: EngineHistory.changes(since: outline.engine)?.map { "engine \($0.engine): \($0.change)" },
        summaries: (try Self.summary(of: stored), try Self.summary(of: replayed)))
    }

    /// - Throws: `InterruptedUnchanged` where the person no longer waits for it.
    private static func summary(of builder: RunSummaryBuilder) throws -> RunSummary {
      do {
        return try builder.summary()
      } catch NumericsError.stopped {
        throw InterruptedUnchanged()
      }
    }

    private func simulated(
      _ trials: [Int], by simulator: Simulator, _ progress: Progress
    ) async throws -> [Int: TrialResult] {
      let results = Mutex<[Int: TrialResult]>([:])
      try await simulator.run(
        trials: trials, threads: threads ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
        shouldStop: { Interruption.isRequested }
      ) { result in
        progress.add(result)
        results.withLock { $0[result.trial] = result }
      }
      return results.withLock { $0 }
    }
  }
}

/// A run whose stored text this version reads as an experiment of another shape.
struct AnotherShape: CommandFailure, CustomStringConvertible {
  var run: String
  var engine: String
  var differences: [String]

  var description: String {
    "run \(run) cannot be computed again: this version (engine \(EngineHistory.current)) reads its text, "
      + "computed by engine \(engine), as another experiment: \(differences.joined(separator: "; "))"
  }

  var exitStatus: ExitStatus { .notShown }
  var lines: [String] { ["error: \(self)"] }
}
