/// A number of the model: known, or known only as a distribution.
///
/// A distribution stands for what *we* do not know. It is drawn once per trial,
/// once per path where it is written, and shared by all arms, scenarios and
/// installs of that trial. Spread between people is never written this way.
public struct Parameter: Hashable, Sendable {
  /// What is known of the number; a known number is within ``range``.
  public let distribution: Distribution
  /// Where the number is written, as a path of keys: the address of its draws.
  public let path: String
  /// The values it may take; draws outside are drawn again.
  public let range: LegalRange

  /// A number, where it is written, and what it may be.
  ///
  /// - Precondition: a known number is within the range. The reader of files reports those that are not.
  public init(_ distribution: Distribution, path: String, range: LegalRange) {
    if case .constant(let value) = distribution {
      precondition(range.contains(value), "\(value) is no number at '\(path)'")
    }
    self.distribution = distribution
    self.path = path
    self.range = range
  }

  /// The parameter with other knowledge of it, at the same path.
  package func replacing(_ distribution: Distribution) -> Parameter {
    Parameter(distribution, path: path, range: range)
  }

  /// The number itself where it is known; `nil` where it is a distribution.
  public var constant: Double? {
    if case .constant(let value) = distribution { value } else { nil }
  }

  /// The number, or the middle of its distribution: mean, median or mode, whichever names it; `nil` of a joint
  /// one, whose numbers stand on scales of their own.
  package var middle: Double? {
    switch distribution {
    case .constant(let value): value
    case .normal(let mean, _): mean
    case .lognormal(let median, _): median
    case .beta(let a, let b): a / (a + b)
    case .uniform(let low, let high): (low + high) / 2
    case .triangular(_, let mode, _): mode
    case .joint: nil
    }
  }
}

/// As its path and what is known of it: what it may be follows from where it stands.
extension Parameter: Encodable {
  /// Writes one text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(path): \(distribution.spelled)")
  }
}

/// The shapes in which an unknown number can be written.
public enum Distribution: Hashable, Sendable {
  case constant(Double)
  case normal(mean: Double, sd: Double)
  /// `exp(Normal(ln median, sigma))`.
  case lognormal(median: Double, sigma: Double)
  case beta(a: Double, b: Double)
  case uniform(low: Double, high: Double)
  case triangular(low: Double, mode: Double, high: Double)
  /// The `member`th value of the joint normal at path `joint`.
  case joint(String, member: Int)

  /// As an experiment file has it: `0.31`, `{normal: [0.3, 0.02]}`; a member of a joint by the joint's path.
  var spelled: String {
    switch self {
    case .constant(let value): "\(value)"
    case .normal(let mean, let sd): "{normal: [\(mean), \(sd)]}"
    case .lognormal(let median, let sigma): "{lognormal: [\(median), \(sigma)]}"
    case .beta(let a, let b): "{beta: [\(a), \(b)]}"
    case .uniform(let low, let high): "{uniform: [\(low), \(high)]}"
    case .triangular(let low, let mode, let high): "{triangular: [\(low), \(mode), \(high)]}"
    case .joint(let path, let member): "joint \(path), member \(member + 1)"
    }
  }
}

/// The values a parameter may take.
public struct LegalRange: Hashable, Sendable {
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double
  /// Whether the ends themselves are legal.
  public let includesLow: Bool
  /// Whether the upper end is legal.
  public let includesHigh: Bool

  /// The values from `low` to `high`.
  public init(_ low: Double, _ high: Double, includesLow: Bool = true, includesHigh: Bool = true) {
    self.low = low
    self.high = high
    self.includesLow = includesLow
    self.includesHigh = includesHigh
  }

  /// [0, 1]: probabilities, shares and rates of people.
  public static let probability = LegalRange(0, 1)
  /// (0, 1): `allow.rate` and `continue.rate`, whose log-odds must exist.
  public static let openProbability = LegalRange(0, 1, includesLow: false, includesHigh: false)
  /// [−1, 1].
  public static let correlation = LegalRange(-1, 1)
  /// Mean sessions on a day with at least one: at least 1, and no more than anybody can have.
  public static let sessionsPerActiveDay = LegalRange(1, 1000)
  /// (0, ∞): odds ratios, shapes, rates.
  public static let positive = LegalRange(0, .infinity, includesLow: false, includesHigh: false)
  /// [0, ∞): where 0 means none.
  public static let nonNegative = LegalRange(0, .infinity, includesHigh: false)
  /// Any finite number: log-odds slopes.
  public static let real = LegalRange(-.infinity, .infinity, includesLow: false, includesHigh: false)

  /// Whether the numbers are shares or probabilities, which may be written as a percentage.
  public var isShare: Bool { low == 0 && high == 1 }

  /// The smallest legal value.
  package var least: Double { includesLow ? low : low.nextUp }
  /// The largest legal value.
  package var most: Double { includesHigh ? high : high.nextDown }

  /// The legal number nearest to `value`; the least one for NaN.
  package func clamped(_ value: Double) -> Double { value > least ? min(value, most) : least }

  /// Whether `value` is legal; false for NaN and infinities.
  public func contains(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    return (includesLow ? value >= low : value > low) && (includesHigh ? value <= high : value < high)
  }
}

/// Several parameters drawn together, as calibration writes them.
///
/// Normal on the unconstrained scale, with the given mean and covariance.
public struct JointDistribution: Encodable, Hashable, Sendable {
  // What its members may be follows from their paths.
  private enum CodingKeys: CodingKey { case path, paths, scales, mean, factor }

  /// The unconstrained scale of one member.
  public enum Scale: String, CaseIterable, Codable, Hashable, Sendable {
    case identity
    case log
    case logit
  }

  /// Where the joint is written: the address of its draws.
  public var path: String
  /// The parameter paths it sets, relative to the mapping it is written in.
  public var paths: [String]
  /// The unconstrained scale of each member.
  public var scales: [Scale]
  /// The legal range of each member; the whole vector is drawn again when one is outside.
  public var ranges: [LegalRange]
  /// Means on the unconstrained scales.
  public var mean: [Double]
  /// The lower triangular Cholesky factor of the covariance, row by row.
  public var factor: [[Double]]

  /// Parts of one size.
  package init(
    path: String, paths: [String], scales: [Scale], ranges: [LegalRange], mean: [Double],
    factor: [[Double]]
  ) {
    let size = paths.count
    let sizes = [scales.count, ranges.count, mean.count, factor.count]
    precondition(
      size > 0 && sizes.allSatisfy { $0 == size }, "'\(path)' draws as many numbers as it has paths")
    self.path = path
    self.paths = paths
    self.scales = scales
    self.ranges = ranges
    self.mean = mean
    self.factor = factor
  }
}

/// Where a parameter's number comes from.
public struct Evidence: Hashable, Sendable, Codable {
  /// How good the evidence is.
  public enum Grade: String, CaseIterable, Hashable, Sendable, Codable {
    /// From the app's own data.
    case measured
    /// From a source that anyone can read.
    case published
    /// From nobody: a judgement. What has no evidence counts as assumed.
    case assumed
  }
  /// How good it is.
  public var grade: Grade
  /// Who says so.
  public var source: String?
  /// When it was so, as written.
  public var date: String?
  /// The people that the number is a share of.
  public var denominator: String?

  package init(grade: Grade, source: String? = nil, date: String? = nil, denominator: String? = nil) {
    self.grade = grade
    self.source = source
    self.date = date
    self.denominator = denominator
  }
}
