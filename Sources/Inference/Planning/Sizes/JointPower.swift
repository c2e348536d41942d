public import GSLNumerics

/// The power of several comparisons with one baseline, taken together.
public struct JointPower: Hashable, Sendable {
  /// The chance that at least one comparison shows its aim.
  public let any: Double
  /// The chance that every comparison does.
  public let all: Double

  /// The parts, unchanged.
  package init(any: Double, all: Double) {
    self.any = any
    self.all = all
  }

  /// Adds up over the baseline's own score U, given which the comparisons are independent.
  ///
  /// The score of a comparison is λU + √(1 − λ²)V in large samples, λ² the part of its variance that the baseline's people
  /// make: r v₀/(v + r v₀), v = p(1 − p) of the arm, v₀ of the baseline, r people of the arm for one of the baseline.
  /// - Parameter comparisons: of each, by how many errors its expected score lies beyond its bound, and λ with the sign
  ///   of the direction that is looked for.
  /// - Throws: what the quadrature throws.
  init(_ comparisons: [(beyond: Double, loading: Double)]) throws(NumericsError) {
    func expectation(_ product: (Double) -> Double) throws(NumericsError) -> Double {
      // φ is below 10⁻³² beyond 12.
      try integral(from: -12, to: 12, absoluteTolerance: 1e-12, relativeTolerance: 1e-10) {
        normalDensity($0) * product($0)
      }.value
    }
    func missed(_ comparison: (beyond: Double, loading: Double), _ score: Double) -> Double {
      let rest = (1 - comparison.loading * comparison.loading).squareRoot()
      return normalUpperTail((comparison.beyond + comparison.loading * score) / rest)
    }
    all = min(1, try expectation { score in comparisons.reduce(1) { $0 * (1 - missed($1, score)) } })
    any = min(1, 1 - (try expectation { score in comparisons.reduce(1) { $0 * missed($1, score) } }))
  }
}

extension TestDesign {
  /// Whether the power of all comparisons together is known: of one-sided rejections by the formula of the
  /// score test, at a single look.
  public var hasJointPower: Bool {
    let isTwoSided =
      switch aim {
      case .equivalent: true
      case .difference, .nonInferior: false
      }
    if case .counts? = clusters { return false }
    return !isTwoSided && looks == nil && test == .score && comparisons > 1
  }

  /// The power of all comparisons together; `nil` for a single one, and where it is not known.
  ///
  /// - Parameters:
  ///   - installs: of all arms together.
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  /// - Throws: `NumericsError.outOfDomain`, and what the quadrature throws.
  public func jointPower(installs: Double, shares: [Double]) throws(NumericsError) -> JointPower? {
    guard hasJointPower else { return nil }
    let target = try target(power: 0.8)
    var scores: [(beyond: Double, loading: Double)] = []
    for arm in 1...comparisons {
      let ratio = ratio(arm)
      let beyond = try target.scoreBeyondBound(
        ofSize: baselinePeople(ofInstalls: installs), baseline: shares[0], arm: shares[arm], allocation: ratio
      )
      let (own, others) = (shares[arm] * (1 - shares[arm]), ratio * shares[0] * (1 - shares[0]))
      let loading = (others / (own + others)).squareRoot()
      let isDrop = aim == .difference && shares[arm] < shares[0]
      scores.append((beyond, isDrop ? -loading : loading))
    }
    return try JointPower(scores)
  }

  /// Installs of all arms together with which all comparisons together have a power.
  ///
  /// Between the sizes with which each has it, and with which each misses a share of what all may miss.
  func installsForAll(shares: [Double], power: Double) throws(NumericsError) -> Double {
    let least = try installsForEach(shares: shares, power: power)
    let most = try installsForEach(shares: shares, power: 1 - (1 - power) / Double(comparisons))
    return try root(from: least * (1 - 1e-9), to: most * (1 + 1e-9), absoluteTolerance: 1e-9 * most) {
      installs in
      // A value that is not a number ends the search with an error.
      (try? jointPower(installs: installs, shares: shares)).flatMap { $0 }.map { $0.all - power } ?? .nan
    }
  }

  /// The share, on one side of the baseline's, that all comparisons together detect with a power.
  ///
  /// Between the shares that each detects with it, and with a share of what all may miss.
  /// - Returns: `nil` where the test is too small to detect any share on that side.
  func shareForAll(
    installs: Double, baseline: Double, power: Double, above: Bool
  ) throws(NumericsError) -> Double? {
    let strict = 1 - (1 - power) / Double(comparisons)
    guard let near = try shareForEach(installs: installs, baseline: baseline, power: power, above: above),
      let far = try shareForEach(installs: installs, baseline: baseline, power: strict, above: above)
    else { return nil }
    let distance = far - near
    let part = try root(from: -1e-9, to: 1 + 1e-9, absoluteTolerance: 1e-11) { part in
      let shares = [baseline] + [Double](repeating: near + part * distance, count: comparisons)
      // A value that is not a number ends the search with an error.
      return (try? jointPower(installs: installs, shares: shares)).flatMap { $0 }.map { $0.all - power }
        ?? .nan
    }
    return near + part * distance
  }
}
