import ArgumentParser
import Runs
import Studies

/// What lets a simulation choose its own number of trials.
struct StoppingArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run trials until every difference is this precise, in units of the objective (0.001 is a tenth of a point).",
      valueName: "error"))
  var precision: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run trials until recommending the best option can lose no more than this due to Monte Carlo error.",
      valueName: "loss"))
  var decide: Double?

  @Option(
    parsing: .unconditional,
    help:
      "The most trials that --precision and --decide may run; where they do not suffice, exit with 2. (default: 12800)",
    transform: WholeNumber.count)
  var maxTrials: Int?

  /// The rule; `nil` where the size is given.
  var rule: StoppingRule? {
    precision.map { .precision($0) } ?? decide.map { .decision($0) }
  }

  /// How the run grows until the rule is met; `nil` where the size is given.
  var growth: RunGrowth? { rule.map { RunGrowth(rule: $0, most: maxTrials ?? 12_800) } }

  func validate() throws {
    for (name, value) in [("--precision", precision), ("--decide", decide)] {
      if let value, !(value > 0 && value.isFinite) {
        throw ValidationError("'\(name)' expects a number above 0, found \(value).")
      }
    }
    if precision != nil, decide != nil {
      throw ValidationError("'--precision' and '--decide' both choose the number of trials; give one.")
    }
    if let maxTrials {
      if rule == nil {
        throw ValidationError("'--max-trials' bounds '--precision' or '--decide'; give one of them.")
      }
      if !(2...10_000_000).contains(maxTrials) {
        throw WholeNumber.outside("--max-trials", 2...10_000_000, maxTrials)
      }
    }
  }
}
