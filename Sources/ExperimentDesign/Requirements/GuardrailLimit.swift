/// What a metric may cost: an arm beyond it is not recommended, whatever it gains.
public struct GuardrailLimit: Hashable, Sendable {
  /// What is guarded.
  public let metric: Metric
  /// The most of a metric that counts a loss, else the least.
  public let limit: Double

  /// A limit of a metric.
  public init(_ metric: Metric, limit: Double) {
    self.metric = metric
    self.limit = limit
  }

  /// Whether a value is beyond the limit.
  public func isBroken(by value: Double) -> Bool { metric.isLoss ? value > limit : value < limit }
}

/// How many people install an app, and what an opt-in is worth to it.
public struct AppVolume: Hashable, Sendable {
  /// Installs in a month; at least 1.
  public let installsPerMonth: Double
  /// What one install that opts in is worth, in ``currency``; `nil` where nobody says.
  public let valuePerOptIn: Double?
  /// Such as `USD`.
  public let currency: String

  /// A volume, with the value of an opt-in where it is known.
  public init(installsPerMonth: Double, valuePerOptIn: Double?, currency: String) {
    self.installsPerMonth = installsPerMonth
    self.valuePerOptIn = valuePerOptIn
    self.currency = currency
  }
}
