import ExperimentDesign
import RandomStreams

/// Plays a trial's installs in one scenario, some of them at a time.
final class ScenarioPlayer {
  /// The trial's numbers in the scenario.
  let numbers: TrialScenario
  private var batches: BatchEngine
  /// Where the installs of even and of odd numbers are counted, by segment and arm.
  private let writersByParity: [[[TallyWriter]]]

  init(_ numbers: TrialScenario, _ batches: consuming BatchEngine, _ writersByParity: [[[TallyWriter]]]) {
    self.numbers = numbers
    self.batches = batches
    self.writersByParity = writersByParity
  }

  /// Plays and counts installs.
  ///
  /// - Parameter met: the same installs as other scenarios met them, where there are others.
  func play(_ installs: Range<Int>, of stream: TrialStream, _ met: MetPeople?) {
    batches.meet(met)
    for (parity, writers) in writersByParity.enumerated() {
      batches.count(in: writers)
      let first = installs.lowerBound + ((installs.lowerBound ^ parity) & 1)
      batches.play(stride(from: first, to: installs.upperBound, by: 2), of: stream)
      batches.playRest()
    }
  }
}
