public import GSLNumerics

extension UncertainTest {
  /// What is shipped after a test by the rule of an analysis: the arm where it is shown ahead, else the baseline.
  public struct Shipped: Equatable, Sendable {
    /// The chance that it is the better of the two.
    public let best: MonteCarloNumber
    /// The chance that it is the arm, although the baseline is better.
    public let harmful: MonteCarloNumber
    /// What it is worth less than the better one, an install, on average.
    public let loss: MonteCarloNumber

    /// The parts, unchanged.
    package init(best: MonteCarloNumber, harmful: MonteCarloNumber, loss: MonteCarloNumber) {
      self.best = best
      self.harmful = harmful
      self.loss = loss
    }
  }

  /// What is shipped after tests of one size, over the draws.
  ///
  /// - Parameters:
  ///   - installs: of both options together, at least 1.
  ///   - worth: what the arm is worth more than the baseline, by draw.
  /// - Returns: `nil` for another number of draws.
  /// - Throws: `NumericsError.notFinite`.
  public func shipped(installs: Int, worth: [Double]) throws(NumericsError) -> Shipped? {
    guard worth.count == baseline.count else { return nil }
    let ahead = baseline.indices.map { outcome($0, installs: Double(installs)).armAhead }
    func mean(_ part: (_ ahead: Double, _ worth: Double) -> Double) throws(NumericsError) -> MonteCarloNumber
    {
      try average(zip(ahead, worth).map { part($0, $1) })
    }
    return Shipped(
      best: try mean { $1 > 0 ? $0 : $1 < 0 ? 1 - $0 : 1 }, harmful: try mean { $1 < 0 ? $0 : 0 },
      loss: try mean { $1 > 0 ? $1 * (1 - $0) : -$1 * $0 })
  }
}
