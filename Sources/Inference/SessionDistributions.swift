/// How the session rate λ (sessions per day while the person stays) differs between people.
public enum SessionRateDistribution: Equatable, Sendable {
  /// Everybody has the same rate, in sessions per day, above 0.
  case constant(Double)
  /// λ ~ Gamma with this shape and rate (mean shape/rate sessions per day), both above 0.
  case gamma(shape: Double, rate: Double)
}

/// How the probability p of leaving for good after a session differs between people.
public enum LeavingDistribution: Equatable, Sendable {
  /// Everybody has the same probability, in [0, 1].
  case constant(Double)
  /// p ~ Beta(a, b), both above 0.
  case beta(a: Double, b: Double)
}
