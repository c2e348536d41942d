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

  /// Installs of all options together that were given; `nil` for none.
  ///
  /// - Throws: `ValidationError`.
  func installs(options: Int) throws -> Int? {
    let total: Int
    switch try size(split: nil) {
    case nil: return nil
    case .total(let installs)?: total = installs
    case .perArm(let installs)?: total = options * installs
    }
    guard total >= 2 * options else {
      throw ValidationError(
        "\(total) installs in total do not make a test of \(options) options; expected at least \(2 * options)."
      )
    }
    return total
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
    if let oddsRatio { arm = rate * oddsRatio / (1 - rate + rate * oddsRatio) }
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

  private func requireDifference(_ shares: [Double], aim: TestAim) throws {
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

  private func size(split: [Double]?) throws -> TestQuestion.Size? {
    for (option, size) in [("--planned", planned), ("--per-arm", perArm)] {
      guard let size, !(1...TestPlan.mostInstalls).contains(size) else { continue }
      throw ValidationError("'\(option)' must be from 1 to \(TestPlan.mostInstalls), not \(size).")
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

/// The options of a plan that are about its statistics.
struct PlanStatisticsArguments: ParsableArguments {
  @Option(help: "What is to be shown: difference, non-inferior or equivalent; the last two need --margin.")
  var aim = Aim.difference

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The smallest difference that matters, as 1pp or 0.01.", valueName: "margin"),
    transform: ShareText.readMargin)
  var margin: Double?

  @Option(
    parsing: .unconditional, help: "The confidence of intervals, as 95% or 0.95. (default: 95%)",
    transform: ShareText.readConfidence)
  var confidence = 0.95

  @Option(help: "In how many directions a difference is looked for: two, or one.")
  var sides: TestSidesArgument?

  @Option(help: "How p-values of several comparisons are adjusted: holm, hochberg, bh or none.")
  var correction: CorrectionArgument = .init(correction: .holm)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How installs are split, the baseline first, as 2,1,1. With --lift it also says how many options there are. (default: evenly)",
      valueName: "shares"))
  var allocation: String?

  @Flag(help: "The power is that of all comparisons together, and not of each; with three options or more.")
  var all = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many times the running test is looked at, the last time included, at equal steps of its installs.",
      valueName: "number"),
    transform: Self.readLooks)
  var looks: Int?

  @Option(
    help: ArgumentHelp(
      "Alpha spending over the looks: obrien-fleming (little at early looks) or pocock (evenly).",
      valueName: "way"))
  var spending = SpendingArgument.obrienFleming

  @Flag(help: "The running test is looked at at any time, as with --peek of analyze.")
  var peek = false

  /// Looks that the power of a test with --peek counts on where its days are not known.
  private static let looksOfPeeking = 30

  /// The most looks that the power of a test with --peek counts on.
  private static let mostLooks = 200

  private static func readLooks(_ text: String) throws -> Int {
    guard let number = Int(text), (2...50).contains(number) else {
      throw ValidationError(
        "expected the number of looks, from 2 to 50, found '\(text)'. Dates are for '--looks' of analyze.")
    }
    return number
  }

  /// The options given that a plan by an experiment's own model has no use for.
  var formulaOptions: [String] {
    [
      aim == .difference ? nil : "--aim", margin.map { _ in "--margin" }, sides.map { _ in "--sides" },
      allocation.map { _ in "--allocation" }, all ? "--all" : nil, peek ? "--peek" : nil,
    ].compactMap { $0 }
  }

  /// Whether the running test is looked at.
  var isLookedAt: Bool { looks != nil || peek }

  /// How the running test is looked at; `nil` for a single look.
  ///
  /// - Parameter days: of enrolment, where they are known.
  func plannedLooks(days: Int?) throws -> PlannedLooks? {
    guard isLookedAt else { return nil }
    guard looks == nil || !peek else {
      throw ValidationError(
        "'--peek' is for looks at any time, '--looks' for a number of looks. Use one of them.")
    }
    guard aim == .difference, sides != .one else {
      throw ValidationError(
        "'\(peek ? "--peek" : "--looks")' goes with '--aim difference' and two sides, as analyze reads looks. "
          + "Leave it out, or plan for a difference on two sides.")
    }
    if let looks { return .fixed(looks, spending.spending) }
    return .anyTime(min(Self.mostLooks, max(1, days ?? Self.looksOfPeeking)))
  }

  /// An aim by its name.
  enum Aim: String, ExpressibleByArgument, CaseIterable {
    case difference
    case nonInferior = "non-inferior"
    case equivalent
  }

  /// In which directions a test looks, by their number.
  enum TestSidesArgument: String, ExpressibleByArgument, CaseIterable {
    case one
    case two
  }

  /// The installs of each option in any unit; `nil` for even ones.
  func split() throws -> [Double]? {
    let shares = try allocation.map(AnalysisArguments.shares)
    guard let shares, shares.count < 2 else { return shares }
    throw ValidationError(
      "'--allocation' needs a share for the baseline and for each other option, as in 1,1.")
  }

  /// What is to be shown.
  func testAim() throws -> TestAim {
    switch (aim, margin) {
    case (.difference, nil): return .difference
    case (.nonInferior, let margin?): return .nonInferior(margin: margin)
    case (.equivalent, let margin?): return .equivalent(margin: margin)
    case (.difference, .some):
      throw ValidationError(
        "'--margin' goes with '--aim non-inferior' or '--aim equivalent'. The difference to detect is '--lift'."
      )
    case (_, nil):
      throw ValidationError(
        "'--aim \(aim.rawValue)' needs '--margin', the smallest difference that matters, as in '--margin 1pp'."
      )
    }
  }

  /// How the test is split and judged.
  ///
  /// - Parameters:
  ///   - aim: what is to be shown.
  ///   - options: how many options there are, the baseline included.
  ///   - people: who counts, and what is split.
  ///   - days: of enrolment, where they are known.
  func design(
    aim: TestAim, options: Int, split: [Double]?, people: PlanPeopleArguments, days: Int? = nil
  ) throws -> TestDesign {
    if self.aim != .difference, sides != nil {
      throw ValidationError(
        "'--sides' goes with '--aim difference'; '--aim \(self.aim.rawValue)' has its own. Leave it out.")
    }
    if all {
      guard options > 2 else {
        throw ValidationError(
          "'--all' is for three options or more, found \(options). Leave it out: a single comparison is all of them."
        )
      }
      guard self.aim != .equivalent, !isLookedAt, people.clusters == nil else {
        throw ValidationError(
          "'--all' goes with a difference or '--aim non-inferior', at a single look, without '--clusters'. Leave it out "
            + "and raise '--power'.")
      }
    }
    return try TestDesign(
      aim: aim, level: try AnalysisArguments.level(confidence), sides: sides == .one ? .one : .two,
      correction: correction.correction, allocation: split ?? [Double](repeating: 1, count: options),
      counted: try people.counted(options: options), clusters: try people.planned(options: options),
      looks: try plannedLooks(days: days), mustShowAll: all)
  }
}
