import ArgumentParser
import Runs

/// How many threads a command runs on.
struct ThreadOptions: ParsableArguments {
  @Option(.within(1...1024), help: "Threads to run on. (default: one per core)")
  var threads: Int?

  /// What was given, or one per core.
  var count: Int { threads ?? WorkContext.cores }
}
