import Foundation

/// How probable a result of a test is under each draw of the inputs, by the normal law of its differences to the baseline.
public struct ResultWeights: Sendable {
  /// By comparison with the baseline and draw: the difference, and one over the variance of the arm's share.
  private let differences: [[Double]]
  private let precisions: [[Double]]
  /// By draw, one over the precisions of all options together.
  private let shared: [Double]
  /// By draw, half the logarithm of the determinant of the variances.
  private let scales: [Double]

  /// Shares nearer to 0 or 1 are taken as this far from them.
  private static let leastShare = 1e-9
  /// Weights below e⁻³⁰ of the largest are none.
  private static let leastLogWeight = -30.0

  /// - Parameters:
  ///   - shares: by option, the baseline first, and draw, the true share.
  ///   - people: of each option in the test.
  public init(shares: [[Double]], people: [Double]) {
    let all = zip(shares, people).map { shares, people in
      shares.map { share -> Double in
        let inside = min(1 - Self.leastShare, max(Self.leastShare, share))
        return people / (inside * (1 - inside))
      }
    }
    let sums = shares[0].indices.map { draw in all.reduce(0) { $0 + $1[draw] } }
    differences = shares.dropFirst().map { zip($0, shares[0]).map { $0 - $1 } }
    precisions = Array(all.dropFirst())
    shared = sums.map { 1 / $0 }
    // The determinant of the variances that share the baseline's: their sum of precisions over the product.
    scales = sums.indices.map { draw in (log(sums[draw]) - all.reduce(0) { $0 + log($1[draw]) }) / 2 }
  }

  /// The option that the other draws choose, given the result that one of them had; `nil` where none gains.
  ///
  /// - Parameters:
  ///   - result: the share that the test shows of each option, the baseline first.
  ///   - draw: whose result it is; it does not choose.
  ///   - gains: by option that may be chosen, and draw: what that gains.
  public func choice(given result: [Double], leavingOut draw: Int, gains: [[Double]]) -> Int? {
    var logWeights = shared.indices.map { logWeight(of: result, $0) }
    logWeights[draw] = -.infinity
    let highest = logWeights.max() ?? 0
    var sums = [Double](repeating: 0, count: gains.count)
    for (other, logWeight) in logWeights.enumerated() where logWeight - highest > Self.leastLogWeight {
      let weight = exp(logWeight - highest)
      for option in sums.indices { sums[option] += weight * gains[option][other] }
    }
    guard let most = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[most] > 0 else { return nil }
    return most
  }

  /// The logarithm of the density of a result under a draw, but for a constant.
  private func logWeight(of result: [Double], _ draw: Int) -> Double {
    var (squares, sum) = (0.0, 0.0)
    for comparison in differences.indices {
      let distance = result[comparison + 1] - result[0] - differences[comparison][draw]
      squares += distance * distance * precisions[comparison][draw]
      sum += distance * precisions[comparison][draw]
    }
    return -0.5 * (squares - sum * sum * shared[draw]) - scales[draw]
  }
}
