import ExperimentDesign
import GSLNumerics
public import Inference
import TextFormats

extension TestPlan {
  /// A plan from rates alone: what a question leaves out, with a calendar where the installs of a day are known.
  ///
  /// - Parameters:
  ///   - day: the age in days at which rates are read; `nil` for counts.
  ///   - calendar: by installs of all options together; `nil` where nobody says how many there are in a day.
  /// - Throws: `TestPlanProblem`.
  public init(
    _ question: TestQuestion, design: TestDesign, day: Int? = nil,
    calendar: (Int) -> TestCalendar? = { _ in nil }
  ) throws {
    do {
      try self.init(answering: question, design, day, calendar)
    } catch let error as NumericsError {
      throw TestPlanProblem.numerics(error)
    }
  }

  private init(
    answering question: TestQuestion, _ design: TestDesign, _ day: Int?, _ calendar: (Int) -> TestCalendar?
  ) throws {
    let wanted = question.power ?? TestQuestion.usualPower
    let asked: Question.Asked
    let shares: [Double]
    let size: [Int]
    switch (question.arms, try question.installs.map { try design.given($0) }) {
    case (nil, nil): throw TestPlanProblem.nothingGiven
    case (let arms?, nil):
      asked = .size
      shares = [question.baseline] + arms
      size = try design.sizeNeeded(shares: shares, power: wanted)
    case (nil, let given?):
      asked = .difference
      size = given
      shares = try design.detectedShares(
        installs: size.reduce(0, +), baseline: question.baseline, power: wanted)
    case (let arms?, let given?):
      asked = question.power == nil ? .power : .isEnough
      shares = [question.baseline] + arms
      size = given
    }
    let total = size.reduce(0, +)
    func power(_ total: Int) throws -> (least: Double, all: Double?) {
      let found = try design.power(installs: total, shares: shares)
      return (found.each.min() ?? 0, found.all)
    }
    let own = try power(total)
    let isShort = asked == .isEnough && own.least < wanted
    let needed =
      asked == .size ? size : isShort ? try design.sizeNeeded(shares: shares, power: wanted) : nil
    let names = shares.indices.map { Self.letter($0) }
    let difference = shares[1] - shares[0]
    let time = calendar(total)
    mode = .formula
    overrides = []
    otherScenarios = []
    self.question = Question(design, asked: asked, power: wanted, day: day, metric: nil, margin: nil)
    options = names.indices.map { index in
      Option(
        option: names[index], rate: shares[index], allocation: design.allocation[index],
        installs: size[index], installsNeeded: needed?[index],
        difference: index == 0 ? nil : shares[index] - shares[0])
    }
    answer = Answer(
      planned: total, installsPerOption: design.perOption(size), power: own.least,
      powerOfAll: own.all, wantedPower: asked == .power ? nil : wanted, isEnough: !isShort,
      needed: needed?.reduce(0, +),
      detects: asked == .difference
        ? difference
        : design.detected(
          installs: total, baseline: shares[0], power: wanted, above: difference >= 0),
      inflation: try design.inflation(power: wanted))
    self.calendar = time.map { Calendar($0) }
    guardrails = []
    (looks, installsUsed) = try Self.looks(design, total, shares, names, time)
    curve = []
    // What does not split into whole installs, or releases, is not counted.
    let half = design.clusters == nil ? size.map { $0 / 2 } : design.split(total / 2)
    for other in [half, size, design.split(2 * total)] {
      let planned = other.reduce(0, +)
      // Releases come whole, so that half of few of them may be as many.
      guard planned > curve.last?.planned ?? 0 else { continue }
      let found = planned == total ? own.least : try power(planned).least
      let time = time?.resized(to: planned)
      curve += names.indices.dropFirst().map { index in
        Size(
          planned: planned, installsPerOption: design.perOption(other),
          installsOfBaseline: other[0], installsOfOption: other[index],
          days: time?.enrolmentDays, wholeWeeks: time?.wholeWeeks, option: names[index], power: found)
      }
    }
    cautions = []
    plan = []
    analyze = AnalysisCommand(options: names, design: design, planned: total, day: day).words
  }

  /// What an option of rates alone is called: `a` is the baseline.
  private static func letter(_ index: Int) -> String {
    index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "option\(index + 1)"
  }

  /// The looks, and the share of the installs that is used; none for a single look.
  private static func looks(
    _ design: TestDesign, _ installs: Int, _ shares: [Double], _ names: [String], _ calendar: TestCalendar?
  ) throws -> ([Look], [Used]) {
    guard let boundaries = design.boundaries else { return ([], []) }
    // Of the comparison that takes longest; options are stopped together.
    let drift = try design.drifts(installs: Double(installs), shares: shares).min() ?? 0
    let ifTrue = try boundaries.stopping(drift: drift)
    let ifEqual = try boundaries.stopping(drift: 0).atEachLook
    let looks = boundaries.looks.indices.map { index in
      Look(
        boundaries.looks[index], planned: installs, calendar,
        stops: [Stop(option: names[names.count - 1], stop: ifTrue.atEachLook[index])],
        stopIfEqual: ifEqual[index])
    }
    return (looks, [Used(option: names[1], installsUsed: ifTrue.expectedInformation)])
  }
}

extension TestPlan.Look {
  init(
    _ look: GroupSequentialBoundaries.Look, planned: Int, _ calendar: TestCalendar?, stops: [TestPlan.Stop],
    stopIfEqual: Double
  ) {
    self.init(
      fraction: look.fraction,
      planned: Int((Double(planned) * look.fraction * (1 - 1e-12)).rounded(.up)),
      day: calendar?.day(ofLook: look.fraction), bound: look.bound, stops: stops, stopIfEqual: stopIfEqual)
  }
}

extension TestPlan.Calendar {
  init(_ calendar: TestCalendar) {
    self.init(
      perDay: calendar.installsPerDay, enrolmentDays: calendar.enrolmentDays,
      wholeWeeks: calendar.wholeWeeks, waitingDays: calendar.waitingDays, firstResult: calendar.firstResult,
      readOn: calendar.readOn)
  }
}

extension TestPlan.Question {
  init(
    _ design: TestDesign, asked: Asked, power: Double, day: Int?, metric: Metric?,
    margin: Double?
  ) {
    self.init(
      asked: asked, margin: margin, confidence: design.level.value,
      comparisonConfidence: design.comparisonLevel.value, day: day, metric: metric, power: power)
    if case .nonInferior(let margin) = design.aim { nonInferior = margin }
    clusters = design.clusters.map {
      TestPlan.Clusters(size: $0.size, icc: $0.intraclassCorrelation, designEffect: $0.designEffect)
    }
    switch design.looks {
    case nil: break
    case .fixed(let count)?: plannedLooks = TestPlan.Looks(count: count, anyTime: false)
    case .anyTime(let count)?: plannedLooks = TestPlan.Looks(count: count, anyTime: true)
    }
  }
}

extension TestDesign {
  /// Whether all options get as many installs.
  var isSplitEvenly: Bool { allocation.allSatisfy { abs($0 - allocation[0]) < 1e-12 } }

  /// The installs of each option; `nil` where the split is uneven.
  func perOption(_ installs: [Int]) -> Int? { isSplitEvenly ? installs[0] : nil }

  /// The difference that a size detects with a power; `nil` with looks and over releases, which take long, of another aim,
  /// and where it detects none on that side.
  func detected(installs: Int, baseline: Double, power: Double, above: Bool) -> Double? {
    guard aim == .difference, looks == nil, clusters == nil, baseline > 0, baseline < 1 else { return nil }
    guard
      let share = try? detectableShare(
        installs: Double(installs), baseline: baseline, power: power, above: above)
    else { return nil }
    return share - baseline
  }
}

/// The command that analyses a planned test, by the decision rule that the plan is for.
struct AnalysisCommand {
  /// Names, the baseline first.
  var options: [String]
  var design: TestDesign
  var planned: Int
  /// The age at which installs are read; `nil` for counts.
  var day: Int?
  /// Differences below this in size are shown to be equal; `nil` for the usual margin.
  var margin: Double?
  /// What must not get worse, and has a column of the data.
  var guardrail: TestPlan.Guardrail?

  var words: [String] {
    var words = ["att-lab", "analyze"]
    // Looks are at installs of one age.
    if let age = day.map({ "\($0)" }) ?? design.looks.map({ _ in "DAY" }) {
      words += [Placeholder.rows.rawValue, "--as-of", Placeholder.date.rawValue, "--day", age]
    } else {
      words.append(Placeholder.counts.rawValue)
    }
    words += ["--baseline", options[0]]
    if design.level != .ninetyFive { words += ["--confidence", Self.plain(design.level.value)] }
    switch design.looks {
    case .fixed?: words += ["--planned", "\(planned)", "--looks", Placeholder.dates.rawValue]
    case .anyTime?: words += ["--planned", "\(planned)", "--peek"]
    case nil: break
    }
    if case .nonInferior(let margin) = design.aim { words += ["--non-inferior", Self.points(margin)] }
    if let margin { words += ["--margin", Self.points(margin)] }
    if !design.isSplitEvenly {
      words += [
        "--allocation",
        zip(options, Self.split(design.allocation)).map { "\($0)=\($1)" }.joined(separator: ","),
      ]
    }
    if let column = guardrail?.column, let margin = guardrail?.margin {
      words += ["--guardrail", "\(column)=\(Self.plain(Self.twoDigitsDown(margin)))"]
    }
    return words
  }

  /// A number as somebody would type it: `0.005`, `2`.
  static func plain(_ value: Double) -> String {
    let value = (value * 1e9).rounded() / 1e9
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// A margin rounded down to two digits, so that it allows no more than it did.
  private static func twoDigitsDown(_ value: Double) -> Double {
    guard value > 1e-9 else { return 0 }
    var unit = 1.0
    while value / unit >= 100 { unit *= 10 }
    while value / unit < 10 { unit /= 10 }
    return (value / unit).rounded(.down) * unit
  }

  /// `0.5pp`.
  private static func points(_ difference: Double) -> String { plain(100 * difference) + "pp" }

  /// Parts of a split in the least whole numbers, as people give them: `2`, `1`.
  ///
  /// A split that no small numbers have is that of the first, with four decimals.
  private static func split(_ shares: [Double]) -> [String] {
    let relative = shares.map { $0 / shares[0] }
    for whole in 1...20 {
      let parts = relative.map { $0 * Double(whole) }
      if parts.allSatisfy({ $0 > 0.5 && abs($0 - $0.rounded()) < 1e-9 * $0 }) {
        return parts.map { plain($0.rounded()) }
      }
    }
    return relative.map { plain(($0 * 1e4).rounded() / 1e4) }
  }
}
