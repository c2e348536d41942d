import ExperimentDesign
import Runs

/// Some trials in words, at most ten ranges of them.
struct TrialList: CustomStringConvertible {
  let description: String

  init(_ trials: some Sequence<Int>) { self.init(TrialNumbers(trials)) }

  init(_ trials: TrialNumbers) {
    let ranges = trials.ranges.map { $0.lowerBound...$0.upperBound - 1 }
    let shown = ranges.prefix(10).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = ranges.count > 10 ? " and \(ranges.count - 10) more ranges" : ""
    description = (trials.count == 1 ? "trial " : "trials ") + shown.joined(separator: ", ") + rest
  }

  /// Which shards the trials are, where they are whole shards of some size.
  static func shards(_ missing: TrialNumbers, of total: Int) -> String {
    guard let first = missing.first, missing.count > 1 else { return "" }
    let count = missing[1] - first
    guard count > 1, first < count else { return "" }
    let shard = Shard(number: first + 1, count: count)
    let whole = shard.trials(of: total)
    return missing == whole ? " (shard \(shard))" : ""
  }
}
