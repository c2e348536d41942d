import ArgumentParser
import ExperimentFiles
import GSLNumerics
import Inference
import ResultStore
import Simulation
import TestData

// The errors of the modules below that reach a person as they are. Those of the commands themselves conform
// where they are declared.

extension FileProblems: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
  var lines: [String] { problems.map(\.description) }
}

extension DataProblems: CommandFailure {
  var exitStatus: ExitStatus { .badInput }
}

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
    case .unfit, .unfitAnswer, .unfitStudy: .failed
    case .missing, .missingFolder, .cannotOpen, .readOnly, .full, .inputOutput, .busy, .gone,
      .notAStore, .otherVersion, .damaged, .failed:
      .inputOutput
    }
  }
  var lines: [String] { ["Error: \(self)"] }
}

extension OverlongLife: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["Error: \(self)"] }
}

extension NumericsError: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["Error: \(self)"] }
}

extension TestPlanProblem: CommandFailure {
  var exitStatus: ExitStatus { .misuse }
  var lines: [String] { ["Error: \(self)"] }
}

extension RetentionFitError: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["Error: \(self)"] }
}

extension ObservedCountError: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] { ["Error: \(self)"] }
}
