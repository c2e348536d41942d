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
  case failed = 1
  case notShown = 2
  case misuse = 64
  case badInput = 65
  case inputOutput = 74
  case interrupted = 130
}

/// A failure whose reason was written where it was found.
struct ReportedFailure: CommandFailure {
  let exitStatus: ExitStatus
  var lines: [String] { [] }

  init(_ status: ExitStatus) { exitStatus = status }
}
