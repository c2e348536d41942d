/// A number computed from the trials of a simulation, with its simulation error.
public struct MonteCarloNumber: Equatable, Sendable {
  /// The estimate.
  public let value: Double
  /// Its Monte Carlo standard error: what more trials would remove.
  public let mcse: Double

  /// A number spelled out.
  public init(value: Double, mcse: Double) {
    self.value = value
    self.mcse = mcse
  }
}
