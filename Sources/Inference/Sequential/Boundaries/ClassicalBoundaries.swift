public import GSLNumerics

/// The boundaries of the founding papers, one constant each.
public enum ClassicalBoundary: String, CaseIterable, Hashable, Sendable {
  /// The same score at every look (Pocock 1977).
  case pocock
  /// A score of c/√t at the share t of the information (O'Brien & Fleming 1979).
  case obrienFleming

  /// The boundary at a share of the information, for a constant.
  func bound(constant: Double, at fraction: Double) -> Double {
    switch self {
    case .pocock: constant
    case .obrienFleming: constant / fraction.squareRoot()
    }
  }
}

extension GroupSequentialBoundaries {
  /// Boundaries of a classical shape whose constant makes the whole test's level exact.
  ///
  /// Unlike those that spend a level, they need all looks to be known beforehand.
  /// - Parameters:
  ///   - shape: the shape.
  ///   - level: the false-positive rate of the whole test, both sides together, in (0, 0.5].
  ///   - sides: in which directions the test may stop.
  ///   - schedule: when the looks are; classically equally spaced.
  /// - Throws: `NumericsError.outOfDomain` for another level, and what the root finder throws.
  public init(
    _ shape: ClassicalBoundary, level: Double, sides: TestSides, schedule: LookSchedule
  ) throws(NumericsError) {
    try requireTestLevel(level)
    let last = schedule.fractions[schedule.fractions.count - 1]
    func bounds(_ constant: Double) -> [Double?] {
      schedule.fractions.map {
        let bound = shape.bound(constant: constant, at: $0 / last)
        return bound < Continuation.farthest ? bound : nil
      }
    }
    let levelOfSide = sides.levelOfEachSide(level)
    // One look costs the whole level at the quantile; K looks at most K times that (Bonferroni).
    let lowest = -(try StandardNormal.quantile(levelOfSide))
    let looks = Double(schedule.fractions.count)
    let highest = -(try StandardNormal.quantile(levelOfSide / looks))
    guard highest > lowest else {
      try self.init(bounds: bounds(lowest), sides: sides, schedule: schedule)
      return
    }
    var failure: NumericsError?
    let constant = try root(from: lowest - 1e-9, to: highest + 1e-9, absoluteTolerance: 1e-9) {
      do throws(NumericsError) {
        let trial = try Self(bounds: bounds($0), sides: sides, schedule: schedule)
        return trial.falsePositiveRate - level
      } catch {
        failure = error
        return .nan
      }
    }
    if let failure { throw failure }
    try self.init(bounds: bounds(constant), sides: sides, schedule: schedule)
  }
}
