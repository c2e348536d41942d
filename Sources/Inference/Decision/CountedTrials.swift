/// Trials of a table in any order, with how often each occurs: all of them, or a bootstrap replicate.
///
/// Some 37% of the trials are in no replicate, so that going through the others once each, with their counts, is
/// quicker than going through all that were drawn.
struct CountedTrials {
  /// Positions in the order drawn, repeated ones as often as they were.
  let drawn: [Int]
  /// The same positions once each, ascending.
  let distinct: [Int]
  /// How often each of ``distinct`` occurs.
  let counts: [Double]

  /// Trials with repeats.
  var total: Int { drawn.count }

  /// - Parameters:
  ///   - drawn: positions, repeated ones counting as often.
  ///   - trials: how many the table has.
  init(_ drawn: [Int], of trials: Int) {
    self.drawn = drawn
    var times = [Double](repeating: 0, count: trials)
    for trial in drawn { times[trial] += 1 }
    // Each is put behind the last that counts, and counts where it was drawn.
    var positions = [Int](repeating: 0, count: trials)
    var count = 0
    for trial in 0..<trials {
      let own = times[trial]
      positions[count] = trial
      times[count] = own
      count += own > 0 ? 1 : 0
    }
    positions.removeLast(trials - count)
    times.removeLast(trials - count)
    distinct = positions
    counts = times
  }

  /// Every trial once.
  init(all trials: Int) {
    drawn = Array(0..<trials)
    distinct = drawn
    counts = Array(repeating: 1, count: trials)
  }

  /// Those among them that a table of flags, by position, has.
  func those(in isKept: [Bool]) -> CountedTrials {
    isKept.allSatisfy { $0 } ? self : CountedTrials(drawn.filter { isKept[$0] }, of: isKept.count)
  }
}
