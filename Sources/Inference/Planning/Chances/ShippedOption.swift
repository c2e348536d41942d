public import GSLNumerics

extension UncertainTest {
  /// What is shipped after a test by the rule of an analysis: the option shown to be the best ahead of the baseline, or not
  /// worse where that is the aim, else the baseline.
  public struct Shipped: Equatable, Sendable {
    /// The chance that it is the best of the tested options.
    public let best: MonteCarloNumber
    /// The chance that it is worse than the baseline.
    public let harmful: MonteCarloNumber
    /// What it is worth less than the best of the tested options, an install, on average.
    public let loss: MonteCarloNumber

    /// The parts, unchanged.
    package init(best: MonteCarloNumber, harmful: MonteCarloNumber, loss: MonteCarloNumber) {
      self.best = best
      self.harmful = harmful
      self.loss = loss
    }
  }

  /// What is shipped after tests of one size, over the draws; of a design that ``TestDesign/saysWhatToShip``.
  ///
  /// - Parameters:
  ///   - installs: of all options together, at least 1.
  ///   - worth: what each option is worth, the baseline first, by draw.
  ///   - results: of the test, drawn; for several comparisons.
  /// - Returns: `nil` for another number of options or draws.
  /// - Throws: `NumericsError.tooFewValues` for several comparisons without results, and what the analysis throws.
  public func shipped(
    installs: Double, worth: [[Double]], results: DrawnResults? = nil
  ) throws(NumericsError) -> Shipped? {
    guard worth.count == arms.count + 1, worth.allSatisfy({ $0.count == baseline.count }) else { return nil }
    let chances = try shippingChances(installs: installs, results: results)
    func mean(_ part: (_ worth: Double, _ baseline: Double, _ best: Double) -> Double) throws(NumericsError)
      -> MonteCarloNumber
    {
      try average(
        baseline.indices.map { draw in
          let best = worth.reduce(worth[0][draw]) { max($0, $1[draw]) }
          return worth.indices.reduce(0) {
            $0 + chances[draw][$1] * part(worth[$1][draw], worth[0][draw], best)
          }
        })
    }
    return Shipped(
      best: try mean { own, _, best in own == best ? 1 : 0 },
      harmful: try mean { own, baseline, _ in own < baseline ? 1 : 0 },
      loss: try mean { own, _, best in best - own })
  }

  /// The chance that each option is shipped, by draw and option, the baseline first.
  ///
  /// - Parameters:
  ///   - installs: of all options together, at least 1.
  ///   - results: of the test, drawn; for several comparisons, of which the chances are shares of the repetitions.
  /// - Throws: `NumericsError.tooFewValues` for several comparisons without results, and what the analysis throws.
  func shippingChances(installs: Double, results: DrawnResults?) throws(NumericsError) -> [[Double]] {
    guard arms.count > 1 else {
      var chances: [[Double]] = []
      for draw in baseline.indices {
        let found = try outcomes(draw, installs: installs)[0]
        let ahead = if case .nonInferior = design.aim { found.aimShown } else { found.armAhead }
        chances.append([1 - ahead, ahead])
      }
      return chances
    }
    guard let results else { throw .tooFewValues(needed: DrawnResults.repetitions, found: 0) }
    var chances = baseline.map { _ in [Double](repeating: 0, count: arms.count + 1) }
    for repetition in 0..<DrawnResults.repetitions {
      let shares = results.shares(installs, repetition)
      for draw in baseline.indices {
        let option = try shipped(shares.map { $0[draw] }, installs: installs)
        chances[draw][option] += 1 / Double(DrawnResults.repetitions)
      }
    }
    return chances
  }

  /// The option that is shipped after one result, 0 for the baseline.
  ///
  /// - Parameter shares: that the test finds, the baseline first.
  private func shipped(_ shares: [Double], installs: Double) throws(NumericsError) -> Int {
    let isAhead = try shownAhead(shares, installs: installs)
    return arms.indices.reduce(0) { best, comparison in
      let arm = comparison + 1
      return isAhead[comparison] && (best == 0 || shares[arm] > shares[best]) ? arm : best
    }
  }

  /// Whether a result shows each arm ahead of the baseline, or not worse where that is the aim.
  private func shownAhead(_ shares: [Double], installs: Double) throws(NumericsError) -> [Bool] {
    let people = design.baselinePeople(ofInstalls: installs)
    var intervals: [Int] = []
    var isAhead: [Bool] = []
    for comparison in arms.indices {
      let (rule, ratio) = (rules[comparison], design.ratio(comparison + 1))
      let (first, second) = (shares[0], shares[comparison + 1])
      let (pooled, own) = errors(of: (first, second), comparison: comparison, installs: installs)
      let difference = second - first
      if case .nonInferior(let margin) = design.aim {
        let shares = ConstrainedCubic(
          arm: (ratio * second, ratio * (1 - second)), baseline: (first, 1 - first)
        ).pair(differingBy: -margin)
        let error =
          ((shares.baseline * (1 - shares.baseline) + shares.arm * (1 - shares.arm) / ratio) / people)
          .squareRoot()
        isAhead.append(difference + margin > rule.notWorseDeviate * error)
        continue
      }
      let isEqual = rule.isAbove == nil && abs(difference) < margin - rule.marginDeviate * own
      let isSignificant = abs(difference) > rule.deviate * pooled
      intervals.append(steps?.deviates.firstIndex { abs(difference) > $0 * pooled } ?? arms.count)
      isAhead.append(difference > 0 && rule.isAbove != false && !isEqual && (steps != nil || isSignificant))
    }
    guard let steps, intervals.count == arms.count else { return isAhead }
    return zip(isAhead, steps.procedure.significant(intervals)).map { $0 && $1 }
  }
}

extension TestDesign {
  /// Whether it is known how often the analysis ships which option.
  ///
  /// Of an equivalence it says nothing. Of several options that depends on all results together, which are not drawn look by
  /// look, nor for counted releases or languages.
  public var saysWhatToShip: Bool {
    if case .equivalent = aim { return false }
    guard comparisons > 1 else { return true }
    if case .counts? = clusters { return false }
    return looks == nil
  }
}
