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
  /// How each comparison is judged.
  let rules: [ComparisonRule]
  /// How p-values of several comparisons are adjusted; `nil` where each is judged alone.
  let steps: SteppedBounds?
  let courses: StoppingCourses?

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9

  /// - Parameters:
  ///   - baseline: by draw.
  ///   - arms: of each comparison, by draw, as many draws.
  ///   - margin: at least 0; looks and a test on one side show no equality. An equivalence has its own.
  ///   - isAbove: of each comparison on one side, whether a larger share is looked for; `nil` for two sides.
  /// - Throws: `NumericsError.outOfDomain` for a design of another number of arms, of Fisher's test, and of one side
  ///   without `isAbove`; `.unequalLengths`, `.tooFewValues`, and what the recursion throws.
  public init(
    baseline: [Double], arms: [[Double]], trialsOfABlock: Int = 1, design: TestDesign, margin: Double,
    isAbove: [Bool]? = nil
  ) throws(NumericsError) {
    for arm in arms where arm.count != baseline.count {
      throw .unequalLengths(first: baseline.count, second: arm.count)
    }
    guard !baseline.isEmpty else { throw .tooFewValues(needed: 1, found: 0) }
    guard design.comparisons == arms.count, design.test == .score,
      (design.sides == .one) == (isAbove != nil), isAbove.map({ $0.count == arms.count }) ?? true
    else {
      throw .outOfDomain(
        argument: "comparisons", value: Double(design.comparisons),
        expected: "one for each option, by the score test, with a direction on one side alone")
    }
    func inside(_ share: Double) -> Double { min(1 - Self.leastShare, max(Self.leastShare, share)) }
    self.baseline = baseline.map(inside)
    self.arms = arms.map { $0.map(inside) }
    self.trialsOfABlock = trialsOfABlock
    self.design = design
    self.margin = if case .equivalent(let own) = design.aim { own } else { margin }
    var rules: [ComparisonRule] = []
    let interval = try design.levelOfIntervals()
    for arm in 1...design.comparisons {
      rules.append(
        try ComparisonRule(design, arm: arm, interval: interval, isAbove: isAbove.map { $0[arm - 1] }))
    }
    self.rules = rules
    steps = try SteppedBounds(design)
    if let boundaries = design.boundaries { courses = try StoppingCourses(boundaries) } else { courses = nil }
  }

  /// A test of two options.
  ///
  /// - Throws: as that of several.
  public init(
    baseline: [Double], arm: [Double], trialsOfABlock: Int = 1, design: TestDesign, margin: Double,
    isAbove: Bool? = nil
  ) throws(NumericsError) {
    try self.init(
      baseline: baseline, arms: [arm], trialsOfABlock: trialsOfABlock, design: design, margin: margin,
      isAbove: isAbove.map { [$0] })
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
    /// The chance that it shows its aim where that is true, of a difference which is ahead: the power, averaged over the
    /// draws.
    public let assurance: MonteCarloNumber
    /// Of tests that show their aim, the share in which it is not true: of a difference the wrong one is ahead (type S);
    /// `nil` with looks.
    public let wrongSign: Double?
    /// The mean size of the estimates of tests that show one ahead, over that of the true differences (type M); `nil`
    /// with looks, whose estimates are of other sizes, and for an aim that is no difference.
    public let exaggeration: Double?

    /// The parts, unchanged.
    package init(
      installs: Int, armAhead: MonteCarloNumber, baselineAhead: MonteCarloNumber, equal: MonteCarloNumber,
      open: MonteCarloNumber, shown: MonteCarloNumber, assurance: MonteCarloNumber, wrongSign: Double?,
      exaggeration: Double?
    ) {
      self.installs = installs
      self.armAhead = armAhead
      self.baselineAhead = baselineAhead
      self.equal = equal
      self.open = open
      self.shown = shown
      self.assurance = assurance
      self.wrongSign = wrongSign
      self.exaggeration = exaggeration
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
      found.append(try chances(comparison, byDraw.map { $0[comparison] }, installs: installs))
    }
    return found
  }

  private func chances(
    _ comparison: Int, _ outcomes: [Outcome], installs: Int
  ) throws(NumericsError) -> Chances {
    let differences = differences(comparison)
    func mean(_ part: (Int, Outcome) -> Double) throws(NumericsError) -> MonteCarloNumber {
      try average(outcomes.indices.map { part($0, outcomes[$0]) })
    }
    func isRight(_ draw: Int, _ outcome: Outcome) -> Double {
      let difference = differences[draw]
      switch design.aim {
      case .difference:
        return difference > 0 ? outcome.armAhead : difference < 0 ? outcome.baselineAhead : 0
      case .nonInferior(let margin): return difference > -margin ? outcome.aimShown : 0
      case .equivalent(let margin): return abs(difference) < margin ? outcome.aimShown : 0
      }
    }
    let shown = outcomes.reduce(0) { $0 + $1.aimShown }
    let right = outcomes.indices.reduce(0) { $0 + isRight($1, outcomes[$1]) }
    let sizes = outcomes.indices.reduce(0) { $0 + abs(differences[$1]) * outcomes[$1].aimShown }
    let estimates = outcomes.reduce(0) { $0 + $1.shownSize }
    let isSingle = courses == nil
    return Chances(
      installs: installs, armAhead: try mean { $1.armAhead }, baselineAhead: try mean { $1.baselineAhead },
      equal: try mean { $1.equal },
      open: try mean { max(0, 1 - $1.armAhead - $1.baselineAhead - $1.equal) },
      shown: try mean { $1.aimShown }, assurance: try mean(isRight),
      wrongSign: isSingle && shown > 0 ? max(0, 1 - right / shown) : nil,
      exaggeration: isSingle && design.aim == .difference && sizes > 0 ? estimates / sizes : nil)
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
