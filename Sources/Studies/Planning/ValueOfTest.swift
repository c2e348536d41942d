import Foundation
import Inference

/// What a test is worth to the choice among the options that it tests and the one that is best without it: the expected
/// value of sample information.
///
/// For each draw of the inputs one result is drawn, the differences to the baseline that the test shows. Given a result
/// every other draw has a weight, the density of the result under it, and the option is chosen whose worth is the largest
/// by these weights. What it is worth in the draw that made the result, whose own weight is left out, is what choosing so
/// gains: no draw helps to choose for itself, so that the value is not overstated. With no weight to speak of the nearest
/// draw decides.
struct ValueOfTest {
  private let rehearsal: Rehearsal
  /// By option that may be chosen besides ``best``, and draw: what it is worth more than that.
  private let gains: [[Double]]
  /// The position of the option that is best without a test.
  let best: Int
  /// What the tested options are expected to lose against the best one, an install of each, the baseline first.
  let lossPerInstall: [Double]

  /// As many results as settle a value to a hundredth of the spread of the differences.
  private static let mostDraws = 1_000
  /// Weights below e⁻³⁰ of the largest are none.
  private static let leastLogWeight = -30.0

  /// - Parameters:
  ///   - positions: of these in the run's order, the baseline first.
  ///   - worth: of all options that may be chosen, more being better, draws as the rehearsal's.
  /// - Returns: `nil` where a tested option may not be chosen, or draws are others.
  init?(_ rehearsal: Rehearsal, of positions: [Int], worth: DrawnShares) {
    let places = positions.compactMap { worth.arms.firstIndex(of: $0) }
    guard worth.count == rehearsal.draws, places.count == positions.count else { return nil }
    let means = worth.arms.indices.map { worth.mean($0) }
    guard let best = means.indices.max(by: { (means[$0], $1) < (means[$1], $0) }) else { return nil }
    self.rehearsal = rehearsal
    self.best = worth.arms[best]
    lossPerInstall = places.map { means[best] - means[$0] }
    gains = places.filter { $0 != best }.map { place in
      zip(worth.values[place], worth.values[best]).map { $0 - $1 }
    }
  }

  /// How many options are tested, and how they are split.
  var allocation: [Double] { rehearsal.design.allocation }

  /// What it gains to know what the options are worth before choosing.
  func ofKnowing() throws -> MonteCarloNumber {
    try MonteCarloNumber(
      meanOf: (0..<rehearsal.draws).map { draw in gains.reduce(0) { max($0, $1[draw]) } },
      trialsOfABlock: rehearsal.trialsOfABlock)
  }

  /// What a test of a size is worth, an install of those that come after it.
  func value(installs: Int) throws -> MonteCarloNumber {
    let draws = min(rehearsal.draws, Self.mostDraws)
    let results = try rehearsal.results(installs: installs, draws: draws)
    let weigher = ResultWeights(rehearsal, installs: installs, draws: draws)
    var weights = [Double](repeating: 0, count: draws)
    let gained = (0..<draws).map { draw in
      weigher.write(results[draw], to: &weights)
      return gain(in: draw, weights)
    }
    let found = try MonteCarloNumber(meanOf: gained, trialsOfABlock: rehearsal.trialsOfABlock)
    return MonteCarloNumber(value: max(0, found.value), mcse: found.mcse)
  }

  /// What the option is worth that the other draws choose.
  private func gain(in draw: Int, _ logWeights: [Double]) -> Double {
    var highest = -Double.infinity
    for other in logWeights.indices where other != draw { highest = max(highest, logWeights[other]) }
    var sums = [Double](repeating: 0, count: gains.count)
    for other in logWeights.indices where other != draw {
      let lower = logWeights[other] - highest
      guard lower > Self.leastLogWeight else { continue }
      let weight = exp(lower)
      for option in sums.indices { sums[option] += weight * gains[option][other] }
    }
    guard let most = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[most] > 0 else { return 0 }
    return gains[most][draw]
  }
}

/// How probable a result of a test is under each draw of the inputs, by the normal law of its differences to the baseline.
private struct ResultWeights {
  /// By draw, the differences to the baseline; flat, as many to a draw as there are comparisons.
  private var differences: [Double] = []
  /// One over the variance of each arm's share, likewise.
  private var precisions: [Double] = []
  /// By draw, one over the precisions of all options together.
  private var shared: [Double] = []
  /// By draw, half the logarithm of the determinant of the variances.
  private var scales: [Double] = []
  private let comparisons: Int

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9

  init(_ rehearsal: Rehearsal, installs: Int, draws: Int) {
    comparisons = rehearsal.design.comparisons
    let effect = rehearsal.design.clusters?.designEffect ?? 1
    let people = rehearsal.design.split(installs).map { Double($0) / effect }
    for draw in 0..<draws {
      let shares = rehearsal.shares(draw)
      let own = zip(shares, people).map { share, people in
        let inside = min(1 - Self.leastShare, max(Self.leastShare, share))
        return people / (inside * (1 - inside))
      }
      let sum = own.reduce(0, +)
      differences += shares.dropFirst().map { $0 - shares[0] }
      precisions += own.dropFirst()
      shared.append(1 / sum)
      // The determinant of the variances that share the baseline's: their sum of precisions over the product.
      scales.append((log(sum) - own.reduce(0) { $0 + log($1) }) / 2)
    }
  }

  /// Writes the logarithm of the density of a result under each draw, but for a constant.
  func write(_ result: [Double], to weights: inout [Double]) {
    for draw in weights.indices {
      var (squares, sum) = (0.0, 0.0)
      for comparison in 0..<comparisons {
        let index = draw * comparisons + comparison
        let distance = result[comparison + 1] - result[0] - differences[index]
        squares += distance * distance * precisions[index]
        sum += distance * precisions[index]
      }
      weights[draw] = -0.5 * (squares - sum * sum * shared[draw]) - scales[draw]
    }
  }
}
