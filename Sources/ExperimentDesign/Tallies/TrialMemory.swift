/// The memory that the tallies of a trial take.
public enum TrialMemory {
  /// Bytes of one trial's tallies, by segments and as wholes.
  ///
  /// - Parameters:
  ///   - cells: segments of all scenarios, times arms.
  ///   - days: entries of a list by day.
  public static func bytes(cells: Int, days: Int) -> Int {
    // Counters and three lists by day, eight bytes each, four a metric for the noise, and what arrays
    // and their owners take.
    let tally = 8 * (Counter.count + 3 * days) + 4 * Metric.allCases.count + 288
    // The wholes are at most as many again.
    return 2 * cells * tally
  }

  /// How many trials fit, at least one.
  public static func trials(in room: Int, cells: Int, days: Int, atMost most: Int) -> Int {
    max(1, min(most, room / bytes(cells: max(1, cells), days: days)))
  }
}

extension Experiment {
  /// Tallies of a trial: segments of all scenarios, times arms.
  public var cells: Int { scenarios.reduce(0) { $0 + $1.segments.count } * arms.count }

  /// Entries of a tally's lists by day.
  public var tallyDays: Int { Int(horizonDays) + 1 }
}
