public import Inference
public import TestData

/// What a person may choose of the analysis of a real test.
public struct AnalysisOptions: Encodable, Sendable {
  /// Confidence and margin.
  public var statistics = CountsAnalysis.Options()
  /// The name of the arm the others are compared with; `nil` for the first: of counts in the table, of event rows by name.
  public var baseline: String?
  /// How installs were meant to be split, one share per arm in the order of the data; `nil` for evenly.
  public var allocation: [Double]?
  /// The installs of all arms together that the test is planned for, fixed before the first look.
  public var plannedInstalls: Int?
  /// Whether the test is still running and will be looked at again, so that the verdict must hold at
  /// every look.
  public var isRunning = false

  /// When the test was looked at before the as-of moment, in order; empty for a single look at its end.
  public var earlierLooks: [AsOf] = []
  /// The day after the install that rates are compared by; `nil` for the latest that half of every arm has
  /// reached.
  public var day: Int?

  /// The margins of guardrails, where they are not the usual ones; the data must have the columns named.
  public var guardrailMargins: [GuardrailColumn: GuardrailMargin] = [:]
  /// How much lower the share that allowed may be and still count as not worse; `nil` where it is not asked.
  public var nonInferiorityMargin: Double?

  /// All defaults.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case statistics, allocation, plannedInstalls, isRunning
  }
}

/// Choices that do not fit the data.
public enum AnalysisRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no arm of that name.
  case noSuchBaseline(name: String, arms: [String])
  /// There are not as many shares as arms.
  case allocationOfOtherArms(shares: Int, arms: [String])
  /// An arm has more people than the statistics are tested for.
  case tooManyPeople(arm: String, people: Int)
  /// Looks at a running test were asked for, and the data do not say how old installs are.
  case looksNeedAges
  /// A look is not a whole number of days before the as-of moment.
  case lookBetweenDays(look: AsOf, asOf: AsOf)
  /// Looks were given, but not the size that the test is planned for.
  case looksNeedPlan
  /// A guardrail was asked for whose column the data do not have.
  case noSuchGuardrail(GuardrailColumn)

  /// Whether the data cannot be used, whatever is chosen.
  public var isOfData: Bool {
    switch self {
    case .tooManyPeople: true
    case .noSuchBaseline, .allocationOfOtherArms, .looksNeedAges, .lookBetweenDays, .looksNeedPlan,
      .noSuchGuardrail:
      false
    }
  }

  /// What was expected and what was found.
  public var description: String {
    switch self {
    case .noSuchBaseline(let name, let arms):
      "'--baseline \(name)': there is no such option; the data have \(arms.joined(separator: ", "))."
    case .allocationOfOtherArms(let shares, let arms):
      "'--allocation' gives \(shares) \(shares == 1 ? "share" : "shares") for \(arms.count) "
        + "\(arms.count == 1 ? "option" : "options") (\(arms.joined(separator: ", "))); give one for each, in this order."
    case .tooManyPeople(let arm, let people):
      "option '\(arm)' has \(people) people; the statistics are tested up to \(ObservedCount.largest)."
    case .lookBetweenDays(let look, let asOf):
      "'--looks': \(look) is not a whole number of days before --as-of, \(asOf)."
    case .noSuchGuardrail(let column):
      column == .value
        ? "'--guardrail value': the data have no column 'value'. Event rows have it, and a table of counts has "
          + "'value_mean' and 'value_sd': a mean alone has no interval."
        : "'--guardrail \(column.rawValue)': the data have no column '\(column.rawValue)'. Event rows have it as 0 or 1, "
          + "a table of counts as the number of installs."
    case .looksNeedPlan:
      "'--looks' needs '--planned', the installs that the test is planned for: boundaries spend by the share of them."
    case .looksNeedAges:
      "'--peek' and '--looks' need event rows: counts do not say how old installs are, and options that ask late have not "
        + "asked all of theirs yet."
    }
  }
}
