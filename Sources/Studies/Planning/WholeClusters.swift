import GSLNumerics
import Inference

extension TestDesign {
  /// The installs of each option, the baseline first, of a size that somebody gives.
  func given(_ total: Int) throws(TestPlanProblem) -> [Int] {
    if let clusters, !fitsClusters(total) {
      throw .tooFewClusters(installs: total, size: clusters.installs)
    }
    let installs = split(total)
    guard installs.allSatisfy({ $0 > 0 }) else { throw .tooSmall(installs: total) }
    return installs
  }

  /// The installs of each option, the baseline first, of the size that has a power.
  func sizeNeeded(shares: [Double], power: Double) throws -> [Int] {
    wholeInstalls(try needed(shares: shares, power: power)).map { Int($0) }
  }

  /// Clusters that are drawn for the power of one size, of all options together.
  private static let drawnClusters = 100_000

  /// The power of each comparison: by the formula, or over releases or languages by tests that are drawn and read as
  /// `analyze` reads them.
  ///
  /// The design effect alone promises more than a few releases have: their spread is known from so few.
  func power(installs: Int, shares: [Double]) throws -> (each: [Double], all: Double?) {
    guard let clusters else {
      return (
        try powers(installs: Double(installs), shares: shares),
        try powerOfAll(installs: Double(installs), shares: shares)
      )
    }
    let count = split(installs).reduce(0, +) / clusters.installs
    let tests = min(4_000, max(400, Self.drawnClusters / count))
    let found = try Rehearsal(shares.map { [$0] }, design: self, margin: 0, tests: tests)
      .tests(installs: installs)
    return (
      try (0..<comparisons).map { try found.shown($0).value },
      try comparisons > 1 ? found.shownOfAll().value : nil
    )
  }

  /// Installs of all options together that give every comparison a power: by the formula and not rounded, or as many whole
  /// releases or languages as it takes.
  ///
  /// - Throws: `TestPlanProblem`, for more than an analysis reads too.
  func needed(shares: [Double], power: Double) throws -> Double {
    let formula: Double
    do throws(NumericsError) {
      formula = try installs(shares: shares, power: power)
    } catch {
      throw TestPlanProblem.numerics(error)
    }
    let most = wholeInstalls(formula).max() ?? 0
    guard most <= Double(ObservedCount.largest) else { throw TestPlanProblem.tooLarge(installs: most) }
    guard let clusters else { return formula }
    func whole(_ installs: Double) -> Int { wholeInstalls(installs).reduce(0) { $0 + Int($1) } }
    var size = whole(formula)
    while try self.power(installs: size, shares: shares).each.min() ?? 1 < power {
      // By one release of the baseline; where there are many, by a twentieth of them.
      let own = split(size)[0] / clusters.installs
      size = whole(Double((own + max(1, own / 20)) * clusters.installs) / allocation[0])
    }
    return Double(size)
  }

  /// The shares of all options, the baseline first, that a size detects with a power: by the formula, or as far beyond it
  /// as whole releases or languages take.
  ///
  /// Where no share above the baseline's is far enough, one below may be.
  func detectedShares(installs: Int, baseline: Double, power: Double) throws -> [Double] {
    func formula(above: Bool) throws -> Double? {
      try detectableShare(installs: Double(installs), baseline: baseline, power: power, above: above)
    }
    guard let found = try formula(above: true) ?? formula(above: false) else {
      throw TestPlanProblem.nothingDetectable(installs: installs)
    }
    guard clusters != nil else { return [baseline] + [Double](repeating: found, count: comparisons) }
    func at(_ factor: Double) -> [Double] {
      [baseline] + [Double](repeating: baseline + factor * (found - baseline), count: comparisons)
    }
    var (low, high) = (1.0, 1.0)
    while try self.power(installs: installs, shares: at(high)).each[0] < power {
      (low, high) = (high, 1.25 * high)
      guard at(high)[1] > 0, at(high)[1] < 1 else {
        throw TestPlanProblem.nothingDetectable(installs: installs)
      }
    }
    for _ in 0..<8 where low < high {
      let middle = (low + high) / 2
      if try self.power(installs: installs, shares: at(middle)).each[0] < power {
        low = middle
      } else {
        high = middle
      }
    }
    return at(high)
  }
}
