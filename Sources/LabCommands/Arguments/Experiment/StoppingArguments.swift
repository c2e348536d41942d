import ArgumentParser
import Runs
import Studies

/// What lets a simulation choose its own number of trials.
struct StoppingArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run trials until every difference has at most this Monte Carlo error: 0.1pp for shares, else a number in units of the objective.",
      valueName: "error"), transform: ShareText.readPrecision)
  var precision: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run trials until recommending the best option can lose no more than this due to Monte Carlo error, as 0.1pp.",
      valueName: "loss"), transform: ShareText.readPrecision)
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
