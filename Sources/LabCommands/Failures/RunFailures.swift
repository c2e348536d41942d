import ExperimentFiles
import Runs

// What cannot be done with a run, in words.

extension UnreadableRun: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] {
    [
      "error: run \(run) cannot be read: its objective '\(objective)' is unknown to this version; "
        + "use the att-lab that made it"
    ]
  }
}

extension UnreadableExperiment: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] {
    ["Error: the stored text of run \(run) is no experiment to this version; use the att-lab that made it:"]
      + problems.problems.map(\.description)
  }
}
