import ArgumentParser
import Inference

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

  @Option(
    help: ArgumentHelp(
      "Which test decides: score, as in the verdicts of analyze, or fisher, which takes more installs.",
      valueName: "test"))
  var test = DecidingTestArgument.score

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
      "How many times the running test is looked at, the last time included, at equal steps of its installs. Or the dates "
        + "of the looks before the last, as in analyze.",
      valueName: "number-or-dates"),
    transform: PlannedLooksArgument.init(text:))
  var looks: PlannedLooksArgument?

  @Option(
    help: ArgumentHelp(
      "Alpha spending over the looks: obrien-fleming (little at early looks) or pocock (evenly).",
      valueName: "way"))
  var spending = SpendingArgument.obrienFleming

  @Flag(help: "The running test is looked at at any time, as with --peek of analyze.")
  var peek = false

  /// Refuses what is for a plan from rates alone.
  ///
  /// - Throws: `ValidationError`.
  func requireModel() throws {
    guard test != .score else { return }
    throw ValidationError(
      "'--test fisher' is for a plan from rates alone: the verdict of analyze is by the score test, and a plan of an "
        + "experiment says how often it shows what. Leave it out. For its size, plan with '--rates 20%,22% --test fisher' and "
        + "without the file or run.")
  }

  /// Refuses the power of all comparisons together where it is not known.
  ///
  /// - Throws: `ValidationError`.
  func requireJointPower(people: PlanPeopleArguments) throws {
    guard aim != .equivalent, !isLookedAt, people.clusters == nil else {
      throw ValidationError(
        "'--all' goes with a difference or '--aim non-inferior', at a single look, without '--clusters'. Leave it out "
          + "and raise '--power'.")
    }
  }

  /// Whether the running test is looked at.
  var isLookedAt: Bool { looks != nil || peek }

  /// How the running test is looked at.
  ///
  /// - Parameter length: when the test begins, and how long it takes.
  /// - Throws: `ValidationError`.
  func lookRule(_ length: PlanCalendarArguments) throws -> LookRule {
    guard isLookedAt else { return LookRule(nil) }
    guard looks == nil || !peek else {
      throw ValidationError(
        "'--peek' is for looks at any time, '--looks' for a number of looks. Use one of them.")
    }
    guard aim == .difference, sides != .one else {
      throw ValidationError(
        "'\(peek ? "--peek" : "--looks")' goes with '--aim difference' and two sides, as analyze reads looks. "
          + "Leave it out, or plan for a difference on two sides.")
    }
    let spending = spending.spending
    switch looks {
    case .count(let count)?: return LookRule(try .fixed(count, spending))
    case .dates(let dates)?:
      let start = length.start
      return LookRule(first: .scheduled(try LookSchedule(fractions: [1]), spending)) { calendar in
        .scheduled(try PlanCalendarArguments.schedule(dates, from: start, calendar), spending)
      }
    case nil: return .peeking
    }
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

  /// Which test decides, by its name.
  enum DecidingTestArgument: String, ExpressibleByArgument, CaseIterable {
    case fisher
    case score
  }

  /// The installs of each option in any unit; `nil` for even ones.
  func split() throws -> [Double]? {
    let shares = try allocation.map(SplitText.shares)
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

  /// Refuses sides for an aim that has its own, and a confidence at which one side shows nothing.
  ///
  /// - Throws: `ValidationError`.
  func requireFit() throws {
    guard sides != .one || confidence > 0.5 + 1e-10 else {
      throw ValidationError(
        "'--confidence 50%' with '--sides one' is met by half of the tests of options that are alike. Expected a "
          + "confidence above 50%, such as 95%.")
    }
    guard aim == .difference || sides == nil else {
      throw ValidationError(
        "'--sides' goes with '--aim difference'; '--aim \(aim.rawValue)' has its own. Leave it out.")
    }
  }

  /// How the test is split and judged.
  ///
  /// - Parameters:
  ///   - aim: what is to be shown.
  ///   - options: how many options there are, the baseline included.
  ///   - people: who counts, and what is split.
  ///   - looks: at the running test; `nil` for a single one.
  func design(
    aim: TestAim, options: Int, split: [Double]?, people: PlanPeopleArguments, looks: PlannedLooks? = nil
  ) throws -> TestDesign {
    try requireFit()
    if all {
      guard options > 2 else {
        throw ValidationError(
          "'--all' is for three options or more, found \(options). Leave it out: a single comparison is all of them."
        )
      }
      try requireJointPower(people: people)
    }
    if test == .fisher {
      guard self.aim == .difference, sides != .one, !isLookedAt, !all, people.clusters == nil,
        people.clusterSize == nil
      else {
        throw ValidationError(
          "'--test fisher' goes with a difference of installs on two sides, at a single look, without '--all'. Leave it "
            + "out: analyze judges by the score test.")
      }
    }
    return try TestDesign(
      aim: aim, level: try AnalysisArguments.level(confidence), sides: sides == .one ? .one : .two,
      correction: correction.correction, allocation: split ?? [Double](repeating: 1, count: options),
      counted: try people.counted(options: options), clusters: try people.planned(options: options),
      test: test == .fisher ? .fisher : .score, looks: looks, mustShowAll: all)
  }
}
