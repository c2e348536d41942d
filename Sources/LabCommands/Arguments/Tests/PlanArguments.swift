import ArgumentParser
import Inference

/// The options of a plan that say what is known: rates, size, power and pace.
struct PlanQuestionArguments: ParsableArguments {
  @Option(.share, value: "rate", help: "The rate of the baseline, as 20% or 0.2.")
  var baseline: Double?

  @Option(
    .difference, value: "difference", help: "The difference to detect, as 2pp or 0.02; below 0 for a drop.")
  var lift: Double?

  @Option(
    .within(1...ObservedCount.largest), value: "installs",
    help: "Installs of all options together that there will be.")
  var planned: Int?

  @Option(
    .share, value: "chance",
    help: "The chance to show what the test is for, as 80% or 0.8. (default: 80%, where it is not asked for)")
  var power: Double?

  @Option(
    .installs, value: "installs", help: "Installs a week that take part, of all options together.")
  var installsPerWeek: Double?

  @Option(
    .within(1...3650), value: "day",
    help: "The day after the install at which rates are read, as in analyze.")
  var day: Int?

  /// Refuses a difference that no size of a test shows.
  func requireDifference(nonInferior: Double?) throws {
    if let nonInferior, (lift ?? 0) <= -nonInferior {
      throw ValidationError(
        "'--lift' is a drop by the margin of '--non-inferior' or more, so no size shows the opposite. Expected a smaller "
          + "drop, or a larger margin.")
    }
    if nonInferior == nil, lift == 0 {
      throw ValidationError("A difference of 0 is not detected by any size; expected one above or below 0.")
    }
  }
}

/// The options of a plan that say how the test is split and judged.
struct PlanStatisticsArguments: ParsableArguments {
  @Option(
    .margin(), value: "difference",
    help: "Plan to show that no option is worse than the baseline by so much, as 1pp.")
  var nonInferior: Double?

  @Option(
    .margin(),
    help:
      "With an experiment: the difference below which options are shown to be equal, as 1pp. (default: that of the answer)"
  )
  var margin: Double?

  @Option(.confidence, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)")
  var confidence = ConfidenceLevel.ninetyFive

  @Option(
    .shares, value: "shares",
    help:
      "How installs are split, the baseline first, as 2,1,1. With --lift it also says how many options there are. (default: evenly)"
  )
  var allocation: [Double]?

  @Option(
    .within(2...50), value: "number",
    help:
      "How many times the running test is looked at, the last time included, at equal steps of its installs.")
  var looks: Int?

  @Flag(help: "The running test is looked at at any time, as with --peek of analyze.")
  var peek = false

  @Option(
    .installs, value: "installs",
    help: "Installs of one release or language, where these are split instead of installs; needs --icc.")
  var clusterSize: Double?

  @Option(
    .share, value: "share",
    help: "Intraclass correlation: the share of the variance that lies between releases or languages.")
  var icc: Double?
}
