import ArgumentParser
import Foundation
import GSLNumerics
import ResultStore
import Runs

/// The whole tool: parses the arguments, runs the command, ends the process.
///
/// Exit codes: those of ``ExitStatus``.
public func runAttLab() async {
  StandardStreams.ignoreFailedWrites()
  giveBackLargeBlocks()
  // From the first line on: reading a file and fitting retention take time too.
  Interruption.watch()
  do {
    do {
      try await AttLab.perform(Array(CommandLine.arguments.dropFirst()))
    } catch let help where AttLab.exitCode(for: help).isSuccess {
      // Help and versions come this way, and are results.
      try StandardStreams.output(AttLab.fullMessage(for: help) + "\n")
    }
  } catch let failure as any CommandFailure {
    StandardStreams.message(lines: failure.lines)
    exit(failure.exitStatus.rawValue)
  } catch {
    let code = AttLab.exitCode(for: error)
    if code == .failure {
      StandardStreams.message("Error: \(error)")
    } else {
      StandardStreams.message(AttLab.fullMessage(for: error), quoting: CommandLine.arguments)
    }
    exit(code.rawValue)
  }
}

/// Has blocks of memory from a quarter of a megabyte on given back to the system as soon as nothing needs them.
///
/// The C library of Linux raises that size with every larger block that is let go. It then keeps holes that the next
/// part of an answer does not fit, a third of the memory at 120,000 trials. On other systems this does nothing.
private func giveBackLargeBlocks() {
  #if canImport(Glibc)
    typealias SetOption = @convention(c) (_ option: CInt, _ value: CInt) -> CInt
    // By name, and the option by number: Swift's module of that library leaves out its header of memory.
    let blocksOfTheirOwn: CInt = -3
    guard let found = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(found, to: SetOption.self)(blocksOfTheirOwn, 1 << 18)
  #endif
}

struct AttLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "att-lab",
    abstract:
      "Find out when your iOS app should ask for permission to track, before you use up the one prompt it gets.",
    discussion: """
      An experiment is one YAML file: a population, and the options to compare. \
      The same file, seed and version always give the same results, on any \
      number of threads.

      Results go to standard output, everything else to standard error. Exit \
      codes: 0 done, 1 ran and failed, 2 requirement not shown or precision \
      not reached. 64 misuse, 65 bad input, 74 input or output, 130 interrupted.

      Example: att-lab init news && att-lab simulate news.yaml

      Ready questions, such as usage-string-variants: att-lab init --list
      """,
    version: Versions.description,
    subcommands: [
      Simulate.self, Explore.self, Show.self, Report.self, Compare.self, Check.self, Optimize.self, Plan.self,
      Analyze.self, Calibrate.self, Export.self, RunsCommand.self, Init.self, Explain.self,
      Trace.self,
      Schema.self, Merge.self,
    ])

  /// Runs the command that the words of a command line are.
  static func perform(_ words: [String]) async throws {
    var command = try parseAsRoot(words)
    if let ruled = command as? any RuledCommand {
      try OptionRule.check(type(of: ruled).rules, words: words, implied: ruled.implied)
    }
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }
}

/// What this build is made of.
enum Versions {
  static var description: String {
    "att-lab \(Program.version) (engine \(SimulationPlan.engineVersion), GSL \(ScientificLibrary.version), "
      + "SQLite \(ResultStore.sqliteVersion))"
  }
}
