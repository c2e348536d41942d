import Foundation

/// How probable a result of a test is under each draw of the inputs, by the normal law of its differences to the baseline.
public struct ResultWeights: Sendable {
  /// By draw, the differences to the baseline; flat, as many to a draw as there are comparisons.
  private var differences: [Double] = []
  /// One over the variance of each arm's share, likewise.
  private var precisions: [Double] = []
  /// By draw, one over the precisions of all options together.
  private var shared: [Double] = []
  /// By draw, half the logarithm of the determinant of the variances.
  private var scales: [Double] = []
  private let comparisons: Int
  /// By draw, the logarithm of the density of the result in hand, but for a constant.
  private var logWeights: [Double]

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9
  /// Weights below e⁻³⁰ of the largest are none.
  private static let leastLogWeight = -30.0

  /// - Parameters:
  ///   - shares: by draw, the true share of each option, the baseline first.
  ///   - people: of each option in the test.
  public init(shares: [[Double]], people: [Double]) {
    comparisons = people.count - 1
    logWeights = [Double](repeating: 0, count: shares.count)
    for shares in shares {
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

  /// The option that the other draws choose, given the result that one of them had; `nil` where none gains.
  ///
  /// - Parameters:
  ///   - result: the share that the test shows of each option, the baseline first.
  ///   - draw: whose result it is; it does not choose.
  ///   - gains: by option that may be chosen, and draw: what that gains.
  public mutating func choice(given result: [Double], leavingOut draw: Int, gains: [[Double]]) -> Int? {
    weigh(result)
    var highest = -Double.infinity
    for other in logWeights.indices where other != draw { highest = max(highest, logWeights[other]) }
    var sums = [Double](repeating: 0, count: gains.count)
    for other in logWeights.indices where other != draw {
      let lower = logWeights[other] - highest
      guard lower > Self.leastLogWeight else { continue }
      let weight = exp(lower)
      for option in sums.indices { sums[option] += weight * gains[option][other] }
    }
    guard let most = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[most] > 0 else { return nil }
    return most
  }

  private mutating func weigh(_ result: [Double]) {
    for draw in logWeights.indices {
      var (squares, sum) = (0.0, 0.0)
      for comparison in 0..<comparisons {
        let index = draw * comparisons + comparison
        let distance = result[comparison + 1] - result[0] - differences[index]
        squares += distance * distance * precisions[index]
        sum += distance * precisions[index]
      }
      logWeights[draw] = -0.5 * (squares - sum * sum * shared[draw]) - scales[draw]
    }
  }
}
