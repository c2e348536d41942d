import ArgumentParser
import LocalFiles
import Rendering
import ResultStore
import Reviews
import Runs

struct Merge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the shards of a run into one store.",
    discussion: """
      The stores must hold parts of one run: the same experiment, seed, size and engine, every trial once. \
      What comes out is the run that one machine would have computed, row for row: its trials, its summaries, \
      and what becomes of the best options under alternative models, which is simulated here. Interrupted, the same \
      command goes on.

      Example: att-lab merge night.sqlite att-lab-shard-*.sqlite
      """)

  @Argument(help: ArgumentHelp("The store to write; created if missing.", valueName: "out"))
  var out: String

  @Argument(help: ArgumentHelp("The shards' stores.", valueName: "in"))
  var shards: [String]

  @Flag(name: .shortAndLong, help: "Do not report which store is read.")
  var quiet = false

  func validate() throws {
    for path in shards where path.realPath == out.realPath {
      throw ValidationError("'\(path)' is both read and written; name another file to write.")
    }
  }

  func run() async throws {
    let shards = try ShardMerge(stores: shards)
    let store = try ResultStore(path: out, access: .writing)
    let progress = RunProgress(isQuiet: quiet, store: store.path, command: nil)
    var context = progress.context(threads: WorkContext.cores)
    // The thread that ends the process does it; what is joined by then stays.
    context.shouldStop = { false }
    Interruption.say(["Interrupted: the trials that were joined are stored. The same command goes on."])
    let (run, wasThere) = try await shards.merge(into: store, name: shards.commonName(), context: context)
    let what =
      wasThere
      ? "holds all trials already"
      : "holds \(SupportedDigits.grouped(run.storedTrials)) trials of \(shards.count) stores"
    try StandardStreams.output(
      """
      Run \(run.id) in \(out) \(what).
      See it: att-lab show \(run.id)\(RunCommands.storeOption(out))

      """)
  }
}
