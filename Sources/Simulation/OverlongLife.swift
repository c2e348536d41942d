import ExperimentDesign

/// Why a run stopped: somebody in it comes back more often than sums can count.
///
/// Experiment files in which this is to be expected are refused when they are read; draws of rates,
/// and people who differ in them, can go beyond what was expected.
public struct OverlongLife: Error, Hashable, CustomStringConvertible {
  /// 0-based.
  public var trial: Int
  /// How many installs of the part of the trial at which it stopped.
  public var installs: Int64

  /// What happened and what to do.
  public var description: String {
    let people = installs == 1 ? "1 install would open" : "\(installs) installs would open"
    return "trial \(trial): \(people) the app more than \(TallyLimits.sessionsOfALife) times by the horizon, "
      + "more than is counted; lower 'sessions.rate' or its spread, raise 'sessions.leave', or shorten "
      + "'horizon_days'"
  }
}
