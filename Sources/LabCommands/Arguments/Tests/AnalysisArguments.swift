import ArgumentParser
import Inference
import TestAnalysis

/// The options of an analysis that are about its statistics.
struct AnalysisArguments: ParsableArguments {
  @Option(
    .name, value: "name", help: "The option to compare with. (default: the first; of event rows by name)")
  var baseline: String?

  @Option(.confidence, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)")
  var confidence = ConfidenceLevel.ninetyFive

  @Option(
    .split, value: "shares",
    help:
      "How installs were meant to be split, as launch=2,later=1; without names in the order of the data. (default: evenly)"
  )
  var allocation: SplitText?

  @Option(
    .margin(orZero: true), value: "difference",
    help: "The smallest difference that matters, as 0.5pp or 0.005. (default: 0.5pp)")
  var margin = 0.005

  /// The options, for these arms.
  func options(of arms: [String]) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    options.baseline = baseline
    options.allocation = try allocation?.shares(of: arms)
    options.statistics.level = confidence
    options.statistics.margin = margin
    return options
  }
}
