/// The largest distance between a sample's distribution function and a law's.
///
/// For samples of more than a hundred, √n times the distance exceeds
/// √(−½ ln(α/2)) with probability α or less (Kolmogorov's limit; conservative where the
/// law has atoms). The tests use α = 0.001, which is 1.95. Their seeds are fixed, so a
/// test that passes once passes always.
func kolmogorovSmirnov(_ sample: [Double], against cumulative: (Double) -> Double) -> Double {
  let n = Double(sample.count)
  var worst = 0.0
  for (rank, x) in sample.sorted().enumerated() {
    let p = cumulative(x)
    // A comparison that NaN fails would hide it.
    guard p >= 0 && p <= 1 else { return .infinity }
    worst = max(worst, p - Double(rank) / n, Double(rank + 1) / n - p)
  }
  return worst * n.squareRoot()
}

/// The limit for `kolmogorovSmirnov` at a significance level of 0.001.
let kolmogorovSmirnovLimit = 1.95

/// How many draws the distribution checks take: few in debug builds, many in release.
var sampleSize: Int {
  #if DEBUG
    4_000
  #else
    400_000
  #endif
}
