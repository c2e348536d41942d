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
  /// Trials so far.
  public var trials: Int { columns.first?.count ?? 0 }
  /// By option that is left, its value in every trial.
  private var columns: [[Double]]
  private let alpha: Double
  private let rhoSquared: Double

  /// - Parameters:
  ///   - options: how many there are, at least 1.
  ///   - guarantee: the probability with which ``Round/largestLead`` is to hold, above 0 and below 1.
  public init(options: Int, guarantee: Double) throws(NumericsError) {
    precondition(options > 0 && guarantee > 0 && guarantee < 1)
    alive = Array(0..<options)
    columns = Array(repeating: [], count: options)
    alpha = (1 - guarantee) / Double(max(1, options - 1))
    // Narrowest at 1,000 trials.
    rhoSquared = try ConfidenceSequence.bestRelativeRho(alpha: alpha) / 1_000
  }

  /// The number of trials of the next round.
  public var nextRound: Int {
    rounds.last.map { Int((1.2 * Double($0.trials)).rounded(.up)) } ?? Self.firstRound
  }

  /// Adds a trial.
  ///
  /// - Parameter values: of the options in ``alive``, in its order; more is better.
  public mutating func add(_ values: [Double]) {
    precondition(values.count == alive.count, "a trial has the value of each option that is left")
    for position in values.indices { columns[position].append(values[position]) }
  }

  /// The mean of every option that is left, in the order of ``alive``.
  public var means: [Double] { columns.map { $0.reduce(0, +) / Double(max(1, $0.count)) } }

  /// Looks at the trials so far, at least two, and drops what cannot be the best.
  ///
  /// - Returns: the round, which ``rounds`` then ends with.
  @discardableResult
  public mutating func look() -> Round {
    precondition(trials >= 2)
    let (means, width) = (means, width)
    let leader = means.indices.reduce(0) { means[$1] > means[$0] ? $1 : $0 }
    let leads = alive.indices.map { $0 == leader ? 0 : mostLead(of: $0, over: leader, means, width) }
    // Equal in every trial is as good as the leader, not worse.
    let isKept = alive.indices.map { leads[$0] > 0 || means[$0] >= means[leader] }
    let kept = alive.indices.filter { isKept[$0] }
    let round = Round(
      trials: trials, leader: alive[leader],
      dropped: alive.indices.filter { !isKept[$0] }.map { alive[$0] },
      largestLead: kept.reduce(0) { max($0, leads[$1]) })
    alive = kept.map { alive[$0] }
    columns = kept.map { columns[$0] }
    rounds.append(round)
    return round
  }

  /// The most by which another option may lead one that is left, with the probability that was asked for.
  ///
  /// It holds together with the rounds: their bounds are on the best option's lead over each of the others.
  /// - Returns: never below 0; `nil` for an option that is not left, and before there are two trials.
  public func largestLead(over option: Int) -> Double? {
    guard trials >= 2, let leader = alive.firstIndex(of: option) else { return nil }
    let means = means
    return alive.indices.filter { $0 != leader }.map { mostLead(of: $0, over: leader, means, width) }
      .reduce(0, max)
  }

  /// What a standard deviation of a difference is multiplied with: b(nρ²)/√n.
  private var width: Double {
    ConfidenceSequence.bound(intrinsicTime: Double(trials) * rhoSquared, alpha: alpha)
      / Double(trials).squareRoot()
  }

  /// The bound uᵢ on the lead of one position over another.
  private func mostLead(of position: Int, over leader: Int, _ means: [Double], _ width: Double) -> Double {
    let mean = means[position] - means[leader]
    return mean + width * deviation(columns[position], columns[leader], mean: mean)
  }

  /// The standard deviation of the difference of two columns.
  private func deviation(_ first: [Double], _ second: [Double], mean: Double) -> Double {
    var squares = 0.0
    for trial in first.indices {
      let distance = first[trial] - second[trial] - mean
      squares += distance * distance
    }
    return (squares / Double(first.count - 1)).squareRoot()
  }
}
