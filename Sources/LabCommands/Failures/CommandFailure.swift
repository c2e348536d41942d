import ArgumentParser
import ExperimentFiles
import GSLNumerics
import Inference
import ResultStore
import Reviews
import Runs
import Studies
import TestData
import TextFormats

/// An error that ends a command: what the process ends with, and what a person reads first.
///
/// Every error that a command can throw conforms, here or where it is declared; ``runAttLab()`` has no list of them.
protocol CommandFailure: Error {
  var exitStatus: ExitStatus { get }
  /// What to write to standard error, a line each; none where everything has been written already.
  var lines: [String] { get }
}

extension CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["Error: \(self)"] }
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case done = 0
  /// It ran and failed.
  case failed = 1
  /// What was asked for is not shown: a requirement or a precision, a plan that is large enough, rows that replay as they
  /// were, checks without an error, a test that can be judged.
  case notShown = 2
  case misuse = 64
  /// The input file is missing or has problems.
  case badInput = 65
  /// The store or an output could not be read or written.
  case inputOutput = 74
  case interrupted = 130
}

/// The end of a command for a reason that it has found itself.
struct Ended: CommandFailure, Hashable {
  var exitStatus: ExitStatus
  var lines: [String]

  /// - Parameter lines: none where the reason was written where it was found.
  init(_ status: ExitStatus, _ lines: [String] = []) {
    exitStatus = status
    self.lines = lines
  }

  /// Work that Ctrl-C or its like has stopped, and that left everything as it was.
  static let unchanged = Ended(
    .interrupted, ["Interrupted: nothing was changed. The same command starts anew."])

  /// Work that Ctrl-C or its like has stopped; what was finished is stored.
  ///
  /// - Parameters:
  ///   - stored: how many trials are; `nil` while that is not known.
  ///   - command: goes on.
  static func interrupted(_ stored: RunStopped?, goOn command: String) -> Ended {
    let count =
      stored.map { $0.stored < $0.trials ? "\($0.stored) of \($0.trials) trials" : "\($0.trials) trials" }
      ?? "the trials that were done"
    return Ended(.interrupted, ["Interrupted: \(count) are stored. This goes on:", "  \(command)"])
  }
}

// MARK: - Errors of the modules below that reach a person as they are

extension FileProblem: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
  var lines: [String] { [description] }
}

extension FileProblems: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
}

extension UnfitOption: CommandFailure { var exitStatus: ExitStatus { .misuse } }

extension ValidationError: CommandFailure {
  // Found by a command that already runs; mistakes that the parser finds come with the usage.
  var exitStatus: ExitStatus { .misuse }
  var lines: [String] { ["Error: \(message)"] }
}

extension ResultStoreError: CommandFailure {
  /// A name that finds no run is a mistake in the command line; all else is the file's.
  var exitStatus: ExitStatus {
    switch self {
    case .noRun, .notARun, .studyAlone, .ambiguousRun, .nameTaken, .nameLikeID, .badName, .badNote,
      .unfitName:
      .misuse
    case .unfitAnswer: .failed
    case .missing, .missingFolder, .cannotOpen, .readOnly, .full, .inputOutput, .busy, .gone, .runGone,
      .notAStore, .otherVersion, .damaged, .failed:
      .inputOutput
    }
  }
}

extension NumericsError: CommandFailure {}
extension UnreadableExperiment: CommandFailure {
  var lines: [String] {
    ["Error: the stored text of run \(run) is no experiment to this version; use the att-lab that made it:"]
      + problems.lines
  }
}

extension RunTooLarge: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
  var lines: [String] {
    [
      "Error: \(self); reduce --trials, --installs, options, scenarios, segments or horizon_days, or compute parts with "
        + "--shard i/n"
    ]
  }
}

extension ShardMismatch: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
  var lines: [String] { ["Error: \(reason)"] }
}

extension TraceReview.NoExample: CommandFailure {}
