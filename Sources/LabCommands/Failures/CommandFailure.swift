/// An error that ends a command: what the process ends with, and what a person reads first.
///
/// Every error that a command can throw conforms; ``runAttLab()`` has no list of them.
protocol CommandFailure: Error {
  var exitStatus: ExitStatus { get }
  /// What to write to standard error, a line each; none where everything has been written already.
  var lines: [String] { get }
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

/// A failure whose reason was written where it was found.
struct ReportedFailure: CommandFailure {
  let exitStatus: ExitStatus
  var lines: [String] { [] }

  init(_ status: ExitStatus) { exitStatus = status }
}
