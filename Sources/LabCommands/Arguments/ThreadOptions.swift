import ArgumentParser
import Runs

/// How many threads a command runs on.
struct ThreadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "Threads to run on. (default: one per core)",
    transform: WholeNumber.within(1...1024))
  var threads: Int?

  /// What was given, or one per core.
  var count: Int { threads ?? WorkContext.cores }
}
