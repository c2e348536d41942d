import ArgumentParser
import ExperimentDesign
import Inference
import Rendering
import Studies

/// The options of a plan that say what is known: rates, size, power and pace.
struct PlanQuestionArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The rate of the baseline, as 20% or 0.2.", valueName: "rate"),
    transform: ShareText.readShare)
  var baseline: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The difference to detect, as 2pp or 0.02; below 0 for a drop.", valueName: "difference"),
    transform: ShareText.readDifference)
  var lift: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs of all options together that there will be.", valueName: "installs"),
    transform: WholeNumber.count)
  var planned: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The chance to show what the test is for, as 80% or 0.8. (default: 80%, where it is not asked for)",
      valueName: "chance"),
    transform: ShareText.readShare)
  var power: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs a week that take part, of all options together.", valueName: "installs"),
    transform: WholeNumber.pace)
  var installsPerWeek: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day after the install at which rates are read, as in analyze.", valueName: "day"))
  var day: Int?

  func validate() throws {
    if let planned, !(1...FormulaPlan.mostInstalls).contains(planned) {
      throw WholeNumber.outside("--planned", 1...FormulaPlan.mostInstalls, planned)
    }
    if let day, !(1...3650).contains(day) {
      throw ValidationError("'--day' must be from 1 to 3650, not \(day).")
    }
    if let installsPerWeek, !(installsPerWeek >= 1 && installsPerWeek <= 1e9) {
      throw WholeNumber.outside(
        "--installs-per-week", 1...1_000_000_000, SupportedDigits.exact(installsPerWeek))
    }
  }

  /// Installs a day that take part; `nil` where they are not given.
  var installsPerDay: Double? { installsPerWeek.map { $0 / 7 } }

  /// How long a test takes; `nil` where the installs of a day are not given.
  func calendar(installs: Int) -> TestCalendar? {
    installsPerDay.map { TestCalendar(installs: installs, installsPerDay: $0, waitingDays: day ?? 0) }
  }

  /// What is asked.
  ///
  /// - Parameter comparisons: how many options are compared with the baseline.
  /// - Throws: `ValidationError`.
  func question(aim: TestAim, comparisons: Int) throws -> TestQuestion {
    guard let baseline else {
      throw ValidationError("The rate of the baseline is missing. Add '--baseline 20%'.")
    }
    var arm: Double?
    if let lift {
      arm = try raised(baseline, by: lift)
    } else if aim != .difference {
      arm = baseline
    }
    if let arm { try Self.requireDifference(arm - baseline, of: baseline, aim: aim) }
    guard arm != nil || planned != nil else {
      throw ValidationError(
        "Of size, power and difference two must be given, found neither a size nor a difference. "
          + "Add '--lift 2pp' for the size, or '--planned 20000' for the difference that it detects.")
    }
    return TestQuestion(
      baseline: baseline, arms: arm.map { [Double](repeating: $0, count: comparisons) }, installs: planned,
      power: power)
  }

  private func raised(_ rate: Double, by difference: Double) throws -> Double {
    let arm = rate + difference
    guard arm > 0, arm < 1 else {
      throw ValidationError(
        "'--baseline' and '--lift' give a rate of \(shortPercent(arm)); expected one above 0% and below 100%. "
          + "'--lift' is in percentage points: 2pp over 20% is 22%.")
    }
    return arm
  }

  /// Refuses a difference that no size of a test shows.
  ///
  /// - Parameter baseline: its rate; `nil` where it is not known yet.
  /// - Throws: `ValidationError`.
  static func requireDifference(_ difference: Double, of baseline: Double?, aim: TestAim) throws {
    // Sums such as 0.2 + 0.02 − 0.22 are 0 but for rounding.
    let difference = (difference * 1e12).rounded() / 1e12
    switch aim {
    case .difference:
      guard difference != 0 else {
        throw ValidationError("A difference of 0 is not detected by any size; expected one above or below 0.")
      }
    case .nonInferior(let margin):
      if let baseline, baseline <= margin {
        throw ValidationError(
          "A rate of \(shortPercent(baseline)) cannot fall by the margin of \(points(margin)), so no test is needed. "
            + "Expected '--non-inferior' below \(points(baseline)).")
      }
      guard difference > -margin else {
        throw ValidationError(
          "A rate \(points(difference)) from the baseline is worse by the margin of \(points(margin)) or more, so no "
            + "size shows the opposite. Expected a smaller drop, or more for '--non-inferior'.")
      }
    }
  }
}

private func points(_ difference: Double) -> String { "\(shortPercent(difference).dropLast()) pp" }

private func shortPercent(_ share: Double) -> String {
  let hundredths = (share * 1e4).rounded() / 1e2
  return hundredths == hundredths.rounded() ? "\(Int(hundredths))%" : "\(hundredths)%"
}

/// The options of a plan that say how the test is split and judged.
struct PlanStatisticsArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Plan to show that no option is worse than the baseline by so much, as 1pp.", valueName: "difference"),
    transform: ShareText.readMargin)
  var nonInferior: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With an experiment: the difference below which options are shown to be equal, as 1pp. (default: that of the answer)",
      valueName: "margin"),
    transform: ShareText.readMargin)
  var margin: Double?

  @Option(
    parsing: .unconditional, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)",
    transform: ShareText.readConfidence)
  var confidence = 0.95

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How installs are split, the baseline first, as 2,1,1. With --lift it also says how many options there are. (default: evenly)",
      valueName: "shares"))
  var allocation: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many times the running test is looked at, the last time included, at equal steps of its installs.",
      valueName: "number"),
    transform: WholeNumber.within(2...50))
  var looks: Int?

  @Flag(help: "The running test is looked at at any time, as with --peek of analyze.")
  var peek = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Installs of one release or language, where these are split instead of installs; needs --icc.",
      valueName: "installs"))
  var clusterSize: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Intraclass correlation: the share of the variance that lies between releases or languages.",
      valueName: "share"),
    transform: ShareText.readShare)
  var icc: Double?

  func validate() throws {
    if let clusterSize, !(clusterSize >= 1 && clusterSize <= 1e9) {
      throw WholeNumber.outside("--cluster-size", 1...1_000_000_000, SupportedDigits.exact(clusterSize))
    }
  }

  /// What is to be shown.
  var aim: TestAim { nonInferior.map { .nonInferior(margin: $0) } ?? .difference }

  /// How the running test is looked at; `nil` for once, at its end.
  var plannedLooks: PlannedLooks? { peek ? .anyTime(days: nil) : looks.map { .fixed($0) } }

  /// What is split instead of installs; `nil` for installs.
  var clusters: PlannedClusters? {
    guard let clusterSize, let icc else { return nil }
    return PlannedClusters(size: clusterSize, intraclassCorrelation: icc)
  }

  /// The installs of each option in any unit; `nil` for even ones.
  func split() throws -> [Double]? {
    let shares = try allocation.map(SplitText.shares)
    guard let shares, shares.count < 2 else { return shares }
    throw ValidationError(
      "'--allocation' needs a share for the baseline and for each other option, as in 1,1.")
  }
}

extension TestRequestProblem: CommandFailure {
  var exitStatus: ExitStatus { .misuse }
  var lines: [String] { ["Error: \(self)"] }
}
