public import GSLNumerics

extension CommonStratumBounds {
  /// An interval for the difference that the bounds enclose, with the sampling error of both of them.
  ///
  /// Imbens and Manski's (Econometrica 72, 2004): from the lower bound less c standard errors to the
  /// upper bound plus c, where Φ(c + Δ/σ) − Φ(−c) = 1 − α for bounds Δ apart and the larger σ of the
  /// two, so that it holds the *difference*, wherever between the bounds it lies. Standard errors are
  /// by the delta method in the two prompted shares and the two rates per prompted, with one success
  /// and one failure added to each count, so that none is 0.
  ///
  /// The interval presumes an estimate of the width that is superefficient near 0 (Stoye, Econometrica 77, 2009).
  /// Here the width is near 0 at the corners alone, for which the rule below stands.
  ///
  /// The bounds have corners: where both arms prompt the same share, and where all, or none, of the
  /// trimmed may be those who allow. Each bound is the least (or the largest) of smooth pieces there.
  /// A limit of the smaller of two pieces is the smaller of their limits. A limit of the larger of two
  /// is the limit of the one that is larger, and within ``cornerWidth`` standard errors of the corner,
  /// where that is not known, the larger of the two limits at half of α.
  /// - Parameters:
  ///   - arm: what the arm prompted and what came of it.
  ///   - baseline: the same of the baseline.
  ///   - level: the confidence.
  /// - Returns: none where nobody was prompted in an arm.
  /// - Throws: what the numerical routines throw.
  public static func interval(
    _ arm: PromptedCount, against baseline: PromptedCount, at level: ConfidenceLevel
  ) throws(NumericsError) -> ValueOrReason<ConfidenceInterval> {
    guard case .value(let bounds) = of(arm, against: baseline) else { return .none(.nobodyPrompted) }
    let lower = LowerBound(Side(arm), Side(baseline))
    let upper = LowerBound(Side(baseline), Side(arm))
    let largest = max(lower.deviation, upper.deviation)
    let apart = max(0, bounds.upper - bounds.lower) / largest
    let c = (
      alone: try factor(apart: apart, level), either: try factor(apart: apart, level.simultaneous(over: 2))
    )
    return .value(
      ConfidenceInterval(
        lower: max(-1, min(bounds.lower, lower.limit(c))), upper: min(1, max(bounds.upper, -upper.limit(c))),
        level: level))
  }

  /// How many standard errors from a corner both of its pieces still count.
  static let cornerWidth = 4.0

  /// c of Imbens and Manski for bounds that lie a number of standard errors apart: the two-sided deviate
  /// where they coincide, the one-sided where they are far apart.
  static func factor(apart: Double, _ level: ConfidenceLevel) throws(NumericsError) -> Double {
    var low = -(try StandardNormal.quantile(min(0.5, level.alpha)))
    var high = -(try StandardNormal.quantile(level.alpha / 2))
    // Forty halvings of less than one unit.
    for _ in 0..<40 {
      let middle = (low + high) / 2
      let missed =
        try StandardNormal.cumulative(-middle) + StandardNormal.cumulative(-(middle + apart))
      if missed > level.alpha { low = middle } else { high = middle }
    }
    return high
  }
}

/// One arm as the delta method needs it.
private struct Side {
  /// The share prompted and the rate per prompted, as observed.
  let share: Double
  let rate: Double
  /// Variances of their estimates.
  let shareVariance: Double
  let rateVariance: Double

  init(_ count: PromptedCount) {
    share = count.prompted.rate ?? 0
    rate = count.allowed.rate ?? 0
    shareVariance = Self.variance(count.prompted)
    rateVariance = Self.variance(count.allowed)
  }

  private static func variance(_ count: ObservedCount) -> Double {
    let people = Double(count.n) + 2
    let rate = (Double(count.x) + 1) / people
    return rate * (1 - rate) / people
  }
}

/// The lower bound as the smaller of two, each the larger of two smooth pieces.
///
/// With p the rates and r the baseline's share over the arm's it is
/// min(max(1 − (1 − p₁)/r − p₀, −p₀), max(p₁ − p₀r, p₁ − 1)),
/// the first where the arm is trimmed (r < 1), the second where the baseline is. The upper bound is
/// that of the arms exchanged, with its sign turned.
private struct LowerBound {
  struct Piece {
    let value: Double
    let deviation: Double

    func limit(_ c: Double) -> Double { value - c * deviation }
  }

  /// Trimming the arm, and trimming the baseline: the trimmed piece, and the one that holds where
  /// trimming leaves nobody, or everybody, of those who allow.
  let sides: [(trimmed: Piece, extreme: Piece)]

  init(_ arm: Side, _ baseline: Side) {
    let ratio = baseline.share / arm.share
    let ratioVariance =
      ratio * ratio
      * (arm.shareVariance / (arm.share * arm.share)
        + baseline.shareVariance / (baseline.share * baseline.share))
    let refused = 1 - arm.rate
    let armTrimmed = Piece(
      value: 1 - refused / ratio - baseline.rate,
      variance: arm.rateVariance / (ratio * ratio) + baseline.rateVariance
        + refused * refused * ratioVariance / (ratio * ratio * ratio * ratio))
    let baselineTrimmed = Piece(
      value: arm.rate - baseline.rate * ratio,
      variance: arm.rateVariance + ratio * ratio * baseline.rateVariance
        + baseline.rate * baseline.rate * ratioVariance)
    sides = [
      (armTrimmed, Piece(value: -baseline.rate, variance: baseline.rateVariance)),
      (baselineTrimmed, Piece(value: arm.rate - 1, variance: arm.rateVariance)),
    ]
  }

  /// The standard error of the piece that holds at the estimate.
  var deviation: Double {
    let holding = sides.map { $0.trimmed.value > $0.extreme.value ? $0.trimmed : $0.extreme }
    return (holding.min { $0.value < $1.value } ?? holding[0]).deviation
  }

  /// The bound less a number of standard errors, `either` where it may be either of two pieces.
  func limit(_ c: (alone: Double, either: Double)) -> Double {
    sides.map { side in
      let gap = side.trimmed.value - side.extreme.value
      // How far from the corner, in standard errors of the two pieces together.
      let width = CommonStratumBounds.cornerWidth * max(side.trimmed.deviation, side.extreme.deviation)
      if gap > width { return side.trimmed.limit(c.alone) }
      if gap < -width { return side.extreme.limit(c.alone) }
      return max(side.trimmed.limit(c.either), side.extreme.limit(c.either))
    }.reduce(1, min)
  }
}

extension LowerBound.Piece {
  init(value: Double, variance: Double) {
    self.value = value
    deviation = variance.squareRoot()
  }
}
