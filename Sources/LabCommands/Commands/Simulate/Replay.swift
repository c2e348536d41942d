import ArgumentParser
import Foundation
import ResultStore
import Reviews
import Runs
import Studies
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

    @OptionGroup var threads: ThreadOptions

    @Option(help: "How to write the outcome: table or json.")
    var format: Format = .table

    @Flag(name: .shortAndLong, help: "No progress on standard error.")
    var quiet = false

    @OptionGroup var store: StoreOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
      case table
      case json
    }

    func run() async throws {
      let store = try store.open(.reading)
      let record = try store.run(reference)
      let review = try await review(RunReplay(of: record, in: store), in: store)
      switch format {
      case .table: try StandardStreams.output(review.text(Terminal.outputStyle))
      case .json: try StandardStreams.output(review.json.text)
      }
      guard review.comparison.isIdentical else { throw ReportedFailure(.notShown) }
    }

    private func review(_ replay: RunReplay, in store: ResultStore) async throws -> ReplayReview {
      let progress = RunProgress(isQuiet: quiet, store: store.path, command: nil)
      do {
        let outcome = try await replay.outcome(progress.context(threads: threads.count))
        return ReplayReview(
          outline: outcome.outline, comparison: outcome.comparison, engine: EngineHistory.current,
          changes: outcome.changes?.map { "engine \($0.engine): \($0.change)" },
          summaries: (outcome.stored, outcome.replayed))
      } catch is WorkStopped {
        throw InterruptedUnchanged()
      }
    }
  }
}
