public import Inference
public import TestData
public import TextFormats

/// How much worse still counts as not worse.
public struct GuardrailMargin: Encodable, Hashable, Sendable {
  /// In units of the column (0.005 of a share is half a point), or as a fraction of the baseline's mean.
  public var amount: Double
  /// Whether ``amount`` is a fraction of the baseline's mean.
  public var isRelative: Bool

  /// Creates a margin.
  public init(_ amount: Double, isRelative: Bool = false) {
    self.amount = amount
    self.isRelative = isRelative
  }

  /// Half a point of retention; one twentieth of the baseline's value.
  public static func usual(for column: GuardrailColumn) -> GuardrailMargin {
    switch column {
    case .retainedD1, .retainedD7: GuardrailMargin(0.005)
    case .value: GuardrailMargin(0.05, isRelative: true)
    }
  }
}

/// One guardrail: every arm's rate or mean, and whether it is worse than the baseline's.
public struct Guardrail: Encodable, Sendable {
  /// One arm.
  public struct Arm: Sendable {
    /// What it is read on.
    var sample: Sample
    /// Old enough, and not known.
    public internal(set) var unknown = 0
    /// Not yet old enough.
    public internal(set) var young = 0

    /// Installs it is read on.
    public var installs: Int { sample.size }
    /// The share retained, or the mean of winsorised values; `nil` where there are no installs.
    public var mean: Double? { sample.mean }
    /// Those retained; `nil` for the value.
    public var retained: Int? { if case .count(let count) = sample { count.x } else { nil } }
  }

  /// One arm against the baseline.
  public struct Comparison: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var option: Int
    /// Arm less baseline; `nil` where either has no installs.
    public internal(set) var difference: Double?
    /// How the interval was made; `nil` without one.
    public internal(set) var method: VerdictBasis?
    /// The parts within which arms are compared; `nil` where all installs are read together.
    public internal(set) var within: ComparedWithin?
    /// The difference within these parts, put together.
    var combined: MeasuredDifference?
    /// The interval of the difference, whose lower limit is that of the one-sided test.
    public internal(set) var interval: Interval?
    /// One-sided p of "worse by the margin or more", for one look and this comparison alone.
    public internal(set) var p: PValue?
    /// The same, allowed for all comparisons: below half of α exactly where the interval keeps the margin.
    public internal(set) var adjusted: PValue?
    /// Why it cannot be judged; `nil` where it can.
    public internal(set) var reason: NotJudged?

    private enum CodingKeys: String, CodingKey {
      case option, difference, method, within, interval
      case p = "pNotWorse"
      case adjusted = "pNotWorseAdjusted"
    }
  }

  /// What is guarded.
  public let column: GuardrailColumn
  /// How much worse still counts as not worse.
  public let margin: GuardrailMargin
  /// The margin in units of the column; `nil` where it is a fraction of a mean that is not above 0.
  public let marginInUnits: Double?
  /// The age in days from which installs are read; `nil` for the value in a table of counts, which does not say.
  public let age: Int?
  /// Where large and small values were moved to; `nil` for retention and without values.
  public let winsorising: Winsorising?
  /// The arms in the order of the data.
  @PerOption public private(set) var arms: [Arm]
  /// The arms other than the baseline, in order.
  public internal(set) var comparisons: [Comparison] = []
  /// Whether empty cells are as frequent in every arm; `nil` where too few are.
  public let dependence: SignificanceTest?
  /// The level of each interval; those of all options hold together.
  public let level: ConfidenceLevel
}

extension Guardrail.Arm: Encodable {
  private enum CodingKeys: String, CodingKey { case installs, unknown, young, retained, mean }

  /// What it is read on, and who is left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(installs, forKey: .installs)
    try members.encode(unknown, forKey: .unknown)
    try members.encode(young, forKey: .young)
    try members.encodeIfPresent(retained, forKey: .retained)
    try members.encodeIfPresent(mean, forKey: .mean)
  }
}

extension Guardrail {
  /// The chance that a comparison keeps the margin, by the one-sided test of the opposite; `nil` at looks, without an
  /// interval, and where it is not judged.
  public func chanceOfHolding(_ comparison: Comparison) -> Double? {
    guard comparison.reason == nil, comparison.interval != nil else { return nil }
    return comparison.p.map { 1 - $0.value }
  }

  /// Whether an arm is shown to keep the margin, by its interval, or shown not to; `nil` for neither.
  public func isKept(_ comparison: Comparison) -> Bool? {
    guard comparison.reason == nil, let margin = marginInUnits, let interval = comparison.interval else {
      return nil
    }
    return interval.lower > -margin ? true : interval.upper < -margin ? false : nil
  }

  /// Installs of each arm with which an arm that is no worse than the baseline holds in at least 90% of what may be
  /// true, four times out of five; `nil` where the baseline says nothing of the spread.
  ///
  /// n = 2σ²(z₀.₉ + z₀.₈)²/δ², σ² that of the baseline.
  public func installsNeeded(baseline: Int) -> Int? {
    guard let margin = marginInUnits, margin > 0, let variance = arms[baseline].sample.variance else {
      return nil
    }
    let deviates = 1.2815515655446004 + 0.8416212335729143
    let installs = (2 * variance * deviates * deviates / (margin * margin)).rounded(.up)
    return installs > 0 && installs < 1e12 ? Int(installs) : nil
  }
}
