import ExperimentDesign
import Rendering
import Reviews
import Runs

extension ShardMismatch: CommandFailure {
  /// Two names are a matter of the command line, which can give one; all else is the stores'.
  var exitStatus: ExitStatus {
    switch self {
    case .names, .noStore: .misuse
    case .noRun, .severalRuns, .otherRun, .overlap, .missing: .badInput
    }
  }

  var lines: [String] {
    switch self {
    case .noStore: ["Error: there is no store to join; name the shards' stores."]
    case .names(let name, let path, let other, let otherPath):
      [
        "Error: the run is called '\(name)' in '\(path)' and '\(other)' in '\(otherPath)'; say with --name what the "
          + "whole run is called."
      ]
    case .noRun(let path):
      [
        "Error: '\(path)' holds no run, expected a part of one; simulate it with --shard, or leave it out"
      ]
    case .severalRuns(let path):
      [
        "Error: '\(path)' holds several runs, expected one; name it with --run (att-lab runs list --db "
          + "\(shellWord(path)) shows them)"
      ]
    case .otherRun(let difference, let path, let other):
      [
        "Error: the stores hold parts of different runs: the "
          + Self.words(difference, path, other) + "; merge parts of one run alone"
      ]
    case .overlap(let trials, let path, let other):
      [
        "Error: '\(path)' and '\(other)' both hold \(TrialList(trials)); "
          + "merge each part once, or simulate the parts anew into stores of their own"
      ]
    case .missing(let trials, let total, let stores):
      [
        "Error: \(SupportedDigits.grouped(trials.count)) of \(SupportedDigits.grouped(total)) trials are in none of the "
          + "\(stores) stores: \(TrialList(trials))\(TrialList.shards(trials, of: total)); run what is missing and merge again"
      ]
    }
  }

  private static func words(_ difference: Difference?, _ path: String, _ other: String) -> String {
    guard let difference else {
      return "what they assume or compare differs between '\(path)' and '\(other)'"
    }
    let fact =
      switch difference.fact {
      case .experiment: "experiment"
      case .seed: "seed"
      case .trials: "number of trials"
      case .installs: "number of installs"
      case .engine: "engine"
      }
    return "\(fact) is \(difference.value) in '\(path)' and \(difference.other) in '\(other)'"
  }
}

/// Some trials in words, at most ten ranges of them.
struct TrialList: CustomStringConvertible {
  let description: String

  init(_ trials: [Int]) {
    var ranges: [ClosedRange<Int>] = []
    for trial in trials {
      if let last = ranges.last, last.upperBound + 1 == trial {
        ranges[ranges.count - 1] = last.lowerBound...trial
      } else {
        ranges.append(trial...trial)
      }
    }
    let shown = ranges.prefix(10).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = ranges.count > 10 ? " and \(ranges.count - 10) more ranges" : ""
    description = (trials.count == 1 ? "trial " : "trials ") + shown.joined(separator: ", ") + rest
  }

  /// Which shards the trials are, where they are whole shards of some size.
  static func shards(_ missing: [Int], of total: Int) -> String {
    guard let first = missing.first, missing.count > 1 else { return "" }
    let count = missing[1] - first
    guard count > 1, first < count else { return "" }
    let shard = Shard(number: first + 1, count: count)
    return missing == shard.trials(of: total) ? " (shard \(shard))" : ""
  }
}
