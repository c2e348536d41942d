import ExperimentFiles
import Runs

// What cannot be done with a run, in words.

extension UnreadableExperiment: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] {
    ["Error: the stored text of run \(run) is no experiment to this version; use the att-lab that made it:"]
      + problems.problems.map(\.description)
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
