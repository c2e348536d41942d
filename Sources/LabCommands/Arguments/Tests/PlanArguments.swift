import ArgumentParser
import Inference
import Rendering
import Studies

/// The options of a plan that say what is known: rates, size and power.
struct PlanQuestionArguments: ParsableArguments {
  @Option(
    name: [.customLong("baseline"), .customLong("rate")], parsing: .unconditional,
    help: ArgumentHelp("The rate of the baseline, as 20% or 0.2.", valueName: "rate"),
    transform: ShareText.readShare)
  var rate: Double?

  @Option(
    name: [.customLong("lift"), .customLong("difference")], parsing: .unconditional,
    help: ArgumentHelp(
      "The difference to detect, as 2pp or 0.02; below 0 for a drop.", valueName: "difference"),
    transform: ShareText.readDifference)
  var difference: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The difference as a ratio of rates: 1.1 is 22% over 20%.", valueName: "ratio"),
    transform: ShareText.readRatio)
  var ratio: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The difference as a ratio of odds.", valueName: "ratio"),
    transform: ShareText.readRatio)
  var oddsRatio: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The rates of all options, the baseline first, as 20%,22%,23%; instead of --baseline and --lift.",
      valueName: "rates"),
    transform: ShareText.readShares)
  var rates: [Double]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs of all options together that there will be.", valueName: "installs"),
    transform: WholeNumber.count)
  var planned: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Installs of each option that there will be.", valueName: "installs"),
    transform: WholeNumber.count)
  var perArm: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The chance to show what the test is for, as 80% or 0.8. (default: 80%, where it is not asked for)",
      valueName: "chance"),
    transform: ShareText.readShare)
  var power: Double?

  /// The options given that a plan by an experiment's own model has no use for.
  var formulaOptions: [String] {
    [
      rate.map { _ in "--baseline" }, ratio.map { _ in "--ratio" }, oddsRatio.map { _ in "--odds-ratio" },
      rates.map { _ in "--rates" },
    ].compactMap { $0 }
  }

  /// What is asked, for a test split in this way.
  ///
  /// - Parameter split: the installs of each option in any unit; `nil` for even ones.
  /// - Throws: `ValidationError`.
  func question(aim: TestAim, split: [Double]?) throws -> TestQuestion {
    let (baseline, arms) = try shares(aim: aim, split: split)
    let size = try size(split: split)
    guard arms != nil || size != nil else {
      throw ValidationError(
        "Of size, power and difference two must be given, found neither a size nor a difference. "
          + "Add '--lift 2pp' for the size, or '--planned 20000' for the difference that it detects.")
    }
    return TestQuestion(baseline: baseline, arms: arms, size: size, power: power)
  }

  private func shares(aim: TestAim, split: [Double]?) throws -> (baseline: Double, arms: [Double]?) {
    let lifts = [
      difference.map { _ in "--lift" }, ratio.map { _ in "--ratio" }, oddsRatio.map { _ in "--odds-ratio" },
    ]
    .compactMap { $0 }
    if let rates {
      if let other = ([rate.map { _ in "--baseline" }] + lifts).compactMap({ $0 }).first {
        throw ValidationError("'--rates' gives the baseline and every difference; leave out '\(other)'.")
      }
      if let split, split.count != rates.count {
        throw ValidationError(
          "'--allocation' has \(split.count) shares for the \(rates.count) options of '--rates'; give one for each."
        )
      }
      try requireDifference(rates, aim: aim)
      return (rates[0], Array(rates.dropFirst()))
    }
    guard let rate else {
      throw ValidationError(
        "The rate of the baseline is missing. Add '--baseline 20%', or '--rates 20%,22%' for all options.")
    }
    guard lifts.count < 2 else {
      throw ValidationError(
        "The difference is given twice, by '\(lifts[0])' and by '\(lifts[1])'. Use one of them.")
    }
    let comparisons = (split?.count ?? 2) - 1
    guard let lift = lifts.first else {
      let arms: [Double]? = aim == .difference ? nil : [Double](repeating: rate, count: comparisons)
      if let arms { try requireDifference([rate] + arms, aim: aim) }
      return (rate, arms)
    }
    let arm = try raised(rate, by: lift)
    try requireDifference([rate, arm], aim: aim)
    return (rate, [Double](repeating: arm, count: comparisons))
  }

  private func raised(_ rate: Double, by option: String) throws -> Double {
    var arm = rate
    if let difference { arm = rate + difference }
    if let ratio { arm = rate * ratio }
    if let oddsRatio { arm = OddsRatioInPoints.share(rate, times: oddsRatio) }
    guard arm > 0, arm < 1 else {
      throw ValidationError(
        "'--baseline' and '\(option)' give a rate of \(shortPercent(arm)); expected one above 0% and below 100%. "
          + relativeHint)
    }
    return arm
  }

  /// What a difference that leaves the range of rates was probably meant as.
  private var relativeHint: String {
    guard let difference else { return "Give a ratio nearer to 1." }
    let percent = shortPercent(abs(difference))
    let ratio = SupportedDigits.exact(1 + difference)
    return
      "If you meant \(percent) \(difference < 0 ? "less" : "more") than the baseline's own rate, use '--ratio \(ratio)'."
  }

  /// Refuses differences that no size of a test shows.
  ///
  /// - Parameter shares: of all options, the baseline first.
  /// - Throws: `ValidationError`.
  func requireDifference(_ shares: [Double], aim: TestAim) throws {
    for arm in shares.dropFirst() {
      // Sums such as 0.2 + 0.02 − 0.22 are 0 but for rounding.
      let difference = ((arm - shares[0]) * 1e12).rounded() / 1e12
      switch aim {
      case .difference:
        guard difference != 0 else {
          throw ValidationError(
            "A difference of 0 is not detected by any size; expected one above or below 0. To show that rates are "
              + "alike, use '--aim equivalent --margin 1pp'.")
        }
      case .nonInferior(let margin):
        // Where the baseline is not known yet it is 0 here.
        guard shares[0] == 0 || shares[0] > margin else {
          throw ValidationError(
            "A rate of \(shortPercent(shares[0])) cannot fall by the margin of \(points(margin)), so no test is needed. "
              + "Expected a '--margin' below \(points(shares[0])).")
        }
        guard difference > -margin else {
          throw ValidationError(
            "A rate \(points(difference)) from the baseline is worse by the margin of \(points(margin)) or more, so no "
              + "size shows the opposite. Expected a smaller drop or a larger '--margin'.")
        }
      case .equivalent(let margin):
        guard abs(difference) < margin else {
          throw ValidationError(
            "A difference of \(points(difference)) lies beyond the margin of \(points(margin)), so no size shows "
              + "equivalence. Expected a smaller '--lift' or a larger '--margin'.")
        }
      }
    }
  }

  /// How large the test is to be; `nil` where that is not given.
  ///
  /// - Parameter split: the installs of each option in any unit; `nil` for even ones.
  /// - Throws: `ValidationError`.
  func size(split: [Double]?) throws -> TestQuestion.Size? {
    for (option, size) in [("--planned", planned), ("--per-arm", perArm)] {
      guard let size, !(1...TestPlan.mostInstalls).contains(size) else { continue }
      throw WholeNumber.outside(option, 1...TestPlan.mostInstalls, size)
    }
    switch (planned, perArm) {
    case (nil, nil): return nil
    case (.some, .some):
      throw ValidationError(
        "The size is given twice: '--planned' counts all options together, '--per-arm' each. Use one of them."
      )
    case (let planned?, nil): return .total(planned)
    case (nil, let perArm?):
      if let split, Set(split).count > 1 {
        throw ValidationError(
          "'--per-arm' gives every option as many installs, which '--allocation' does not. Use '--planned'.")
      }
      return .perArm(perArm)
    }
  }

  private func points(_ difference: Double) -> String {
    "\(shortPercent(difference).dropLast()) pp"
  }

  private func shortPercent(_ share: Double) -> String {
    let hundredths = (share * 1e4).rounded() / 1e2
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))%" : "\(hundredths)%"
  }
}
