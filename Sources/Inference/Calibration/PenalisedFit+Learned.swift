import Foundation
public import GSLNumerics

extension PenalisedFit {
  /// How much narrower a number is believed now: 0 for not at all, 1 for known exactly.
  public var tells: [Double] {
    zip(posterior.deviations, prior.deviations).map { max(0, 1 - $0 / $1) }
  }

  /// How many numbers the counts can be said to fix: the trace of what they tell times what is left open.
  public var effectiveNumbers: Double {
    information.indices.reduce(0.0) { sum, row in
      let own: Double = zip(information[row], posterior.covariance[row]).reduce(0) { $0 + $1.0 * $1.1 }
      return sum + own
    }
  }

  /// The logarithm of the odds of the observations against a number being a value: how much less it is believed to be
  /// there now than it was.
  ///
  /// The ratio of Savage and Dickey (Dickey 1971). Where the number has the value, all others are believed as they were
  /// beside it: what was believed of several together is in it, and nothing is fitted again.
  public func logOddsAgainst(_ number: Int, being value: Double) -> Double {
    func logDensity(_ belief: NormalBelief) -> Double {
      let deviation = belief.covariance[number][number].squareRoot()
      let distance = (value - belief.mean[number]) / deviation
      return -0.5 * distance * distance - log(deviation)
    }
    return logDensity(prior) - logDensity(posterior)
  }

  /// Whether a number changes any of the counted shares.
  public func enters(_ number: Int) -> Bool {
    slopes[number].cells.prefix(observed.count).contains { $0.contains { $0 != 0 } }
  }

  /// How far the counts moved a number, in standard deviations of what was believed of it.
  public func move(_ number: Int) -> Double {
    enters(number) ? abs(posterior.mean[number] - prior.mean[number]) / prior.deviations[number] : 0
  }

  /// Starts on both sides of the belief before, along the combination of numbers that the counts tell most of.
  public func otherStarts() throws(NumericsError) -> [[Double]] {
    let widths = prior.deviations
    guard let first = try SymmetricEigensystem(of: information.scaled(by: widths)).vectors.first else {
      return []
    }
    return [1.0, -1.0].map { sign in
      prior.mean.indices.map { prior.mean[$0] + sign * widths[$0] * (first[$0] < 0 ? -1 : 1) }
    }
  }

  /// Two numbers of which the counts tell a combination well, and each alone less.
  public struct KnownTogether: Hashable, Sendable {
    /// Positions of the numbers.
    public let numbers: [Int]
    /// The correlation of what is believed of them now.
    public let correlation: Double
    /// As ``PenalisedFit/tells``, of the combination that is known best.
    public let tells: Double
  }

  /// Pairs with a correlation beyond a half and a combination with ``tells`` above 0.8, strongest first.
  public var knownTogether: [KnownTogether] {
    let (now, before) = (posterior.covariance, prior.deviations)
    var found: [KnownTogether] = []
    for second in now.indices {
      for first in 0..<second {
        let correlation = posterior.correlation(first, second)
        guard abs(correlation) > 0.5 else { continue }
        let own = (now[first][first] / (before[first] * before[first]))
        let other = (now[second][second] / (before[second] * before[second]))
        let both = now[first][second] / (before[first] * before[second])
        let gap = (own - other) / 2
        let least = (own + other) / 2 - (gap * gap + both * both).squareRoot()
        let tells = 1 - max(0, least).squareRoot()
        if tells > 0.8 {
          found.append(KnownTogether(numbers: [first, second], correlation: correlation, tells: tells))
        }
      }
    }
    return found.sorted { abs($0.correlation) > abs($1.correlation) }
  }
}
