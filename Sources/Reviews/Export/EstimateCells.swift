import Inference
import Rendering

/// An estimate as cells of a tidy table: its mean and each of the three uncertainties apart; `low` and `high` are
/// empty where noise hides what the parameters do.
enum EstimateCells {
  static let header = ["mean", "mcse", "sd", "low", "high", "test_low", "test_high", "trials"]

  static func of(_ estimate: Estimate?) -> [CSVDocument.Cell] {
    let mean = estimate?.overTrials
    return [
      .optional(mean?.mean), .optional(mean?.mcse), .optional(mean?.standardDeviation),
      .optional(estimate?.toldParameter90?.lower), .optional(estimate?.toldParameter90?.upper),
      .optional(estimate?.test90?.lower), .optional(estimate?.test90?.upper), .integer(mean?.count ?? 0),
    ]
  }

  static let differenceHeader = [
    "difference_to_baseline", "difference_mcse", "difference_low", "difference_high",
  ]

  /// A difference beside a level; empty for the baseline.
  static func ofDifference(_ estimate: Estimate?) -> [CSVDocument.Cell] {
    [
      .optional(estimate?.overTrials.mean), .optional(estimate?.overTrials.mcse),
      .optional(estimate?.toldParameter90?.lower), .optional(estimate?.toldParameter90?.upper),
    ]
  }
}
