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
