import Foundation
public import GSLNumerics

/// Finds the best of many options by dropping, round by round, those that cannot be the best any more.
///
/// Every trial gives one value to each option that is left, so the difference of two options is drawn anew with each
/// trial. For all options but the leader ℓ, a round after n trials works out the most by which option i may still lead,
///
///     uᵢ = mᵢ − m_ℓ + s · b(nρ²)/√n,   b(t) = √((t + 1)/t · (ln(t + 1) − 2 ln α′))
///
/// with s the standard deviation of the two's difference and α′ = α/(k − 1) (Waudby-Smith, Arbour, Sinha, Kennedy &
/// Ramdas 2024, theorem 2.2, one-sided). An option with uᵢ ≤ 0 is dropped, and the largest uᵢ of the others bounds what
/// is lost by taking the leader: in large samples with probability 1 − α over all rounds together, whenever one stops.
///
/// Trials must be independent of one another: with inputs that are spread over blocks they are not.
public struct Elimination: Sendable {
  /// Trials before the first round.
  public static let firstRound = 50

  /// What a round found.
  public struct Round: Hashable, Sendable {
    /// Trials that it rests on.
    public let trials: Int
    /// The option with the largest mean; the first of equals.
    public let leader: Int
    /// Options that it dropped, ascending.
    public let dropped: [Int]
    /// The most by which another option may lead, with the probability that was asked for; never below 0.
    public let largestLead: Double
  }

  /// The options that may still be the best, ascending.
  public private(set) var alive: [Int]
  /// The rounds so far.
  public private(set) var rounds: [Round] = []
  private let alpha: Double
  private let rhoSquared: Double

  /// - Parameters:
  ///   - options: how many there are, at least 1.
  ///   - guarantee: the probability with which ``Round/largestLead`` is to hold, above 0 and below 1.
  public init(options: Int, guarantee: Double) throws(NumericsError) {
    precondition(options > 0 && guarantee > 0 && guarantee < 1)
    alive = Array(0..<options)
    alpha = (1 - guarantee) / Double(max(1, options - 1))
    // Narrowest at 1,000 trials.
    rhoSquared = try ConfidenceSequence.bestRelativeRho(alpha: alpha) / 1_000
  }

  /// The number of trials of the next round.
  public var nextRound: Int {
    rounds.last.map { Int((1.2 * Double($0.trials)).rounded(.up)) } ?? Self.firstRound
  }

  /// Looks at all trials so far, and drops what cannot be the best.
  ///
  /// - Parameter values: of the options in ``alive``, in its order, one for each of two trials or more; more is better.
  /// - Returns: the round, which ``rounds`` then ends with.
  @discardableResult
  public mutating func look(at values: [[Double]]) -> Round {
    precondition(values.count == alive.count && values[0].count >= 2)
    let means = values.map(Self.mean)
    let leader = means.indices.reduce(0) { means[$1] > means[$0] ? $1 : $0 }
    let leads = leads(over: leader, values)
    // Equal in every trial is as good as the leader, not worse.
    let kept = alive.indices.filter { leads[$0] > 0 || means[$0] >= means[leader] }
    let round = Round(
      trials: values[0].count, leader: alive[leader],
      dropped: alive.indices.filter { !kept.contains($0) }.map { alive[$0] },
      largestLead: kept.reduce(0) { max($0, leads[$1]) })
    alive = kept.map { alive[$0] }
    rounds.append(round)
    return round
  }

  /// The most by which another option may lead one that is left, with the probability that was asked for.
  ///
  /// It holds together with the rounds: their bounds are on the best option's lead over each of the others.
  /// - Parameter values: as of ``look(at:)``, of the options that are left now.
  /// - Returns: never below 0; `nil` for an option that is not left.
  public func largestLead(over option: Int, _ values: [[Double]]) -> Double? {
    alive.firstIndex(of: option).map { leads(over: $0, values).reduce(0, max) }
  }

  /// The bounds uᵢ on the leads over one position; 0 for that itself.
  private func leads(over leader: Int, _ values: [[Double]]) -> [Double] {
    let trials = Double(values[leader].count)
    let width =
      ConfidenceSequence.bound(intrinsicTime: trials * rhoSquared, alpha: alpha) / trials.squareRoot()
    return values.indices.map { position in
      guard position != leader else { return 0 }
      let mean = Self.mean(values[position]) - Self.mean(values[leader])
      let squares = zip(values[position], values[leader]).reduce(0) { sum, trial in
        let distance = trial.0 - trial.1 - mean
        return sum + distance * distance
      }
      return mean + width * (squares / (trials - 1)).squareRoot()
    }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}
