import GSLNumerics

/// A planned test: its sizes, what it detects and with which power.
public struct FormulaPlan: Hashable, Sendable {
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
    /// The smallest of the powers.
    public var power: Double { powers.min() ?? 0 }
    /// The power of all comparisons together; `nil` for a single one, and with looks.
    public let powerOfAll: Double?

    /// The parts, unchanged.
    package init(installs: [Int], powers: [Double], powerOfAll: Double?) {
      total = installs.reduce(0, +)
      self.installs = installs
      self.powers = powers
      self.powerOfAll = powerOfAll
    }

    fileprivate init(_ size: Size, powers: [Double], powerOfAll: Double?) {
      total = size.total
      installs = size.installs
      self.powers = powers
      self.powerOfAll = powerOfAll
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
  /// The size that has the power; `nil` where the answer has it, or none was wanted.
  public let needed: Point?

  /// Whether the test has the power that was wanted; true where none was.
  public let isEnough: Bool

  /// The most installs of an arm that a plan may have: those that an analysis reads.
  public static let mostInstalls = ObservedCount.largest

  /// Answers what a question leaves out.
  public init(_ question: TestQuestion, design: TestDesign) throws(TestPlanProblem) {
    let power = question.power ?? TestQuestion.usualPower
    var size = try Self.size(question, design)
    switch (question.arms, size) {
    case (nil, nil): throw .nothingGiven
    case (let arms?, nil):
      asked = .size
      shares = [question.baseline] + arms
      wantedPower = power
      size = try Self.size(design, shares: shares, power: power)
    case (nil, let given?):
      asked = .difference
      wantedPower = power
      shares = try Self.sharesFound(design, baseline: question.baseline, given, power: power)
    case (let arms?, .some):
      asked = question.power == nil ? .power : .isEnough
      shares = [question.baseline] + arms
      wantedPower = question.power
    }
    guard let size else { throw .nothingGiven }
    self.design = design
    let shares = shares
    func point(_ size: Size) throws(TestPlanProblem) -> Point {
      try Self.point(size, design, shares)
    }
    answer = try point(size)
    inflation = try numeric { () throws(NumericsError) in try design.inflation(power: power) }
    stopping = try Self.stopping(design, size, shares: shares)
    isEnough = asked != .isEnough || answer.power >= power
    needed = isEnough ? nil : try point(Self.size(design, shares: shares, power: power))
    curve = [
      try point(Self.halved(size, design)), answer, try point(Self.size(2 * size.total, design)),
    ]
  }

  /// The same plan with other numbers, for what no formula says.
  package init(_ plan: FormulaPlan, shares: [Double], answer: Point, curve: [Point], needed: Point?) {
    design = plan.design
    asked = plan.asked
    self.shares = shares
    wantedPower = plan.wantedPower
    self.answer = answer
    self.curve = curve
    inflation = plan.inflation
    stopping = plan.stopping
    self.needed = needed
    isEnough = needed == nil
  }

  private static func point(
    _ size: Size, _ design: TestDesign, _ shares: [Double]
  ) throws(TestPlanProblem) -> Point {
    try numeric { () throws(NumericsError) in
      Point(
        size, powers: try design.powers(installs: Double(size.total), shares: shares),
        powerOfAll: try design.powerOfAll(installs: Double(size.total), shares: shares))
    }
  }

  /// Installs of all arms together, and of each.
  fileprivate typealias Size = (total: Int, installs: [Int])

  /// A total split as designed; what does not split into whole installs is not counted for an arm.
  private static func size(_ total: Int, _ design: TestDesign) -> Size {
    if design.clusters != nil {
      let split = design.split(total)
      return (split.reduce(0, +), split)
    }
    return (total, design.allocation.map { Int((Double(total) * $0 * (1 + 1e-12)).rounded(.down)) })
  }

  /// Half of a size, without what does not split into whole installs.
  private static func halved(_ size: Size, _ design: TestDesign) -> Size {
    let half = Self.size(size.total / 2, design)
    let split = half.installs.reduce(0, +)
    return split > 0 ? (split, half.installs) : half
  }

  private static func size(_ question: TestQuestion, _ design: TestDesign) throws(TestPlanProblem) -> Size? {
    guard let total = question.installs else { return nil }
    if let clusters = design.clusters, !design.fitsClusters(total) {
      throw .tooFewClusters(installs: total, size: clusters.installs)
    }
    let size = size(total, design)
    guard let fewest = size.installs.min(), fewest > 0 else { throw .tooSmall(installs: total) }
    return size
  }

  /// The size that has the power.
  private static func size(
    _ design: TestDesign, shares: [Double], power: Double
  ) throws(TestPlanProblem) -> Size {
    let installs = try numeric { () throws(NumericsError) in try design.installs(shares: shares, power: power)
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
        installsIfTrue: Double(size.total) * ifTrue.expectedInformation)
    }
  }

  private static func sharesFound(
    _ design: TestDesign, baseline: Double, _ size: Size, power: Double
  ) throws(TestPlanProblem) -> [Double] {
    func share(above: Bool) throws(TestPlanProblem) -> Double? {
      try numeric { () throws(NumericsError) in
        try design.detectableShare(
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
