public import Inference
import TestData
public import TextFormats

/// A column of event rows, or of a table of counts, that must not get worse.
///
/// Raw values are their names in files and flags.
public enum GuardrailColumn: String, CaseIterable, Codable, Hashable, Sendable {
  /// Whether the install came back on day 1, 0 or 1.
  case retainedD1 = "retained_d1"
  /// Whether the install came back on day 7, 0 or 1.
  case retainedD7 = "retained_d7"
  /// What the install was worth, a number.
  case value

  /// The day of a column of retention; `nil` for the value.
  public var retentionDay: Int? {
    switch self {
    case .retainedD1: 1
    case .retainedD7: 7
    case .value: nil
    }
  }
}

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

/// What a guardrail shows of an arm.
///
/// Raw values are their names in files.
public enum GuardrailFinding: String, CaseIterable, Encodable, Hashable, Sendable {
  /// Shown not to be worse by the margin or more.
  case notWorse = "not_worse"
  /// Neither is shown.
  case mayBeWorse = "may_be_worse"
  /// Shown to be worse by more than the margin.
  case worse

  /// - Parameters:
  ///   - interval: of the difference, at the level that is to hold.
  ///   - margin: how much worse still counts as not worse, in units of the difference.
  package init(_ interval: Interval, margin: Double) {
    if interval.lower > -margin {
      self = .notWorse
    } else if interval.upper < -margin {
      self = .worse
    } else {
      self = .mayBeWorse
    }
  }
}

/// One guardrail: every arm's rate or mean, and whether it is worse than the baseline's.
public struct Guardrail: Encodable, Sendable {
  /// One arm.
  public struct Arm: Encodable, Sendable {
    /// Installs it is read on.
    public let installs: Int
    /// Old enough, and not known.
    public let unknown: Int
    /// Not yet old enough.
    public let young: Int
    /// Those retained; `nil` for the value.
    public let retained: Int?
    /// The share retained, or the mean of winsorised values; `nil` where there are no installs.
    public let mean: Double?
    /// The variance of one install's number; `nil` without installs.
    let variance: Double?

    /// What it is read on.
    let sample: Sample

    private enum CodingKeys: String, CodingKey { case installs, unknown, young, retained, mean }

    init(sample: Sample, unknown: Int, young: Int) {
      self.sample = sample
      installs = sample.size
      self.unknown = unknown
      self.young = young
      mean = sample.mean
      switch sample {
      case .count(let count): (retained, variance) = (count.x, count.rate.map { $0 * (1 - $0) })
      case .values(let moments): (retained, variance) = (nil, moments.count > 0 ? moments.variance : nil)
      }
    }
  }

  /// One arm against the baseline.
  public struct Comparison: Encodable, Sendable {
    /// The position of the arm.
    @OptionNames public private(set) var arm: Int
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
    /// What is shown; `nil` where it cannot be judged, and ``reason`` says why.
    public internal(set) var finding: GuardrailFinding?
    /// Why nothing is shown, as the second half of a sentence.
    public internal(set) var reason: NotJudged?

    private enum CodingKeys: String, CodingKey {
      case arm = "option"
      case difference, method, within, interval
      case p = "pNotWorse"
      case adjusted = "pNotWorseAdjusted"
    }

    init(arm: Int) { self.arm = arm }
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
  public internal(set) var comparisons: [Comparison]
  /// Whether empty cells are as frequent in every arm; `nil` where too few are.
  public let dependence: SignificanceTest?
  /// The level of each interval; those of all options hold together.
  public let level: ConfidenceLevel
}

extension Guardrail.Comparison {
  /// The chance that the margin is kept, by the one-sided test of the opposite; `nil` at looks and without an interval.
  public var chanceOfHolding: Double? { interval == nil ? nil : p.map { 1 - $0.value } }
}

extension Guardrail {
  /// Installs of each arm with which an arm that is no worse than the baseline holds in at least 90% of what may be
  /// true, four times out of five; `nil` where the baseline says nothing of the spread.
  ///
  /// n = 2σ²(z₀.₉ + z₀.₈)²/δ², σ² that of the baseline.
  public func installsNeeded(baseline: Int) -> Int? {
    guard let margin = marginInUnits, margin > 0, let variance = arms[baseline].variance else { return nil }
    let deviates = 1.2815515655446004 + 0.8416212335729143
    let installs = (2 * variance * deviates * deviates / (margin * margin)).rounded(.up)
    return installs > 0 && installs < 1e12 ? Int(installs) : nil
  }
}
