public import Inference
public import TestData
import TextFormats

/// A planned test with what a reader needs beside its numbers.
public struct PlannedTest: Sendable {
  /// Sizes, power and difference.
  public var plan: TestPlan
  /// How long it takes; `nil` where the installs of a day are not known.
  public var calendar: TestCalendar?
  /// The first day of the test; `nil` where nobody says.
  public var start: CalendarDay?
  /// The age in days at which rates are read; `nil` for counts.
  public var day: Int?
  /// What the rates are of.
  public var denominator: Denominator

  /// The share of rows that will not be usable, in [0, 1).
  public var lost: Double

  /// A split that takes fewer installs.
  public struct Cheaper: Hashable, Sendable {
    /// The installs of each arm in any unit, the baseline first.
    public let split: [Double]
    /// Installs of all arms together.
    public let installs: Int

    /// The parts, unchanged.
    public init(split: [Double], installs: Int) {
      self.split = split
      self.installs = installs
    }
  }

  /// A split that takes fewer installs; `nil` where none is known.
  public var cheaper: Cheaper?

  /// Sizes around the planned one with their power, for a curve; the smallest first.
  public var powerCurve: [TestPlan.SizePower]

  /// A plan for the people who read it.
  public init(
    _ plan: TestPlan, calendar: TestCalendar? = nil, start: CalendarDay? = nil, day: Int? = nil,
    denominator: Denominator = .installs, lost: Double = 0, cheaper: Cheaper? = nil,
    powerCurve: [TestPlan.SizePower] = []
  ) {
    self.plan = plan
    self.calendar = calendar
    self.start = start
    self.day = day
    self.denominator = denominator
    self.lost = lost
    self.cheaper = cheaper
    self.powerCurve = powerCurve
  }

  /// How long it takes, with its dates; `nil` where the installs of a day are not known.
  var duration: TestDuration? { TestDuration(calendar, start: start) }

  /// What the arms are called: `a` is the baseline.
  var arms: [String] {
    plan.shares.indices.map { index in
      index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "arm\(index + 1)"
    }
  }

  /// The command that analyses the test, by the decision rule that the plan is for; a list of its words.
  public var analysis: [String] {
    var words = ["att-lab", "analyze"]
    // Looks are at installs of one age.
    let day = self.day.map { "\($0)" } ?? plan.design.looks.map { _ in "DAY" }
    words +=
      day.map { [Placeholder.rows.rawValue, "--as-of", asOf ?? Placeholder.date.rawValue, "--day", $0] }
      ?? [Placeholder.counts.rawValue]
    words += ["--baseline", arms[0]]
    let design = plan.design
    if design.level != .ninetyFive { words += ["--confidence", PlanNumbers.plain(design.level.value)] }
    if design.comparisons > 1, design.correction != .holm {
      words += ["--correction", design.correction.name]
    }
    switch plan.design.looks {
    case .scheduled(_, let spending)?:
      words += ["--planned", "\(plan.answer.total)", "--looks", earlierLooks ?? Placeholder.dates.rawValue]
      if spending == .pocockType { words += ["--spending", "pocock"] }
    case .anyTime?: words += ["--planned", "\(plan.answer.total)", "--peek"]
    case nil: break
    }
    if let shares = unevenShares {
      words += ["--allocation", zip(arms, shares).map { "\($0)=\($1)" }.joined(separator: ",")]
    }
    switch (design.aim, design.sides) {
    case (.nonInferior(let margin), _):
      words += ["--non-inferior", PlanCommand.points(margin)]
    case (.equivalent(let margin), _): words += ["--margin", PlanCommand.points(margin)]
    case (.difference, .one):
      let sign = plan.shares[1] < plan.shares[0] ? "<" : ">"
      words += arms.dropFirst().flatMap {
        [
          "--require",
          "\($0).opt_in_\(denominator.fieldName) \(sign) \(arms[0]) @ \(PlanNumbers.percent(design.comparisonLevel.value))",
        ]
      }
    case (.difference, .two): break
    }
    return words
  }

  /// The date on which rows are read; `nil` where it is not known beforehand.
  var asOf: String? {
    if case .anyTime? = plan.design.looks { return nil }
    return day == nil ? nil : duration?.readOn
  }

  /// The dates of the looks before the last, with commas between them; `nil` where they are not known.
  private var earlierLooks: String? {
    guard asOf != nil else { return nil }
    let dates = looks.dropLast().compactMap(\.date)
    return dates.isEmpty ? nil : dates.joined(separator: ",")
  }

  /// The share of each arm where they differ, of all installs: with a ramp not those that the test ends with.
  var unevenShares: [String]? {
    let allocation = calendar?.shares ?? plan.design.allocation
    guard allocation.contains(where: { abs($0 - allocation[0]) > 1e-12 }) else { return nil }
    return PlanNumbers.split(allocation)
  }

  /// What the reader must know before using the numbers.
  public var warnings: [String] {
    [denominatorWarning].compactMap { $0 }
  }

  private var denominatorWarning: String? {
    guard denominator != .installs else { return nil }
    let design = plan.design
    let rates = zip(plan.shares, design.counted.map { $0 / (1 - lost) }).map { share, counted in
      PlanNumbers.plain((100 * share * counted * 100).rounded() / 100) + "%"
    }
    return
      "Rates \(denominator.words) compare different people where options ask at different moments: those who leave before "
      + "they are asked do not count. Per install, plan with --rates \(rates.joined(separator: ","))."
  }
}
