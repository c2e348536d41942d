import Foundation

/// The share of installs whose life reaches a trigger, in closed form: sums over sessions.
///
/// Holds for triggers before which nothing can end a life early. A session without onboarding
/// behind it has no content; every content session holds Poisson(a·perSession) events of the kind.
public struct TriggerOracle {
  private let life: LifeOracle
  /// Days.
  private let horizon: Double
  /// Probability of completing onboarding in session 1 and in a later one; `nil` where there is
  /// none.
  private let onboarding: (first: Double, later: Double)?
  /// Sigma of ln(activity) between people.
  private let activitySpread: Double

  /// Triggers within the horizon of a life.
  public init(
    life: LifeOracle, horizon: Double, onboarding: (first: Double, later: Double)? = nil,
    activitySpread: Double = 0
  ) {
    self.life = life
    self.horizon = horizon
    self.onboarding = onboarding
    self.activitySpread = activitySpread
  }

  /// The share whose `count`-th event of a kind with mean `perSession` ends by the horizon.
  public func shareReaching(count: Int, perSession: Double) -> Double {
    let contentSessions = sharesOfContentSessions()
    // ln a ~ Normal(−σ²/2, σ), independent of the life.
    let nodes = GaussHermite(count: activitySpread > 0 ? 60 : 1)
    return nodes.mean { x in
      let activity = exp(activitySpread * x - activitySpread * activitySpread / 2)
      return contentSessions.enumerated().reduce(0) { sum, entry in
        sum + entry.element
          * poissonAtLeast(count, mean: Double(entry.offset) * perSession * activity)
      }
    }
  }

  /// The share that completes onboarding by the horizon.
  public func shareOnboarded() -> Double { 1 - sharesOfContentSessions()[0] }

  /// P(0, 1, 2, … sessions with content).
  private func sharesOfContentSessions() -> [Double] {
    let counts = life.sessionCounts(by: horizon, neglect: 1e-8)
    guard let onboarding else { return [0] + counts }
    var shares = [Double](repeating: 0, count: counts.count + 1)
    for (offset, share) in counts.enumerated() {
      var waiting = 1.0
      for session in 0...offset {
        let completes = session == 0 ? onboarding.first : onboarding.later
        shares[offset - session + 1] += share * waiting * completes
        waiting *= 1 - completes
      }
      shares[0] += share * waiting
    }
    return shares
  }

  private func poissonAtLeast(_ count: Int, mean: Double) -> Double {
    var term = exp(-mean)
    var below = 0.0
    for k in 0..<count {
      below += term
      term *= mean / Double(k + 1)
    }
    return 1 - below
  }
}
