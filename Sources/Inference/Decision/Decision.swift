import Foundation
public import GSLNumerics

/// What is known, and what it would be worth to know, when one arm has to be chosen.
///
/// All but ``Arm/testsWon`` speaks of expectations: with μ_a(θ) the expected objective of arm a under
/// parameters θ, of which each trial is one draw (``ExpectedDifferences``). The whole computation is
/// repeated in 100 bootstrap replicates of the trials. Chances are means over them (Breiman 1996, "Bagging
/// predictors"): where the means of two arms differ by chance alone, the larger one is best in all that one
/// computation sees, and in about half of the replicates. Losses are those of all trials, as a mean over
/// replicates would add the loss of a best arm that is another in each of them.
///
/// Errors have three parts:
/// - the standard deviation over the replicates;
/// - what the noise of the installs may have left: at least the distance to the same quantity by half of the
///   installs, whose noise is twice as large. What a bias of the order 1/n is at n installs, doubling the noise
///   adds again (Quenouille 1956, "Notes on bias in estimation", Biometrika 43);
/// - what directions may hold whose share is not distinguished from noise: the distance to the quantity with the most
///   they can hold, over 1.645.
///
/// Errors of probabilities are never below the plus-four standard error √(p̃(1 − p̃)/(R + 4)),
/// p̃ = (Rp + 2)/(R + 4) (Agresti & Coull 1998), so that 0 and 1 have one too; of trials whose inputs are drawn together,
/// which are resampled in whole blocks, never below that of 0. Nor are those of tests won, where inputs are uncertain.
public struct Decision: Equatable, Sendable {
  /// One competing arm.
  public struct Arm: Equatable, Sendable {
    /// Its position in the run.
    public let position: Int
    /// The probability that its expectation is the best; arms that tie share it.
    public let best: MonteCarloNumber?
    /// The probability that its expectation is no further than the margin from the best.
    public let withinMargin: MonteCarloNumber?
    /// E[max_b μ_b − μ_a], in units of the objective: what choosing it loses against knowing; `nil` where the
    /// noise of the installs is not known.
    public let regret: MonteCarloNumber?
    /// The share of real tests, of as many independent people per arm as the series' variances are
    /// of, in which it would have the best *estimate*; `nil` where that cannot be known.
    public let testsWon: MonteCarloNumber?
  }

  /// The competing arms in the run's order.
  public let arms: [Arm]
  /// The margin of ``Arm/withinMargin``, in units of the objective.
  public let margin: Double
  /// E[max_b μ_b] − max_b E[μ_b]: what it would be worth to know every parameter before choosing.
  ///
  /// The smallest of the arms' ``Arm/regret``, with its error; `nil` when no parameter is uncertain, and where
  /// the noise of the installs is not known.
  public let valueOfPerfectInformation: MonteCarloNumber?
  /// Trials it rests on.
  public let trials: Int
  /// Whether what is said of expectations holds the noise of the trials' installs too, because the trials
  /// do not tell it.
  public let includesNoise: Bool
  /// Sets of several arms that hardly differ in any trial; see ``NearTwins``.
  public let nearTwins: [NearTwins]

  private static let replicates = 100
  private static let testReplicates = 40

  /// Weighs the arms of a table.
  ///
  /// Everything but ``Arm/testsWon`` is `nil` when no parameter is uncertain or there are fewer than
  /// ``Estimate/fewestTrials`` complete trials.
  /// - Parameters:
  ///   - margin: at least 0, in units of the objective.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  ///   - shouldStop: asked before every part of the work that can take a while.
  /// - Returns: `nil` for fewer than two arms or trials.
  /// - Throws: `NumericsError`, where a value is not finite or `shouldStop` says so.
  public init?(
    _ table: ObjectiveTable, margin: Double, parametersVary: Bool, shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    let trials = table.values.count
    guard table.arms.count > 1, trials > 1 else { return nil }
    self.margin = margin
    self.trials = trials
    let all = try ExpectedDifferences(
      table, trials: CountedTrials(all: trials), parametersVary: parametersVary)
    let weighs = parametersVary && trials >= Estimate.fewestTrials
    let twins = weighs && table.noiseIsKnown ? nearTwinSets(all, margin: margin) : []
    let groups = twins.map(\.arms)
    let found = weighs ? Outcome(all, margin: margin, groups: groups) : nil
    var spread = found.map { OutcomeSpread(like: $0) }
    includesNoise = weighs && !table.noiseIsKnown
    var simulated = try SimulatedTests(table, all, shouldStop)
    if weighs || simulated != nil {
      let replicates = ResampledTrials(
        trials: trials, replicates: weighs ? Self.replicates : Self.testReplicates,
        trialsOfABlock: table.trialsOfABlock)
      for (number, replicate) in replicates.enumerated() {
        if shouldStop() { throw .stopped }
        let again = try ExpectedDifferences(
          table, trials: CountedTrials(replicate, of: trials), parametersVary: parametersVary)
        if number < Self.testReplicates { try simulated?.add(again, shouldStop) }
        spread?.add(Outcome(again, margin: margin, groups: groups))
      }
    }
    let tests = simulated?.won.map { share in
      // As of chances: what is won in few of the trials may have been won in none.
      MonteCarloNumber(
        value: share.value,
        mcse: weighs ? max(share.mcse, plusFourError(0, trials: trials)) : share.mcse)
    }
    guard let found, let spread else {
      arms = table.arms.enumerated().map { index, position in
        Arm(position: position, best: nil, withinMargin: nil, regret: nil, testsWon: tests?[index])
      }
      valueOfPerfectInformation = nil
      nearTwins = []
      return
    }
    let errors = try found.errors(
      over: spread, table, margin: margin, groups: groups, resolution: all.resolution)
    func probability(_ value: Double, _ error: Double) -> MonteCarloNumber {
      // A mean over replicates passes 1 by rounding.
      let value = min(1, value)
      // Of trials that are drawn together a share varies less than of independent ones.
      let least = plusFourError(table.trialsOfABlock > 1 ? 0 : value, trials: trials)
      return MonteCarloNumber(value: value, mcse: max(error, least))
    }
    let mean = spread.mean
    let regrets = found.regret.indices.map { index in
      MonteCarloNumber(
        value: found.regret[index] > all.resolution ? found.regret[index] : 0, mcse: errors.regret[index])
    }
    arms = table.arms.enumerated().map { index, position in
      Arm(
        position: position, best: probability(mean.best[index], errors.best[index]),
        withinMargin: probability(mean.withinMargin[index], errors.withinMargin[index]),
        regret: table.noiseIsKnown ? regrets[index] : nil, testsWon: tests?[index])
    }
    valueOfPerfectInformation = table.noiseIsKnown ? regrets.min { $0.value < $1.value } : nil
    nearTwins = twins.enumerated().map { number, twins in
      NearTwins(
        arms: twins.arms.map { table.arms[$0] }.sorted(),
        best: probability(mean.groupBest[number], errors.groupBest[number]), distance: twins.distance)
    }
  }

  /// What was found for the arm at a position of the run; `nil` when it does not compete.
  public subscript(position: Int) -> Arm? { arms.first { $0.position == position } }
}

/// The standard error of a share of trials that is above 0 at 0 and 1 too.
func plusFourError(_ share: Double, trials: Int) -> Double {
  let count = Double(trials) + 4
  let shrunk = (share * Double(trials) + 2) / count
  return (shrunk * (1 - shrunk) / count).squareRoot()
}

/// The decision quantities of one set of trials, by arm.
private struct Outcome {
  var best: [Double]
  var withinMargin: [Double]
  var regret: [Double]
  /// By set of near-twins: the probability that the best is one of them.
  var groupBest: [Double]

  init(best: [Double], withinMargin: [Double], regret: [Double], groupBest: [Double]) {
    self.best = best
    self.withinMargin = withinMargin
    self.regret = regret
    self.groupBest = groupBest
  }

  init(_ expected: ExpectedDifferences, margin: Double, groups: [[Int]]) {
    let arms = expected.arms
    let resolution = expected.resolution
    // The three by arm, one after the other.
    var sums = [Double](repeating: 0, count: 3 * arms)
    @inline(__always)
    func add(_ arms: Int) {
      sums.withUnsafeMutableBufferPointer { buffer in
        guard let best = buffer.baseAddress else { return }
        let (near, lost) = (best + arms, best + 2 * arms)
        expected.forEachRow(arms: arms) { row, times in
          var most = row[0]
          for arm in 1..<arms { most = max(most, row[arm]) }
          let level = most - resolution
          let nearest = most - margin - resolution
          var tied = 0.0
          for arm in 0..<arms { tied += row[arm] >= level ? 1 : 0 }
          let share = tied > 1 ? times / tied : times
          for arm in 0..<arms {
            let value = row[arm]
            best[arm] += value >= level ? share : 0
            near[arm] += value >= nearest ? times : 0
            lost[arm] += value < level ? times * (most - value) : 0
          }
        }
      }
    }
    // Loops of a length that the compiler knows take half the time, and most runs have few arms.
    switch arms {
    case 2: add(2)
    case 3: add(3)
    case 4: add(4)
    case _: add(arms)
    }
    let count = Double(expected.trials.total)
    best = (0..<arms).map { sums[$0] / count }
    withinMargin = (0..<arms).map { sums[arms + $0] / count }
    regret = (0..<arms).map { sums[2 * arms + $0] / count }
    groupBest = []
    groupBest = groups.map { group in group.reduce(0) { $0 + best[$1] } }
  }

  /// The errors of these quantities, which are of all trials; see ``Decision``.
  ///
  /// - Parameter resolution: errors below it are rounding: replicates of what never varies differ by it.
  func errors(
    over replicates: OutcomeSpread, _ table: ObjectiveTable, margin: Double, groups: [[Int]],
    resolution: Double
  ) throws(NumericsError) -> Outcome {
    var errors = replicates.standardDeviation
    guard table.noiseIsKnown else {
      return errors.combined(errors) { error, _ in error > resolution ? error : 0 }
    }
    let trials = CountedTrials(all: table.values.count)
    if table.hasHalves {
      var halves: [Outcome] = []
      for half in InstallHalf.allCases {
        let expected = try ExpectedDifferences(table, trials: trials, parametersVary: true, half: half)
        halves.append(Outcome(expected, margin: margin, groups: groups))
      }
      let mean = halves[0].combined(halves[1]) { ($0 + $1) / 2 }
      errors = errors.combined(combined(mean) { abs($0 - $1) }) { max($0, $1) }
    }
    let most = try ExpectedDifferences(table, trials: trials, parametersVary: true, reading: .atMost)
    let distances = combined(Outcome(most, margin: margin, groups: groups)) { abs($0 - $1) / 1.645 }
    return errors.combined(distances) { error, untold in
      let both = (error * error + untold * untold).squareRoot()
      return both > resolution ? both : 0
    }
  }

  func combined(_ other: Outcome, _ operation: (Double, Double) -> Double) -> Outcome {
    Outcome(
      best: zip(best, other.best).map { operation($0, $1) },
      withinMargin: zip(withinMargin, other.withinMargin).map { operation($0, $1) },
      regret: zip(regret, other.regret).map { operation($0, $1) },
      groupBest: zip(groupBest, other.groupBest).map { operation($0, $1) })
  }
}

/// The standard deviation of outcomes over replicates, by Welford's recurrence.
private struct OutcomeSpread {
  private var count = 0.0
  /// Over the replicates so far.
  private(set) var mean: Outcome
  private var squares: Outcome

  init(like outcome: Outcome) {
    mean = outcome.combined(outcome) { _, _ in 0 }
    squares = mean
  }

  mutating func add(_ outcome: Outcome) {
    count += 1
    let count = count
    let before = outcome.combined(mean) { $0 - $1 }
    mean = mean.combined(before) { $0 + $1 / count }
    let after = outcome.combined(mean) { $0 - $1 }
    squares = squares.combined(before.combined(after) { $0 * $1 }) { $0 + $1 }
  }

  var standardDeviation: Outcome {
    squares.combined(squares) { sum, _ in (max(0, sum) / max(1, count - 1)).squareRoot() }
  }
}
