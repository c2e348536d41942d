import ExperimentDesign

/// The sums of one trial, or of a part of its installs, in two halves: installs of even and of odd number.
///
/// An install's number says nothing of who it is or, under `split`, of the arm it is given, so the halves
/// are independent people under the same parameters. Their difference tells the noise of every score
/// (``ExperimentDesign/ScoreNoise``).
struct TrialHalves: Sendable {
  let even: TrialAccumulator
  let odd: TrialAccumulator

  init(_ experiment: Experiment) {
    even = TrialAccumulator(experiment)
    odd = TrialAccumulator(experiment)
  }

  var both: [TrialAccumulator] { [even, odd] }

  /// Adds another part of the same trial, which is not to be used any more.
  func merge(_ other: TrialHalves) {
    even.merge(other.even)
    odd.merge(other.odd)
  }

  /// The tallies, once every install of the trial is in; the halves are not to be used any more.
  func result(trial: Int, draws: [Double]) -> TrialResult {
    let first = even.tallies()
    let second = odd.tallies()
    even.merge(odd)
    var (tallies, wholes) = even.tallies()
    for scenario in wholes.indices {
      for arm in wholes[scenario].indices {
        let noise = ScoreNoise(first: first.wholes[scenario][arm], second: second.wholes[scenario][arm])
        wholes[scenario][arm].noise = noise
        if tallies[scenario][arm].count == 1 {
          // The only segment is the whole, but for the median, which segments do not have.
          var noise = noise
          noise[.medianDaysToDecision] = nil
          tallies[scenario][arm][0].noise = noise
          continue
        }
        for segment in tallies[scenario][arm].indices {
          tallies[scenario][arm][segment].noise = ScoreNoise(
            first: first.segments[scenario][arm][segment], second: second.segments[scenario][arm][segment])
        }
      }
    }
    return TrialResult(trial: trial, draws: draws, tallies: tallies, wholes: wholes)
  }
}
