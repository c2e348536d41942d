import GSLNumerics

/// A planned test: its sizes, what it detects and with which power.
public struct TestPlan: Hashable, Sendable {
  /// What was asked for.
  public enum Asked: String, CaseIterable, Hashable, Sendable {
    case size
    case power
    case difference
    /// Nothing was left out: whether the size has the power.
    case isEnough = "is_enough"
  }

  /// A size and its power.
  public struct Point: Hashable, Sendable {
    /// Installs of all arms together.
    public let total: Int
    /// Installs of each arm, the baseline first.
    public let installs: [Int]
    /// The power of each comparison, in the order of the arms.
    public let powers: [Double]
    /// Whether they are added up over all tables, and not those of the formula.
    public let isExact: Bool
    /// The power of all comparisons together; `nil` for a single one, and where it is not known.
    public let joint: JointPower?
    /// The smallest of the powers, or that of all comparisons together where that is asked for.
    public let power: Double

    /// The parts, unchanged.
    package init(
      total: Int, installs: [Int], powers: [Double], isExact: Bool, joint: JointPower?, power: Double
    ) {
      self.total = total
      self.installs = installs
      self.powers = powers
      self.isExact = isExact
      self.joint = joint
      self.power = power
    }
  }

  /// How often each look stops a comparison, in either direction.
  public struct Stopping: Hashable, Sendable {
    /// By look, where the difference is as assumed.
    public let ifTrue: [Double]
    /// By look, where the arms are equal.
    public let ifEqual: [Double]
    /// Installs of all arms that are used on average where the difference is as assumed.
    public let installsIfTrue: Double
    /// The same where the arms are equal.
    public let installsIfEqual: Double

    /// The parts, unchanged.
    package init(ifTrue: [Double], ifEqual: [Double], installsIfTrue: Double, installsIfEqual: Double) {
      self.ifTrue = ifTrue
      self.ifEqual = ifEqual
      self.installsIfTrue = installsIfTrue
      self.installsIfEqual = installsIfEqual
    }
  }

  /// How the test is split and judged.
  public let design: TestDesign
  /// What was asked for.
  public let asked: Asked
  /// The share of each arm, the baseline first, as given or as the test detects it.
  public let shares: [Double]
  /// The power that was wanted; `nil` where it was asked for.
  public let wantedPower: Double?
  /// The size, as given or as it was asked for.
  public let answer: Point
  /// Half of the size, the size, and twice the size.
  public let curve: [Point]

  /// How many times the installs of a test with a single look it takes, for the power wanted, or the usual one.
  public let inflation: Double
  /// How often each look stops the weakest comparison; `nil` for a single look.
  public let stopping: Stopping?
  /// The size that has the power; `nil` where the answer has it, none was wanted, or no size has it.
  public let needed: Point?

  /// The size that has the power where the simultaneous intervals of an analysis decide; `nil` where that is not another,
  /// and where no size is asked for.
  public let neededByIntervals: Point?

  /// Whether the test has the power that was wanted; true where none was.
  public let isEnough: Bool

  /// The most installs of an arm that a plan may have: those that an analysis reads.
  public static let mostInstalls = ObservedCount.largest

  /// Answers what a question leaves out.
  ///
  /// - Throws: ``TestPlanProblem``.
  public init(_ question: TestQuestion, design: TestDesign) throws(TestPlanProblem) {
    let power = question.power ?? TestQuestion.usualPower
    // Whether powers are added up over all tables where a test is small enough for that; a size that was asked for is
    // only where the formula differs by more than one install.
    let isExact: Bool
    var size = try Self.size(question, design)
    switch (question.arms, size) {
    case (nil, nil): throw .nothingGiven
    case (let arms?, nil):
      asked = .size
      shares = [question.baseline] + arms
      wantedPower = power
      let formula = try Self.sizeByFormula(design, shares: shares, power: power)
      let exact = try Self.exactSize(design, shares: shares, power: power, near: formula)
      isExact = exact != nil
      size = exact ?? formula
    case (nil, let given?):
      isExact = true
      asked = .difference
      wantedPower = power
      shares = try Self.sharesFound(design, baseline: question.baseline, given, power: power)
    case (let arms?, .some):
      asked = question.power == nil ? .power : .isEnough
      shares = [question.baseline] + arms
      isExact = true
      wantedPower = question.power
    }
    guard let size else { throw .nothingGiven }
    self.design = design
    let shares = shares
    func point(_ size: Size) throws(TestPlanProblem) -> Point {
      try Self.point(size, design, shares, isExact: isExact)
    }
    answer = try point(size)
    inflation = try numeric { () throws(NumericsError) in try design.inflation(power: power) }
    stopping = try Self.stopping(design, size, shares: shares)
    isEnough = asked != .isEnough || answer.power >= power
    do throws(TestPlanProblem) {
      needed = isEnough ? nil : try point(Self.sizeFound(design, shares: shares, power: power))
    } catch .tooFewClusters {
      needed = nil
    }
    let intervals = try numeric { () throws(NumericsError) in try design.judgedByIntervals() }
    neededByIntervals =
      asked == .size
      ? try intervals.map { design throws(TestPlanProblem) in
        try Self.point(Self.sizeFound(design, shares: shares, power: power), design, shares, isExact: isExact)
      } : nil
    curve = [
      try point(Self.halved(size, design)), answer, try point(Self.size(2 * size.total, design)),
    ]
  }

  /// A plan as it was made.
  package init(
    design: TestDesign, asked: Asked, shares: [Double], wantedPower: Double?, answer: Point, curve: [Point],
    inflation: Double, stopping: Stopping?, needed: Point?, neededByIntervals: Point?, isEnough: Bool
  ) {
    self.design = design
    self.asked = asked
    self.shares = shares
    self.wantedPower = wantedPower
    self.answer = answer
    self.curve = curve
    self.inflation = inflation
    self.stopping = stopping
    self.needed = needed
    self.neededByIntervals = neededByIntervals
    self.isEnough = isEnough
  }

  private static func point(
    _ size: Size, _ design: TestDesign, _ shares: [Double], isExact: Bool
  ) throws(TestPlanProblem) -> Point {
    try numeric { () throws(NumericsError) in
      let exact = isExact ? try design.exactPowers(installs: size.installs, shares: shares) : nil
      let powers: [Double]
      if let exact {
        powers = exact
      } else {
        powers = try design.powers(installs: Double(size.total), shares: shares)
      }
      let joint = try design.jointPower(installs: Double(size.total), shares: shares)
      let all = design.mustShowAll ? joint?.all : nil
      return Point(
        total: size.total, installs: size.installs, powers: powers, isExact: exact != nil, joint: joint,
        power: all ?? powers.min() ?? 0)
    }
  }

  /// Installs of all arms together, and of each.
  private typealias Size = (total: Int, installs: [Int])

  /// A total split as designed; what does not split into whole installs is not counted for an arm.
  private static func size(_ total: Int, _ design: TestDesign) -> Size {
    (total, design.allocation.map { Int((Double(total) * $0 * (1 + 1e-12)).rounded(.down)) })
  }

  /// Half of a size, without what does not split into whole installs.
  private static func halved(_ size: Size, _ design: TestDesign) -> Size {
    let half = Self.size(size.total / 2, design)
    let split = half.installs.reduce(0, +)
    return split > 0 ? (split, half.installs) : half
  }

  private static func size(_ question: TestQuestion, _ design: TestDesign) throws(TestPlanProblem) -> Size? {
    switch question.size {
    case nil: return nil
    case .total(let total):
      let size = size(total, design)
      guard let fewest = size.installs.min(), fewest > 0 else { throw .tooSmall(installs: total) }
      return size
    case .perArm(let installs):
      return (installs * design.allocation.count, design.allocation.map { _ in installs })
    }
  }

  /// The size by the formula, or that over all tables where they differ by more than one install.
  private static func sizeFound(
    _ design: TestDesign, shares: [Double], power: Double
  ) throws(TestPlanProblem) -> Size {
    let formula = try sizeByFormula(design, shares: shares, power: power)
    return try exactSize(design, shares: shares, power: power, near: formula) ?? formula
  }

  /// The size over all tables; `nil` where that is not known, or the formula differs by one install at most.
  private static func exactSize(
    _ design: TestDesign, shares: [Double], power: Double, near formula: Size
  ) throws(TestPlanProblem) -> Size? {
    let exact = try numeric { () throws(NumericsError) in
      try design.exactInstalls(shares: shares, power: power, near: Double(formula.installs[0]))
    }
    guard let exact, zip(exact, formula.installs).contains(where: { abs($0 - $1) > 1 }) else { return nil }
    return (exact.reduce(0, +), exact)
  }

  private static func sizeByFormula(
    _ design: TestDesign, shares: [Double], power: Double
  ) throws(TestPlanProblem) -> Size {
    let installs = try numeric { () throws(NumericsError) in try design.installs(shares: shares, power: power)
    }
    guard installs.isFinite else {
      let most = try numeric { () throws(NumericsError) in try design.mostPowers(shares: shares) }
      let enough = try numeric { () throws(NumericsError) in
        try design.fewestClusters(shares: shares, power: power)
      }
      throw .tooFewClusters(mostPower: most.min() ?? 0, enough: enough, byChance: design.levelOfOneSide)
    }
    let whole = design.wholeInstalls(installs)
    guard let most = whole.max(), most <= Double(mostInstalls) else {
      throw .tooLarge(installs: whole.max() ?? 0)
    }
    return (Int(whole.reduce(0, +)), whole.map { Int($0) })
  }

  /// Of the comparison that takes longest; arms are stopped together.
  private static func stopping(
    _ design: TestDesign, _ size: Size, shares: [Double]
  ) throws(TestPlanProblem) -> Stopping? {
    guard let boundaries = design.boundaries else { return nil }
    return try numeric { () throws(NumericsError) in
      let drifts = try design.drifts(installs: Double(size.total), shares: shares)
      let ifTrue = try boundaries.stopping(drift: drifts.min() ?? 0)
      let ifEqual = try boundaries.stopping(drift: 0)
      return Stopping(
        ifTrue: ifTrue.atEachLook, ifEqual: ifEqual.atEachLook,
        installsIfTrue: Double(size.total) * ifTrue.expectedInformation,
        installsIfEqual: Double(size.total) * ifEqual.expectedInformation)
    }
  }

  private static func sharesFound(
    _ design: TestDesign, baseline: Double, _ size: Size, power: Double
  ) throws(TestPlanProblem) -> [Double] {
    func share(above: Bool) throws(TestPlanProblem) -> Double? {
      try numeric { () throws(NumericsError) in
        // By the power that is then said of it: the formula's differs where tests are small.
        let exact = try design.exactDetectableShare(
          installs: size.installs, baseline: baseline, power: power, above: above)
        guard !exact.isKnown else { return exact.share }
        return try design.detectableShare(
          installs: Double(size.total), baseline: baseline, power: power, above: above)
      }
    }
    // Where no share above is far enough, one below may be.
    var found = try share(above: true)
    if found == nil { found = try share(above: false) }
    guard let found else { throw .nothingDetectable(installs: size.total) }
    return [baseline] + [Double](repeating: found, count: design.comparisons)
  }
}

/// The result of a numerical routine, with its error as a problem of the plan.
private func numeric<Value>(
  _ routine: () throws(NumericsError) -> Value
) throws(TestPlanProblem) -> Value {
  do throws(NumericsError) {
    return try routine()
  } catch {
    throw .numerics(error)
  }
}
