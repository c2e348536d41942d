import ExperimentDesign
import RandomStreams

/// Plays a trial's installs in one scenario, some of them at a time.
final class ScenarioPlayer {
  /// The trial's numbers in the scenario.
  let numbers: TrialScenario
  private var batches: BatchEngine
  /// Where the installs of even and of odd numbers are counted, by segment.
  private let writersByParity: [[TallyWriters]]
  /// Upper ends of the arms' shares of the uniform that randomises an install; `nil` where it lives under every arm.
  private let cumulativeWeights: [Double]?

  init(
    _ numbers: TrialScenario, _ batches: consuming BatchEngine, _ writersByParity: [[TallyWriters]],
    cumulativeWeights: [Double]?
  ) {
    self.numbers = numbers
    self.batches = batches
    self.writersByParity = writersByParity
    self.cumulativeWeights = cumulativeWeights
  }

  /// Plays and counts installs.
  ///
  /// - Parameter met: the same installs as other scenarios met them, where there are others.
  func play(_ installs: Range<Int>, of stream: TrialStream, _ met: MetPeople?) {
    batches.meet(met)
    for (parity, writers) in writersByParity.enumerated() {
      batches.count(in: writers)
      let half = HalfInstalls(of: installs, parity: parity)
      if let cumulativeWeights {
        batches.playSplit(half, of: stream, cumulativeWeights)
      } else {
        batches.play(half, of: stream)
      }
      batches.add(only: cumulativeWeights != nil)
    }
  }
}
