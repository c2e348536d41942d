/// A number computed from the trials of a simulation, with its Monte Carlo error.
public struct MonteCarloNumber: Codable, Equatable, Sendable {
  /// The estimate.
  public let value: Double
  /// Its Monte Carlo standard error: what more trials would remove.
  public let mcse: Double

  /// Creates a number with its Monte Carlo standard error.
  public init(value: Double, mcse: Double) {
    self.value = value
    self.mcse = mcse
  }
}
