import Foundation
public import GSLNumerics

/// What is known, and what it would be worth to know, when one arm has to be chosen.
///
/// All but ``Arm/testsWon`` speaks of expectations: with μ_a(θ) the expected objective of arm a under
/// parameters θ, of which each trial is one draw (``ExpectedDifferences``). The whole computation is
/// repeated in 100 bootstrap replicates of the trials. What is said of an arm is the mean over them
/// (Breiman 1996, "Bagging predictors"): where the means of two arms differ by chance alone, the larger one
/// is best in all that one computation sees, and in about half of the replicates. Simulation errors are the
/// standard deviations over the replicates, which for such a mean err on the wide side; those of
/// probabilities are never below the plus-four standard error √(p̃(1 − p̃)/(R + 4)),
/// p̃ = (Rp + 2)/(R + 4) (Agresti & Coull 1998), so that 0 and 1 have one too.
public struct Decision: Equatable, Sendable {
  /// One competing arm.
  public struct Arm: Equatable, Sendable {
    /// Its position in the run.
    public let position: Int
    /// The probability that its expectation is the best; arms that tie share it.
    public let best: MonteCarloNumber?
    /// The probability that its expectation is no further than the margin from the best.
    public let withinMargin: MonteCarloNumber?
    /// E[max_b μ_b − μ_a], in units of the objective: what choosing it loses against knowing, which of the
    /// arms has the best mean included; `nil` where the noise of the installs is not known.
    public let regret: MonteCarloNumber?
    /// The share of real tests, of as many independent people per arm as the series' variances are
    /// of, in which it would have the best *estimate*; `nil` where that cannot be told.
    public let testsWon: MonteCarloNumber?
  }

  /// The competing arms in the run's order.
  public let arms: [Arm]
  /// The margin of ``Arm/withinMargin``, in units of the objective.
  public let margin: Double
  /// E[max_b μ_b] − max_b E[μ_b]: what it would be worth to know every parameter before choosing.
  ///
  /// What choosing the arm that is best on average loses against that, its mean taken as it is found; `nil`
  /// when no parameter is uncertain, and where the noise of the installs is not known.
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
    let all = try ExpectedDifferences(table, trials: Array(0..<trials), parametersVary: parametersVary)
    let weighs = parametersVary && trials >= Estimate.fewestTrials
    let groups = weighs && table.noiseIsKnown ? nearTwinGroups(all, margin: margin) : []
    let found = weighs ? Outcome(all, margin: margin, groups: groups) : nil
    var spread = found.map { OutcomeSpread(like: $0) }
    includesNoise = weighs && !table.noiseIsKnown
    var simulated = try SimulatedTests(table, all, shouldStop)
    if weighs || simulated != nil {
      let replicates = ResampledTrials(
        trials: trials, replicates: weighs ? Self.replicates : Self.testReplicates)
      for (number, replicate) in replicates.enumerated() {
        if shouldStop() { throw .stopped }
        let again = try ExpectedDifferences(table, trials: replicate, parametersVary: parametersVary)
        if number < Self.testReplicates { try simulated?.add(again, trials: replicate, shouldStop) }
        spread?.add(Outcome(again, margin: margin, groups: groups))
      }
    }
    let tests = simulated?.won
    guard let found, let spread else {
      arms = table.arms.enumerated().map { index, position in
        Arm(position: position, best: nil, withinMargin: nil, regret: nil, testsWon: tests?[index])
      }
      valueOfPerfectInformation = nil
      nearTwins = []
      return
    }
    // Replicates of what never varies differ by rounding.
    let errors = spread.standardDeviation.combined(found) { error, _ in
      error > all.resolution ? error : 0
    }
    func probability(_ value: Double, _ error: Double) -> MonteCarloNumber {
      // A mean over replicates passes 1 by rounding.
      let value = min(1, value)
      return MonteCarloNumber(value: value, mcse: max(error, plusFourError(value, trials: trials)))
    }
    let mean = spread.mean
    arms = table.arms.enumerated().map { index, position in
      Arm(
        position: position, best: probability(mean.best[index], errors.best[index]),
        withinMargin: probability(mean.withinMargin[index], errors.withinMargin[index]),
        regret: table.noiseIsKnown
          ? MonteCarloNumber(
            value: mean.regret[index] > all.resolution ? mean.regret[index] : 0, mcse: errors.regret[index])
          : nil,
        testsWon: tests?[index])
    }
    valueOfPerfectInformation =
      table.noiseIsKnown
      ? MonteCarloNumber(
        value: found.regret.min() ?? 0,
        mcse: spread.smallestRegretDeviation > all.resolution ? spread.smallestRegretDeviation : 0) : nil
    nearTwins = groups.enumerated().map { number, group in
      NearTwins(
        arms: group.map { table.arms[$0] }.sorted(),
        best: probability(mean.groupBest[number], errors.groupBest[number]))
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
    let none = [Double](repeating: 0, count: expected.means.count)
    self.init(best: none, withinMargin: none, regret: none, groupBest: [])
    for trial in 0..<expected.byTrial.count {
      var most = expected.byTrial[trial, 0]
      for arm in none.indices { most = max(most, expected.byTrial[trial, arm]) }
      let tied = none.indices.count { expected.byTrial[trial, $0] >= most - expected.resolution }
      for arm in none.indices {
        let value = expected.byTrial[trial, arm]
        if value >= most - expected.resolution { best[arm] += 1 / Double(tied) }
        if value >= most - margin - expected.resolution { withinMargin[arm] += 1 }
        if value < most - expected.resolution { regret[arm] += most - value }
      }
    }
    let count = Double(expected.byTrial.count)
    for arm in none.indices {
      best[arm] /= count
      withinMargin[arm] /= count
      regret[arm] /= count
    }
    groupBest = groups.map { group in group.reduce(0) { $0 + best[$1] } }
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
  private var smallest: [Double] = []

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
    smallest.append(outcome.regret.min() ?? 0)
  }

  var standardDeviation: Outcome {
    squares.combined(squares) { sum, _ in (max(0, sum) / max(1, count - 1)).squareRoot() }
  }

  var smallestRegretDeviation: Double {
    let mean = smallest.reduce(0, +) / max(1, count)
    return (smallest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, count - 1)).squareRoot()
  }
}
