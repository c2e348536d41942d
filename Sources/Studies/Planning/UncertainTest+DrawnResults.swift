import Inference
import TestAnalysis

extension UncertainTest {
  /// The streams of the words for the repetitions of results begin here.
  private static let purpose: UInt64 = 110

  /// Results of this test for every draw of the inputs: shares that are normally distributed about the draw's own.
  ///
  /// With the same deviate for every size, so that what a result is worth changes smoothly with the size.
  /// - Throws: what the normal quantile throws.
  func drawnResults() throws -> DrawnResults {
    let truths = [baseline] + arms
    var deviates: [[[Double]]] = []
    for repetition in 0..<DrawnResults.repetitions {
      var columns = truths.map { _ in [Double]() }
      for draw in baseline.indices {
        var words = FixedDraws(purpose: Self.purpose + UInt64(repetition), simulation: draw)
        for option in truths.indices { columns[option].append(try words.normal()) }
      }
      deviates.append(columns)
    }
    let effect = design.clusters?.designEffect ?? 1
    let parts = design.allocation.map { $0 / effect }
    return DrawnResults { [deviates] installs, repetition in
      truths.indices.map { option in
        truths[option].indices.map { draw in
          let share = truths[option][draw]
          let error = (share * (1 - share) / (installs * parts[option])).squareRoot()
          return min(1, max(0, share + error * deviates[repetition][option][draw]))
        }
      }
    }
  }
}
