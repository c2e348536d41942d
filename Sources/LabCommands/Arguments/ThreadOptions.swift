import ArgumentParser
import Runs

/// How many threads a command runs on.
struct ThreadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "Threads to run on. (default: one per core)", transform: WholeNumber.count)
  var threads: Int?

  /// What was given, or one per core.
  var count: Int { threads ?? WorkContext.cores }

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("'--threads' must be from 1 to 1024, not \(threads).")
    }
  }
}
