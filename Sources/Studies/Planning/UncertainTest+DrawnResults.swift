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
    var clusters: (counts: [Int], correlation: Double)?
    if case .counts(let counts, let correlation)? = design.clusters { clusters = (counts, correlation) }
    let parts = zip(design.allocation, design.counted).map { $0 * $1 / effect }
    return DrawnResults { [deviates, clusters] installs, repetition in
      truths.indices.map { option in
        truths[option].indices.map { draw in
          let share = truths[option][draw]
          let people = share * (1 - share) / (installs * parts[option])
          // What differs between counted releases or languages does not shrink with installs.
          let between = clusters.map { share * (1 - share) * $0.correlation / Double($0.counts[option]) }
          let error = (people + (between ?? 0)).squareRoot()
          return min(1, max(0, share + error * deviates[repetition][option][draw]))
        }
      }
    }
  }
}
