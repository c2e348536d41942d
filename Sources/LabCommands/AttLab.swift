import ArgumentParser
import ExperimentFiles
import Foundation
import ResultStore
import TestData

/// The whole tool: parses the arguments, runs the command, ends the process.
///
/// Exit codes: 0 done, 1 ran and failed, 2 a requirement is not shown or a precision not reached, 64 misuse, 65 bad
/// input file, 74 input or output, 130 interrupted.
public func runAttLab() async {
  StandardStreams.ignoreFailedWrites()
  // From the first line on: reading a file and fitting retention take time too.
  Interruption.watch()
  do {
    var command = try AttLab.parseAsRoot()
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  } catch let problems as FileProblems {
    StandardStreams.message(lines: problems.problems.map(\.description))
    exit(ExitStatus.badInput.rawValue)
  } catch let problems as DataProblems {
    StandardStreams.message(lines: problems.lines)
    exit(ExitStatus.badInput.rawValue)
  } catch let refused as RefusedSettings {
    StandardStreams.message(lines: refused.lines)
    exit(ExitStatus.misuse.rawValue)
  } catch let text as UnreadableText {
    StandardStreams.message(lines: text.lines)
    exit(ExitStatus.failed.rawValue)
  } catch let error as ValidationError {
    // Found by a command that runs already; slips that the parser finds come with the usage.
    StandardStreams.message("Error: \(error.message)")
    exit(ExitStatus.misuse.rawValue)
  } catch let error as InputError {
    StandardStreams.message(error.description)
    exit(ExitStatus.badInput.rawValue)
  } catch let error as ResultStoreError {
    StandardStreams.message("error: \(error)")
    exit(ExitStatus(error).rawValue)
  } catch let error as TooLarge {
    StandardStreams.message("error: \(error)")
    exit((error.isCommandLine ? ExitStatus.misuse : .badInput).rawValue)
  } catch let error as ShardsDoNotFit {
    StandardStreams.message("error: \(error)")
    exit(ExitStatus.badInput.rawValue)
  } catch let error as OutputError {
    StandardStreams.message("error: \(error)")
    exit(ExitStatus.inputOutput.rawValue)
  } catch let nothing as NothingFound {
    StandardStreams.message(nothing.description)
    exit(ExitStatus.failed.rawValue)
  } catch let failure as NotShown {
    StandardStreams.message(lines: failure.sentences)
    exit(ExitStatus.notShown.rawValue)
  } catch let interruption as Interrupted {
    StandardStreams.message(lines: interruption.lines)
    exit(ExitStatus.interrupted.rawValue)
  } catch let end as EndedWhileWaiting {
    StandardStreams.message(lines: end.lines)
    exit(ExitStatus.interrupted.rawValue)
  } catch let interruption as InterruptedUnchanged {
    StandardStreams.message(interruption.description)
    exit(ExitStatus.interrupted.rawValue)
  } catch let shape as AnotherShape {
    StandardStreams.message("error: \(shape)")
    exit(ExitStatus.notShown.rawValue)
  } catch let code as ExitCode {
    // What there was to say is said.
    exit(code.rawValue)
  } catch {
    // Help and versions come this way too, and are results.
    let code = AttLab.exitCode(for: error)
    let message = AttLab.fullMessage(for: error)
    if code.isSuccess {
      do throws(OutputError) {
        try StandardStreams.output(message + "\n")
      } catch {
        StandardStreams.message("error: \(error)")
        exit(ExitStatus.inputOutput.rawValue)
      }
    } else if code == .failure {
      StandardStreams.message("error: \(words(for: error))")
    } else if let unknown = UnknownCommand(Array(CommandLine.arguments.dropFirst())) {
      StandardStreams.message(unknown.description)
    } else {
      StandardStreams.message(message, quoting: CommandLine.arguments)
    }
    exit(code.rawValue)
  }
}

/// What an error says to a person: its own description, and never a value as the language would print it.
private func words(for error: any Error) -> String {
  // Asked of the type: every error passes for a described one by way of Foundation's.
  let kind: Any.Type = type(of: error)
  let isOfSystem = kind == CocoaError.self || kind == POSIXError.self || kind is NSError.Type
  if !isOfSystem, kind is any CustomStringConvertible.Type { return "\(error)" }
  return "the command failed for a reason that this version has no message for (\(kind)); "
    + "what is stored is unharmed; run it again, and report it with the command line if it stays"
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case notShown = 2
  case misuse = 64
  case badInput = 65
  case inputOutput = 74
  case interrupted = 130

  /// A name that finds no run is a slip of the command line; all else is the file's.
  init(_ error: ResultStoreError) {
    switch error {
    case .noRun, .ambiguousRun, .nameTaken, .nameLikeID, .badName, .badNote, .noFile: self = .misuse
    case .unfit, .unfitAnswer: self = .failed
    case .missing, .missingFolder, .cannotOpen, .readOnly, .full, .inputOutput, .busy, .gone, .unfitName,
      .longName,
      .notADatabase, .notAStore, .newer, .damaged, .failed:
      self = .inputOutput
    }
  }
}

struct AttLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "att-lab",
    abstract: "Simulate when and how to ask for permission to track, before the one real alert is spent.",
    discussion: """
      An experiment is one YAML file: a population, and the arms to compare. \
      The same file, seed and version always give the same results, on any \
      number of threads.

      Results go to standard output, everything else to standard error. Exit \
      codes: 0 done, 1 ran and failed, 2 a requirement is not shown or a \
      precision not reached, 64 misuse, 65 bad input file or impossible counts, 74 input or output, 130 interrupted.

      Example: att-lab init news-timing && att-lab simulate news-timing.yaml
      """,
    version: Versions.description,
    subcommands: [
      Simulate.self, Merge.self, Compare.self, Check.self, Analyze.self, Report.self, Export.self,
      Runs.self, Trace.self, Explain.self, Init.self, Schema.self,
    ])
}
