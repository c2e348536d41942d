import ExperimentFiles
import Reviews
import Runs

// What cannot be done with a run, in words.

extension UnreadableRun: CommandFailure {
  var exitStatus: ExitStatus { .failed }
  var lines: [String] {
    [
      "Error: run \(run) cannot be read: its objective '\(objective)' is unknown to this version; "
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

/// A run that cannot be computed here.
struct TooLarge: CommandFailure, CustomStringConvertible {
  var limit: RunTooLarge
  /// Whether the command line gave a size, and not the file alone.
  var isCommandLine = false

  var description: String { "the run is too large: \(reason); \(advice); --dry-run shows what a size takes" }

  private var reason: String {
    switch limit {
    case .memory(let needed, let most):
      "it takes about \(bytes(needed)) of memory, and this machine or its limit allows \(bytes(most))"
    case .disk(let needed): "its trials take about \(bytes(needed)) in the store, expected at most 10 TB"
    case .time(let seconds, let threads):
      "it takes \(Int((seconds / 86_400).rounded())) days or more on \(threads) threads, expected at most 30"
    }
  }

  private var advice: String {
    switch limit {
    case .memory:
      "reduce --trials, options, scenarios, segments or horizon_days, or compute parts with --shard i/n"
    case .disk: "reduce --trials, options, scenarios, segments or horizon_days"
    case .time: "reduce --trials or --installs, or compute parts with --shard i/n"
    }
  }

  var exitStatus: ExitStatus { isCommandLine ? .misuse : .badInput }
  var lines: [String] { ["Error: \(self)"] }
}

extension RunShapeMismatch: CommandFailure {
  var exitStatus: ExitStatus { .notShown }
  var lines: [String] {
    [
      "Error: run \(run) cannot be computed again: this version (engine \(EngineHistory.current)) reads its text, "
        + "computed by engine \(engine), as another experiment: "
        + differences.map(\.words).joined(separator: "; ")
    ]
  }
}

extension RunShapeMismatch.Difference {
  fileprivate var words: String {
    switch self {
    case .names(let names, let gone, let added):
      let words =
        gone.map { "without \($0)" } + added.map { "with \($0)" }
        + (gone.isEmpty && added.isEmpty ? ["in another order"] : [])
      return "\(names.words): now \(words.joined(separator: ", "))"
    case .installs(let installs): return "installs: now \(installs)"
    case .horizonDays(let days): return "horizon_days: now \(days)"
    }
  }
}

extension RunShapeMismatch.Names {
  fileprivate var words: String {
    switch self {
    case .arms: "arms"
    case .uncertainParameters: "uncertain parameters"
    case .scenarios: "scenarios"
    case .segments: "segments"
    }
  }
}
