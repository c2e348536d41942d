import Foundation
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

/// Answers that were counted.
func counted(_ yes: Int, of people: Int) -> ObservedCells {
  ObservedCells(name: "a", cells: ["yes", "no"], counts: [yes, people - yes], weight: 1)
}

/// People of whom a share says yes.
func modelled(_ share: Double) -> ModelledPoint { ModelledPoint(cells: [[share, 1 - share]]) }

/// The share with a logit.
func share(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
