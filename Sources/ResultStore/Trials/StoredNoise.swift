import ExperimentDesign
import Foundation

/// The noise of a trial as it is stored: one list of 32-bit numbers for all of its scenarios, arms and segments.
///
/// A row for each would cost as much as a third of the tallies, in the file and in time.
enum StoredNoise {
  /// What is stored of a trial.
  static func data(of result: TrialResult) -> Data {
    var bytes: [UInt8] = []
    let shape = result.wholes.shape
    for scenario in shape.scenarios {
      for arm in shape.arms {
        let segments = result.tallies[scenario, arm]
        // A single segment is the whole but for the median.
        for tally in [result.wholes[scenario, arm]] + (segments.count > 1 ? segments : []) {
          for word in tally.noise?.bits ?? [] {
            for shift in stride(from: 0, to: 32, by: 8) {
              bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
            }
          }
        }
      }
    }
    return Data(bytes)
  }

  /// Gives a trial the noise that was stored of it.
  ///
  /// - Returns: whether the data were of the trial's shape.
  static func read(_ data: Data, into result: inout TrialResult) -> Bool {
    let shape = result.wholes.shape
    return data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      for scenario in shape.scenarios {
        let segments = shape.segments(of: scenario)
        for arm in shape.arms {
          guard let whole = next(&rest) else { return false }
          result.wholes[scenario, arm].noise = whole
          for segment in segments {
            guard let noise = segments.count > 1 ? next(&rest) : ofTheOnlySegment(whole) else { return false }
            result.tallies[scenario, arm, segment].noise = noise
          }
        }
      }
      return rest.isEmpty
    }
  }

  private static let count = Metric.allCases.count

  private static func next(_ rest: inout UnsafeRawBufferPointer.SubSequence) -> ScoreNoise? {
    let size = 4 * count
    guard rest.count >= size else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
    rest = rest.dropFirst(size)
    return ScoreNoise(
      bits: (0..<count).map {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self))
      })
  }

  /// What the only segment of an arm has, given the noise of the whole.
  private static func ofTheOnlySegment(_ whole: ScoreNoise?) -> ScoreNoise? {
    var noise = whole
    noise?[.medianDaysToDecision] = nil
    return noise
  }
}
