public import GSLNumerics

/// A test of options whose shares are uncertain: what tests of a size show, over all draws of the inputs.
///
/// Given a draw, installs are independent people, so that an option's count is binomial. The chance of each verdict of a
/// draw follows from the large-sample score test that an analysis judges by. It is averaged over the draws (assurance;
/// O'Hagan, Stevens & Campbell 2005, "Assurance in clinical trial design").
public struct UncertainTest: Sendable {
  /// The baseline's share, by draw.
  public let baseline: [Double]
  /// The share of each other option, by draw.
  public let arms: [[Double]]
  /// Draws that are made together; 1 where each stands alone.
  public let trialsOfABlock: Int
  /// How the test is split and judged.
  public let design: TestDesign
  /// Differences below this in size are shown to be equal; 0 for none.
  public let margin: Double
  /// The normal deviate that the score of a comparison has to exceed, in either direction.
  let deviate: Double
  /// The normal deviate of each of the two one-sided tests of equality.
  let marginDeviate: Double
  let courses: StoppingCourses?

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9

  /// - Parameters:
  ///   - baseline: by draw.
  ///   - arms: of each comparison, by draw, as many draws.
  ///   - margin: at least 0; looks show no equality.
  /// - Throws: `NumericsError.outOfDomain` for a design of another number of arms; `.unequalLengths`, `.tooFewValues`, and what
  ///   the recursion throws.
  public init(
    baseline: [Double], arms: [[Double]], trialsOfABlock: Int = 1, design: TestDesign, margin: Double
  ) throws(NumericsError) {
    for arm in arms where arm.count != baseline.count {
      throw .unequalLengths(first: baseline.count, second: arm.count)
    }
    guard !baseline.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    guard design.comparisons == arms.count else {
      throw .outOfDomain(
        argument: "comparisons", value: Double(design.comparisons), expected: "one for each option")
    }
    func inside(_ share: Double) -> Double { min(1 - Self.leastShare, max(Self.leastShare, share)) }
    self.baseline = baseline.map(inside)
    self.arms = arms.map { $0.map(inside) }
    self.trialsOfABlock = trialsOfABlock
    self.design = design
    self.margin = margin
    deviate = -(try StandardNormal.quantile(design.comparisonLevel.alpha / 2))
    marginDeviate = -(try StandardNormal.quantile(min(0.5, design.comparisonLevel.alpha)))
    if let boundaries = design.boundaries { courses = try StoppingCourses(boundaries) } else { courses = nil }
  }

  /// An option's share less the baseline's, by draw.
  ///
  /// - Parameter comparison: from 0.
  public func differences(_ comparison: Int = 0) -> [Double] {
    zip(arms[comparison], baseline).map { $0 - $1 }
  }

  // MARK: - Over the draws

  /// What tests of one size show of one comparison, over the draws.
  public struct Chances: Equatable, Sendable {
    /// Installs of all options together.
    public let installs: Int
    /// The chance that the test shows the arm ahead.
    public let armAhead: MonteCarloNumber
    /// The chance that it shows the baseline ahead.
    public let baselineAhead: MonteCarloNumber
    /// The chance that it shows the two to differ by less than the margin.
    public let equal: MonteCarloNumber
    /// The chance that it shows none of these.
    public let open: MonteCarloNumber
    /// The chance that it shows its aim.
    public let shown: MonteCarloNumber
    /// The parts, unchanged.
    package init(
      installs: Int, armAhead: MonteCarloNumber, baselineAhead: MonteCarloNumber, equal: MonteCarloNumber,
      open: MonteCarloNumber, shown: MonteCarloNumber
    ) {
      self.installs = installs
      self.armAhead = armAhead
      self.baselineAhead = baselineAhead
      self.equal = equal
      self.open = open
      self.shown = shown
    }
  }

  /// Of each comparison.
  ///
  /// - Parameter installs: of all options together, at least 1.
  /// - Throws: what the margin's constrained shares throw.
  public func chances(installs: Int) throws(NumericsError) -> [Chances] {
    var byDraw: [[Outcome]] = []
    for draw in baseline.indices { byDraw.append(try outcomes(draw, installs: Double(installs))) }
    var found: [Chances] = []
    for comparison in arms.indices {
      found.append(try chances(byDraw.map { $0[comparison] }, installs: installs))
    }
    return found
  }

  private func chances(_ outcomes: [Outcome], installs: Int) throws(NumericsError) -> Chances {
    func mean(_ part: (Outcome) -> Double) throws(NumericsError) -> MonteCarloNumber {
      try average(outcomes.map(part))
    }
    return Chances(
      installs: installs, armAhead: try mean { $0.armAhead }, baselineAhead: try mean { $0.baselineAhead },
      equal: try mean { $0.equal },
      open: try mean { max(0, 1 - $0.armAhead - $0.baselineAhead - $0.equal) },
      shown: try mean { $0.aimShown })
  }

  /// Of comparisons that show one ahead, the share that shows the one which is worth less.
  ///
  /// - Parameters:
  ///   - installs: of all options together, at least 1.
  ///   - worth: what each arm is worth more than the baseline, by comparison and draw.
  /// - Returns: `nil` where no test shows one ahead, and for another number of draws.
  /// - Throws: as ``chances(installs:)``.
  public func misleading(installs: Int, worth: [[Double]]) throws(NumericsError) -> Double? {
    guard worth.count == arms.count, worth.allSatisfy({ $0.count == baseline.count }) else { return nil }
    var (shown, wrong) = (0.0, 0.0)
    for draw in baseline.indices {
      for (comparison, found) in try outcomes(draw, installs: Double(installs)).enumerated() {
        shown += found.armAhead + found.baselineAhead
        if worth[comparison][draw] < 0 { wrong += found.armAhead }
        if worth[comparison][draw] > 0 { wrong += found.baselineAhead }
      }
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

  /// How often each look decides a comparison, over the draws.
  public struct Stopping: Equatable, Sendable {
    /// By look.
    public let stops: [MonteCarloNumber]
    /// The share of the installs by which it is decided, on average.
    public let used: MonteCarloNumber

    /// The parts, unchanged.
    package init(stops: [MonteCarloNumber], used: MonteCarloNumber) {
      self.stops = stops
      self.used = used
    }
  }

  /// How often each look decides each comparison.
  ///
  /// - Parameter installs: of all options together, at least 1.
  /// - Returns: `nil` for a single look.
  /// - Throws: `NumericsError` never, for finite shares.
  public func stopping(installs: Int) throws(NumericsError) -> [Stopping]? {
    guard let courses else { return nil }
    var comparisons: [Stopping] = []
    for comparison in arms.indices {
      let found = baseline.indices.map {
        course($0, courses, comparison: comparison, installs: Double(installs))
      }
      var stops: [MonteCarloNumber] = []
      for look in courses.fractions.indices {
        stops.append(try average(found.map { $0.upper[look] + $0.lower[look] }))
      }
      comparisons.append(Stopping(stops: stops, used: try average(found.map(\.expectedInformation))))
    }
    return comparisons
  }
}
