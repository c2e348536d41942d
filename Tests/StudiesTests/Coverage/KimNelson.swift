import Foundation

/// The fully sequential procedure KN of Kim & Nelson 2001, for comparison: it finds the best of several options whose means
/// differ by an indifference zone at least.
///
/// After a first stage it looks after every trial, and drops an option whose sum is behind another's by more than a
/// triangular region allows. With common random numbers the variances are those of differences. What it promises is weaker
/// than what ``Elimination`` does: only that the best is found where it leads by the zone.
struct KimNelson {
  /// Trials of the first stage, at least 2.
  let firstStage: Int
  /// How many options there are, at least 2.
  let options: Int
  /// With which probability the best is found.
  let guarantee: Double

  /// η = ½((2α/(k − 1))^(−2/(n₀ − 1)) − 1), for c = 1.
  var eta: Double {
    let alpha = 1 - guarantee
    return (pow(2 * alpha / Double(options - 1), -2 / Double(firstStage - 1)) - 1) / 2
  }

  /// h² = 2η(n₀ − 1).
  var hSquared: Double { 2 * eta * Double(firstStage - 1) }

  /// What it named, and what that took.
  struct Outcome: Equatable {
    var named: Int
    /// Trials of each option, summed over the options.
    var strategyTrials: Int
  }

  /// - Parameters:
  ///   - zone: the indifference zone, above 0.
  ///   - trial: the values of all options in the next trial.
  func run(zone: Double, trial: () throws -> [Double]) rethrows -> Outcome {
    var first: [[Double]] = []
    for _ in 0..<firstStage { first.append(try trial()) }
    var sums = (0..<options).map { option in first.reduce(0) { $0 + $1[option] } }
    func variance(_ one: Int, _ other: Int) -> Double {
      let differences = first.map { $0[one] - $0[other] }
      let mean = differences.reduce(0, +) / Double(firstStage)
      return differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(firstStage - 1)
    }
    let variances = (0..<options).map { one in (0..<options).map { variance(one, $0) } }
    var alive = Array(0..<options)
    var trials = firstStage
    var spent = firstStage * options
    while alive.count > 1 {
      let count = Double(trials)
      // The region that sums may differ by.
      func region(_ one: Int, _ other: Int) -> Double {
        max(0, hSquared * variances[one][other] / (2 * zone) - zone * count / 2)
      }
      let kept = alive.filter { one in
        alive.allSatisfy { one == $0 || sums[one] >= sums[$0] - region(one, $0) }
      }
      alive = kept.isEmpty ? [alive[0]] : kept
      let isOver = alive.allSatisfy { one in alive.allSatisfy { one == $0 || region(one, $0) == 0 } }
      if alive.count == 1 || isOver { break }
      let values = try trial()
      for option in alive { sums[option] += values[option] }
      trials += 1
      spent += alive.count
    }
    let best = alive.max { (sums[$0], $1) < (sums[$1], $0) } ?? 0
    return Outcome(named: best, strategyTrials: spent)
  }
}
