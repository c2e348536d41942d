public import GSLNumerics

/// Sizes and powers are of the large-sample score test, with the variance of equal arms for its level and that of the arms as
/// they are for its power (Fleiss, Levin & Paik 2003, 4.14 and 4.19). For a margin the variance of its level is that of the
/// most likely shares that differ by the margin (Farrington & Manning 1990).
extension TestDesign {
  /// Installs of all arms together that give every comparison a power.
  ///
  /// - Returns: not rounded.
  public func installs(shares: [Double], power: Double) throws(NumericsError) -> Double {
    try inflation(power: power) * installsOfOneLook(shares: shares, power: power)
  }

  private func installsOfOneLook(shares: [Double], power: Double) throws(NumericsError) -> Double {
    var people = 0.0
    for arm in 1...comparisons {
      people = max(people, try baselineSize(power: power, try terms(shares, arm)))
    }
    return people / baselinePeople(ofInstalls: 1)
  }

  /// How many times the installs of a test with a single look the test takes, for the same power.
  public func inflation(power: Double) throws(NumericsError) -> Double {
    try boundaries?.inflation(power: power, level: comparisonLevel.alpha) ?? 1
  }

  /// The power of each comparison; that of a difference counts tests that find the wrong one ahead.
  public func powers(installs: Double, shares: [Double]) throws(NumericsError) -> [Double] {
    if let boundaries {
      return try drifts(installs: installs, shares: shares).map { drift throws(NumericsError) in
        try boundaries.stopping(drift: drift).upper.reduce(0, +)
      }
    }
    return try (1...comparisons).map { arm throws(NumericsError) in
      let (excess, reach) = try excess(installs: installs, shares, arm)
      return StandardNormal.upperTail(-excess)
        + (nonInferior == nil ? StandardNormal.upperTail(excess + 2 * reach) : 0)
    }
  }

  /// The power of all comparisons together; `nil` for a single one, and with looks.
  ///
  /// Scores that share a baseline are normal with a common part: ∫ φ(u) Π Φ((excess + λu)/√(1 − λ²)) du, λ² the arm's
  /// people among those of the arm and the baseline.
  public func powerOfAll(installs: Double, shares: [Double]) throws(NumericsError) -> Double? {
    guard comparisons > 1, looks == nil else { return nil }
    let parts = try (1...comparisons).map { arm throws(NumericsError) in
      let share = ratio(arm) / (1 + ratio(arm))
      let isBelow = nonInferior == nil && shares[arm] < shares[0]
      return (
        excess: try excess(installs: installs, shares, arm).excess,
        loading: (isBelow ? -1 : 1) * share.squareRoot(), rest: (1 - share).squareRoot()
      )
    }
    func density(_ score: Double) -> Double {
      parts.reduce(StandardNormal.density(score)) { density, part in
        density * StandardNormal.upperTail(-(part.excess + part.loading * score) / part.rest)
      }
    }
    return min(
      1, try integral(from: -8, to: 8, absoluteTolerance: 1e-9, relativeTolerance: 1e-9, of: density))
  }

  /// The share, on one side of the baseline's, that every comparison detects with a power.
  ///
  /// - Returns: `nil` where the test is too small to detect any share on that side.
  public func detectableShare(
    installs: Double, baseline: Double, power: Double, above: Bool
  ) throws(NumericsError) -> Double? {
    let size = try installs / inflation(power: power)
    let room = above ? 1 - baseline : -baseline
    /// Above 0 where the test is too small.
    func lacking(_ part: Double) throws(NumericsError) -> Double {
      let shares = [baseline] + [Double](repeating: baseline + room * part, count: comparisons)
      return lnOrLowest(try installsOfOneLook(shares: shares, power: power)) - lnOrLowest(size)
    }
    let most = 1 - 1e-9
    guard try lacking(most) <= 0 else { return nil }
    // A value that is not a number ends the search with an error.
    let part = try root(from: 1e-10, to: most, absoluteTolerance: 1e-13) { (try? lacking($0)) ?? .nan }
    return baseline + room * part
  }
}

extension TestDesign {
  /// How far two shares are from what shows nothing, and what one person of the baseline adds to the variance of their
  /// difference: were nothing to be shown, and as they are.
  private struct Terms {
    var distance: Double
    var levelVariance: Double
    var variance: Double
  }

  private func terms(_ shares: [Double], _ index: Int) throws(NumericsError) -> Terms {
    let (baseline, arm, allocation) = (shares[0], shares[index], ratio(index))
    for (name, share) in [("baseline", baseline), ("arm", arm)] where !(share > 0 && share < 1) {
      throw .outOfDomain(argument: name, value: share, expected: "above 0 and below 1")
    }
    let variance = baseline * (1 - baseline) + arm * (1 - arm) / allocation
    guard let nonInferior else {
      let mean = (baseline + allocation * arm) / (1 + allocation)
      return Terms(
        distance: abs(arm - baseline), levelVariance: mean * (1 - mean) * (1 + 1 / allocation),
        variance: variance)
    }
    let pair = ConstrainedCubic(
      arm: (allocation * arm, allocation * (1 - arm)), baseline: (baseline, 1 - baseline)
    ).pair(differingBy: -nonInferior)
    let constrained = pair.baseline * (1 - pair.baseline) + pair.arm * (1 - pair.arm) / allocation
    return Terms(distance: arm - baseline + nonInferior, levelVariance: constrained, variance: variance)
  }

  /// The normal deviate below which a share `power` lies.
  private func deviate(power: Double) throws(NumericsError) -> Double {
    let deviate = try StandardNormal.quantile(power)
    guard levelDeviate + deviate > 0 else {
      throw .outOfDomain(argument: "power", value: power, expected: "above the level of a side")
    }
    return deviate
  }

  /// The people whom the baseline needs to show the aim of two shares, in a single look.
  private func baselineSize(power: Double, _ terms: Terms) throws(NumericsError) -> Double {
    let root =
      levelDeviate * terms.levelVariance.squareRoot() + (try deviate(power: power))
      * terms.variance.squareRoot()
    guard terms.distance > 0 else {
      throw .outOfDomain(
        argument: "arm", value: terms.distance,
        expected: "another share than the baseline's, and within the margin of it")
    }
    return root * root / (terms.distance * terms.distance)
  }

  /// By how many of its standard errors the estimate of a test is expected beyond what shows the aim, and how many of
  /// them it takes to show it; for a difference beyond the bound on its own side.
  private func excess(
    installs: Double, _ shares: [Double], _ arm: Int
  ) throws(NumericsError) -> (excess: Double, reach: Double) {
    let size = baselinePeople(ofInstalls: installs)
    let terms = try terms(shares, arm)
    let error = (terms.variance / size).squareRoot()
    let reach = levelDeviate * (terms.levelVariance / size).squareRoot()
    return ((terms.distance - reach) / error, reach / error)
  }
}

extension TestDesign {
  /// The mean of each comparison's score at the end of a test with looks, so that the size has the power which belongs to
  /// it; none for a test with a single one.
  ///
  /// The power b at a drift needs the size of a single look at b times the squared ratio of the two drifts, the
  /// inflation. This finds the drift whose size is the one that is given.
  /// - Parameters:
  ///   - installs: of all arms together.
  ///   - shares: of each arm, the baseline first, each in (0, 1).
  package func drifts(installs: Double, shares: [Double]) throws(NumericsError) -> [Double] {
    guard let boundaries else { return [] }
    let people = baselinePeople(ofInstalls: installs)
    // Beyond the most the power is 1 but for 10⁻⁶; below the least the test finds hardly more than a single look at equal
    // arms would.
    let (least, most) = (try boundaries.drift(power: 1.5 * comparisonLevel.alpha / 2), 8.0)
    return try (1...comparisons).map { arm throws(NumericsError) in
      let terms = try terms(shares, arm)
      func excess(_ drift: Double) throws(NumericsError) -> Double {
        let power = min(try boundaries.stopping(drift: drift).upper.reduce(0, +), 0.999_999)
        let ratio = drift / (levelDeviate + (try deviate(power: power)))
        return lnOrLowest(try baselineSize(power: power, terms) * ratio * ratio) - lnOrLowest(people)
      }
      if try excess(most) <= 0 { return most }
      if try excess(least) >= 0 { return 0 }
      return try root(from: least, to: most, absoluteTolerance: 1e-7) { (try? excess($0)) ?? .nan }
    }
  }
}
