/// How a run is made again with more trials: the command, and the time a trial takes.
public struct RepeatedRun: Sendable {
  /// The command without the trials: `att-lab simulate mine.yaml --seed 5`.
  public var command: String
  /// Seconds that each trial of the run took just now, on all threads together; `nil` where none was simulated.
  ///
  /// The clock is no part of a run's answer: who hands this in decides that it is shown.
  public var secondsPerTrial: Double?

  /// A command, with the time of a trial where it was measured.
  public init(command: String, secondsPerTrial: Double? = nil) {
    self.command = command
    self.secondsPerTrial = secondsPerTrial
  }
}
