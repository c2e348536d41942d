import GSLNumerics
import Inference

extension NormalBelief {
  /// Numbers believed apart from one another.
  init(mean: [Double], deviations: [Double]) throws(NumericsError) {
    try self.init(
      mean: mean,
      covariance: deviations.indices.map { row in
        deviations.indices.map { $0 == row ? deviations[row] * deviations[row] : 0 }
      })
  }
}
