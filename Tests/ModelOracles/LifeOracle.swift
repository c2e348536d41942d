import Foundation

/// Closed forms of the undisturbed life, from the model page alone.
public struct LifeOracle {
  /// The distribution of sessions per day.
  public enum Rate {
    case constant(Double)
    case gamma(shape: Double, rate: Double)
  }

  /// The distribution of leaving after a session.
  public enum Leaving {
    case constant(Double)
    case beta(a: Double, b: Double)
  }

  private let rate: Rate
  private let leaving: Leaving

  /// A life by its two distributions.
  public init(rate: Rate, leaving: Leaving) {
    self.rate = rate
    self.leaving = leaving
  }

  /// P(at least k sessions by day `horizon`): the person stays k − 1 times, and k − 1 gaps fit in.
  ///
  /// Staying is E[(1 − p)^(k−1)]; the gaps fit when a Poisson process, mixed over λ a negative
  /// binomial one, has at least k − 1 points. The two are independent.
  public func shareWithSessions(atLeast k: Int, by horizon: Double) -> Double {
    staying(times: k - 1) * (1 - points(below: k - 1, within: horizon))
  }

  /// P(exactly 1, 2, … sessions by day `horizon`), up to the first count reached by less than
  /// `neglect`.
  public func sessionCounts(by horizon: Double, neglect: Double = 1e-12) -> [Double] {
    var shares: [Double] = []
    var atLeast = 1.0
    while atLeast > neglect, shares.count < 100_000 {
      let next = shareWithSessions(atLeast: shares.count + 2, by: horizon)
      shares.append(atLeast - next)
      atLeast = next
    }
    return shares
  }

  /// E[sessions by day `horizon`], the install session included.
  public func meanSessions(by horizon: Double) -> Double {
    sessionCounts(by: horizon).enumerated().reduce(0) { $0 + Double($1.offset + 1) * $1.element }
  }

  /// D(n) for constant rate and leaving; `nil` for laws, whose closed form is an integral.
  public func retention(onDay day: Int) -> Double? {
    switch (rate, leaving) {
    case (.constant(let rate), .constant(let p)):
      (1 - p) * exp(-rate * p * Double(day)) * (1 - exp(-rate))
    case (.gamma, _), (_, .beta): nil
    }
  }

  /// E[(1 − p)^times]; for Beta the product of (b + i)/(a + b + i).
  private func staying(times: Int) -> Double {
    switch leaving {
    case .constant(let p): pow(1 - p, Double(times))
    case .beta(let a, let b):
      (0..<times).reduce(1) { $0 * (b + Double($1)) / (a + b + Double($1)) }
    }
  }

  /// P(fewer than `count` points in `days`).
  private func points(below count: Int, within days: Double) -> Double {
    var lnShare: Double
    var sum = 0.0
    switch rate {
    case .constant(let rate): lnShare = -rate * days
    case .gamma(let shape, let rate): lnShare = shape * log(rate / (rate + days))
    }
    for point in 0..<max(0, count) {
      sum += exp(lnShare)
      switch rate {
      case .constant(let rate): lnShare += log(rate * days / Double(point + 1))
      case .gamma(let shape, let rate):
        lnShare += log((shape + Double(point)) / Double(point + 1) * days / (rate + days))
      }
    }
    return min(1, sum)
  }
}
