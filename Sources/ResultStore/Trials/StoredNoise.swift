import ExperimentDesign
import Foundation

/// The noise of a trial as it is stored: one list of 32-bit numbers for all of its scenarios, arms and segments.
///
/// A row for each would cost as much as a third of the tallies, in the file and in time.
enum StoredNoise {
  /// What is stored of a trial.
  static func data(of result: TrialResult) -> Data {
    var words: [UInt32] = []
    for (wholes, arms) in zip(result.wholes, result.tallies) {
      for (whole, segments) in zip(wholes, arms) {
        // A single segment is the whole but for the median.
        for tally in [whole] + (segments.count > 1 ? segments : []) {
          words += (tally.noise?.bits ?? []).map(\.littleEndian)
        }
      }
    }
    return words.withUnsafeBytes { Data($0) }
  }

  /// Gives a trial the noise that was stored of it.
  ///
  /// - Returns: whether the data were of the trial's shape.
  static func read(_ data: Data, into result: inout TrialResult) -> Bool {
    let count = Metric.allCases.count
    var rest = data[...]
    func next() -> ScoreNoise? {
      let bytes = rest.prefix(4 * count)
      rest = rest.dropFirst(4 * count)
      guard bytes.count == 4 * count else { return nil }
      return bytes.withUnsafeBytes { bytes in
        ScoreNoise(
          bits: (0..<count).map {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
          })
      }
    }
    for scenario in result.wholes.indices {
      for arm in result.wholes[scenario].indices {
        guard let whole = next() else { return false }
        result.wholes[scenario][arm].noise = whole
        // What the only segment has is that of the whole but for the median.
        var only = whole
        only[.medianDaysToDecision] = nil
        let segments = result.tallies[scenario][arm].indices
        for segment in segments {
          guard let noise = segments.count > 1 ? next() : only else { return false }
          result.tallies[scenario][arm][segment].noise = noise
        }
      }
    }
    return rest.isEmpty
  }
}
