/// Mean, spread and tail weight of a metric over trials.
struct Moments {
  var count: Double
  var mean: Double
  var deviation: Double
  /// Fourth central moment over the squared variance; 3 for a normal distribution.
  var kurtosis: Double

  init(_ values: [Double]) {
    count = Double(values.count)
    mean = values.reduce(0, +) / count
    let mean = mean
    let second = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    deviation = (second / max(1, count - 1)).squareRoot()
    let variance = second / count
    let fourth = values.reduce(0) {
      let square = ($1 - mean) * ($1 - mean)
      return $0 + square * square
    }
    kurtosis = variance > 0 ? fourth / count / (variance * variance) : 3
  }

  /// Standard error of the mean.
  var error: Double { deviation / count.squareRoot() }
}

/// How many standard errors a difference is; infinite where there is no error but a difference.
func standardised(_ difference: Double, error: Double) -> Double {
  error > 0 ? difference / error : abs(difference) < 1e-12 ? 0 : .infinity
}
