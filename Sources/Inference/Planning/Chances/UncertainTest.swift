import Foundation
public import GSLNumerics

/// A test of two options whose shares are uncertain: what tests of a size show, over all draws of the inputs.
///
/// Given a draw, installs are independent people, so that an option's count is binomial. The chance of each verdict of a
/// draw follows from the large-sample score test that an analysis judges by. It is averaged over the draws (assurance;
/// O'Hagan, Stevens & Campbell 2005, "Assurance in clinical trial design").
public struct UncertainTest: Sendable {
  /// The baseline's share, by draw.
  public let baseline: [Double]
  /// The arm's share, by draw.
  public let arm: [Double]
  /// Draws that are made together; 1 where each stands alone.
  public let trialsOfABlock: Int
  /// How the test is split and judged: two arms, a difference, two sides.
  public let design: TestDesign
  /// Differences below this in size are shown to be equal; 0 for none.
  public let margin: Double
  private let deviate: Double
  private let marginDeviate: Double
  private let courses: StoppingCourses?
  private let clusters: ClusteredPower?
  /// How many times its true value the standard error of a test is estimated, with the chance of each value.
  private let scales: [(scale: Double, weight: Double)]

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9

  /// - Parameters:
  ///   - baseline: by draw.
  ///   - arm: by draw, as many.
  ///   - margin: at least 0; looks show no equality.
  /// - Throws: `NumericsError.outOfDomain` for a design of other than two arms, a difference and two sides;
  ///   `.unequalLengths`, `.tooFewValues`, and what the recursion throws.
  public init(
    baseline: [Double], arm: [Double], trialsOfABlock: Int = 1, design: TestDesign, margin: Double
  ) throws(NumericsError) {
    guard baseline.count == arm.count else {
      throw .unequalLengths(first: baseline.count, second: arm.count)
    }
    guard !baseline.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    guard design.comparisons == 1, design.aim == .difference, design.sides == .two, design.test == .score
    else {
      throw .outOfDomain(
        argument: "comparisons", value: Double(design.comparisons),
        expected: "one, of a difference, on two sides, by the score test")
    }
    func inside(_ share: Double) -> Double { min(1 - Self.leastShare, max(Self.leastShare, share)) }
    self.baseline = baseline.map(inside)
    self.arm = arm.map(inside)
    self.trialsOfABlock = trialsOfABlock
    self.design = design
    self.margin = margin
    let alpha = design.comparisonLevel.alpha
    clusters = design.clustered(1)
    if let clusters {
      // The analysis judges equality of clusters by the same interval.
      deviate = try clusters.bound()
      marginDeviate = deviate
      scales = clusters.scales
    } else {
      deviate = -(try StandardNormal.quantile(alpha / 2))
      marginDeviate = -(try StandardNormal.quantile(alpha))
      scales = [(1, 1)]
    }
    if let boundaries = design.boundaries { courses = try StoppingCourses(boundaries) } else { courses = nil }
  }

  /// The arm's share less the baseline's, by draw.
  public var differences: [Double] { zip(arm, baseline).map { $0 - $1 } }

  // MARK: - One draw

  /// What a test under one draw shows.
  struct Outcome {
    /// The chance that it shows the arm ahead.
    var armAhead: Double
    /// The chance that it shows the baseline ahead.
    var baselineAhead: Double
    /// The chance that it shows the two to be within the margin.
    var equal: Double
    /// The mean size of the estimated difference where it shows one ahead, times the chance of that.
    var shownSize: Double
  }

  /// The standard errors of the difference: were both the same, and as the shares are.
  private func errors(_ draw: Int, installs: Double) -> (pooled: Double, own: Double) {
    let people = design.baselinePeople(ofInstalls: installs)
    let ratio = design.ratio(1)
    let (first, second) = (baseline[draw], arm[draw])
    let mean = (first + ratio * second) / (1 + ratio)
    let variance = (first * (1 - first) + second * (1 - second) / ratio) / people
    if let clusters {
      let error = (clusters.variance(between: mean) + variance).squareRoot()
      return (error, error)
    }
    return ((mean * (1 - mean) * (1 + 1 / ratio) / people).squareRoot(), variance.squareRoot())
  }

  /// The standard error of the estimated difference of a test, under one draw.
  func error(_ draw: Int, installs: Double) -> Double { errors(draw, installs: installs).own }

  /// - Parameter installs: of both options together, above 0.
  func outcome(_ draw: Int, installs: Double) -> Outcome {
    let difference = arm[draw] - baseline[draw]
    let (pooled, own) = errors(draw, installs: installs)
    if let courses {
      let course = courses.course(drift: drift(difference, pooled: pooled, own: own))
      return Outcome(
        armAhead: course.upper.reduce(0, +), baselineAhead: course.lower.reduce(0, +), equal: 0,
        shownSize: 0)
    }
    var outcome = Outcome(armAhead: 0, baselineAhead: 0, equal: 0, shownSize: 0)
    for (scale, weight) in scales {
      let nearest = margin - marginDeviate * own * scale
      let bound = max(deviate * pooled * scale, nearest)
      let (above, below) = ((bound - difference) / own, (bound + difference) / own)
      let (armAhead, baselineAhead) = (normalUpperTail(above), normalUpperTail(below))
      outcome.armAhead += weight * armAhead
      outcome.baselineAhead += weight * baselineAhead
      if nearest > 0 {
        let apart =
          normalUpperTail((nearest - difference) / own) + normalUpperTail((nearest + difference) / own)
        outcome.equal += weight * max(0, 1 - apart)
      }
      // E[|x|; |x| > bound] of a normal x (Lu, Qiu & Deng 2019).
      outcome.shownSize +=
        weight
        * (difference * (armAhead - baselineAhead) + own * (normalDensity(above) + normalDensity(below)))
    }
    return outcome
  }

  /// The mean of the score at the end of a test with looks, whose single look would have the same power.
  private func drift(_ difference: Double, pooled: Double, own: Double) -> Double {
    let size = deviate + (abs(difference) - deviate * pooled) / own
    return difference < 0 ? -size : size
  }

  // MARK: - Over the draws

  /// What tests of one size show, over the draws.
  public struct Chances: Equatable, Sendable {
    /// Installs of both options together.
    public let installs: Int
    /// The chance that the test shows the arm ahead.
    public let armAhead: MonteCarloNumber
    /// The chance that it shows the baseline ahead.
    public let baselineAhead: MonteCarloNumber
    /// The chance that it shows the two to differ by less than the margin.
    public let equal: MonteCarloNumber
    /// The chance that it shows none of these.
    public let open: MonteCarloNumber
    /// The chance that it shows ahead which is: the power, averaged over the draws.
    public let assurance: MonteCarloNumber
    /// Of tests that show one ahead, the share that shows the wrong one (type S); `nil` with looks.
    public let wrongSign: Double?
    /// The mean size of the estimates of tests that show one ahead, over that of the true differences (type M); `nil`
    /// with looks, whose estimates are of other sizes.
    public let exaggeration: Double?

    /// The parts, unchanged.
    package init(
      installs: Int, armAhead: MonteCarloNumber, baselineAhead: MonteCarloNumber, equal: MonteCarloNumber,
      open: MonteCarloNumber, assurance: MonteCarloNumber, wrongSign: Double?, exaggeration: Double?
    ) {
      self.installs = installs
      self.armAhead = armAhead
      self.baselineAhead = baselineAhead
      self.equal = equal
      self.open = open
      self.assurance = assurance
      self.wrongSign = wrongSign
      self.exaggeration = exaggeration
    }
  }

  /// - Parameter installs: of both options together, at least 1.
  /// - Throws: `NumericsError` never, for finite shares.
  public func chances(installs: Int) throws(NumericsError) -> Chances {
    let outcomes = baseline.indices.map { outcome($0, installs: Double(installs)) }
    let differences = differences
    func mean(_ part: (Int, Outcome) -> Double) throws(NumericsError) -> MonteCarloNumber {
      try average(outcomes.indices.map { part($0, outcomes[$0]) })
    }
    func isRight(_ draw: Int, _ outcome: Outcome) -> Double {
      differences[draw] > 0 ? outcome.armAhead : differences[draw] < 0 ? outcome.baselineAhead : 0
    }
    let shown = outcomes.reduce(0) { $0 + $1.armAhead + $1.baselineAhead }
    let right = outcomes.indices.reduce(0) { $0 + isRight($1, outcomes[$1]) }
    let sizes = outcomes.indices.reduce(0) {
      $0 + abs(differences[$1]) * (outcomes[$1].armAhead + outcomes[$1].baselineAhead)
    }
    let estimates = outcomes.reduce(0) { $0 + $1.shownSize }
    let isSingle = courses == nil
    return Chances(
      installs: installs, armAhead: try mean { $1.armAhead }, baselineAhead: try mean { $1.baselineAhead },
      equal: try mean { $1.equal },
      open: try mean { max(0, 1 - $1.armAhead - $1.baselineAhead - $1.equal) },
      assurance: try mean(isRight),
      wrongSign: isSingle && shown > 0 ? max(0, 1 - right / shown) : nil,
      exaggeration: isSingle && sizes > 0 ? estimates / sizes : nil)
  }

  /// Of tests that show one ahead, the share that shows the one which is worth less.
  ///
  /// - Parameters:
  ///   - installs: of both options together, at least 1.
  ///   - worth: what the arm is worth more than the baseline, by draw.
  /// - Returns: `nil` where no test shows one ahead, and for another number of draws.
  public func misleading(installs: Int, worth: [Double]) -> Double? {
    guard worth.count == baseline.count else { return nil }
    var (shown, wrong) = (0.0, 0.0)
    for draw in baseline.indices {
      let found = outcome(draw, installs: Double(installs))
      shown += found.armAhead + found.baselineAhead
      if worth[draw] < 0 { wrong += found.armAhead }
      if worth[draw] > 0 { wrong += found.baselineAhead }
    }
    return shown > 0 ? wrong / shown : nil
  }

  /// The mean of a number per draw, with its Monte Carlo error; 0 where there is a single draw.
  ///
  /// - Throws: `NumericsError.notFinite`, `.tooFewValues` for no number.
  public func average(_ values: [Double]) throws(NumericsError) -> MonteCarloNumber {
    guard let mean = try MonteCarloMean(values, trialsOfABlock: trialsOfABlock) else {
      throw .tooFewValues(needed: 1, found: 0)
    }
    return MonteCarloNumber(value: mean.mean, mcse: mean.mcse ?? 0)
  }

  /// The chance of a test to end at each look, over the draws, and the share of its installs that it uses on average.
  ///
  /// - Parameter installs: of both options together, at least 1.
  /// - Returns: `nil` for a single look.
  /// - Throws: `NumericsError` never, for finite shares.
  public func stopping(
    installs: Int
  ) throws(NumericsError) -> (stops: [MonteCarloNumber], used: MonteCarloNumber)? {
    guard let courses else { return nil }
    let found = baseline.indices.map { draw in
      let (pooled, own) = errors(draw, installs: Double(installs))
      return courses.course(drift: drift(arm[draw] - baseline[draw], pooled: pooled, own: own))
    }
    var stops: [MonteCarloNumber] = []
    for look in courses.fractions.indices {
      stops.append(try average(found.map { $0.upper[look] + $0.lower[look] }))
    }
    return (stops, try average(found.map(\.expectedInformation)))
  }
}
