/// What the posteriors of two arms say of each other.
public struct PosteriorComparison: Hashable, Sendable {
  /// The probability that the arm's proportion is above the baseline's.
  public let better: Double
  /// The equal-tailed interval of the difference, arm minus baseline.
  public let difference: ConfidenceInterval
  /// What is lost on average by choosing the arm where the baseline is better: E[max(0, θ₀ − θ₁)].
  public let expectedLoss: Double
  /// What is lost on average by staying with the baseline: E[max(0, θ₁ − θ₀)].
  public let expectedLossOfBaseline: Double
}

/// What the posteriors of all arms say of one.
public struct PosteriorStanding: Hashable, Sendable {
  /// The probability that this arm's proportion is the largest of all.
  public let best: Double
  /// What is lost on average by choosing this arm where another is better: E[max θ − θ].
  public let expectedLoss: Double
}
