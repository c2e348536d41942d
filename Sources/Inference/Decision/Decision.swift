public import GSLNumerics
public import TextFormats

/// What is known, and what it would be worth to know, when one arm has to be chosen.
///
/// All of it speaks of what is not known of people: of expectations, of which each trial is one draw
/// (``ObjectiveTable``). Errors are by the delete-one-block jackknife, one for all quantities. Those of probabilities
/// are never below the plus-four error of a share; of trials whose inputs are drawn together never below that of 0, so
/// that 0 and 1 have one too.
public struct Decision: Codable, Equatable, Sendable {
  /// One competing arm.
  public struct Arm: Codable, Equatable, Sendable {
    /// Its position in the run.
    @OptionNames public private(set) var position: Int
    /// The probability that its expectation is the best; arms that tie share it.
    public let best: MonteCarloNumber?
    /// The probability that its expectation is no further than the margin from the best.
    public let withinMargin: MonteCarloNumber?
    /// E[max_b μ_b − μ_a], in units of the objective: what choosing it loses against knowing; `nil` where the
    /// noise of the installs is not known.
    public let regret: MonteCarloNumber?

    private enum CodingKeys: String, CodingKey {
      case position = "option"
      case best = "chanceBest"
      case withinMargin = "chanceWithinMargin"
      case regret = "expectedLoss"
    }
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
  /// How many times as many installs a trial needs for anything to be said; `nil` where there are enough.
  public let installsNeeded: Double?
  /// Sets of several arms that hardly differ in any trial; see ``NearTwins``.
  public let nearTwins: [NearTwins]

  /// Weighs the arms of a table.
  ///
  /// Chances and losses are `nil` when no parameter is uncertain, when there are fewer than
  /// ``Estimate/fewestTrials`` complete trials, and where noise hides what the inputs do. Noise widens the draws: an arm
  /// that is best in 95% of them all the same is at least as sure to be best without. Then nothing is hidden, and where all
  /// are near-twins neither.
  /// - Parameters:
  ///   - margin: at least 0, in units of the objective.
  ///   - parametersVary: whether any parameter of the experiment is uncertain.
  ///   - shouldStop: asked before every part of the work that can take a while.
  /// - Returns: `nil` for fewer than two arms or trials.
  /// - Throws: `NumericsError.stopped` where `shouldStop` says so.
  public init?(
    _ table: ObjectiveTable, margin: Double, parametersVary: Bool, shouldStop: () -> Bool = { false }
  ) throws(NumericsError) {
    let trials = table.values.count
    guard table.arms.count > 1, trials > 1 else { return nil }
    self.margin = margin
    self.trials = trials
    let isEnough = parametersVary && trials >= Estimate.fewestTrials
    let rows = table.expected()
    // Where draws are mostly noise, it is taken off to see whether the options differ at all. That needs enough trials
    // for the means to show a difference.
    let told = table.isTooNoisy ? table.expected(scaledBy: table.withoutNoise) : rows
    let areTold =
      !table.isTooNoisy || 1.645 * rows.largestDifferenceError() < NearTwins.shareOfMargin * margin
    let groups = table.noiseIsKnown && areTold ? nearTwinSets(told, margin: margin) : []
    let found = Outcome(rows, margin: margin, groups: groups)
    let count = table.arms.count
    let isHidden =
      table.isTooNoisy && groups.first?.count != count && found.numbers.prefix(count).allSatisfy { $0 < 0.95 }
    installsNeeded = isEnough && isHidden ? table.installsNeeded() : nil
    guard isEnough, !isHidden else {
      arms = table.arms.map { Arm(position: $0, best: nil, withinMargin: nil, regret: nil) }
      valueOfPerfectInformation = nil
      nearTwins = []
      return
    }
    let blocks = jackknifeBlocks(trials: trials, trialsOfABlock: table.trialsOfABlock)
    let without = try blocks.map { left throws(NumericsError) in
      if shouldStop() { throw .stopped }
      return Outcome(table.expected(without: left), margin: margin, groups: groups).numbers
    }
    let errors = found.numbers.indices.map { place in jackknifeError(without.map { $0[place] }) }
    func probability(_ place: Int) -> MonteCarloNumber {
      let value = found.numbers[place]
      // Of trials that are drawn together a share varies less than of independent ones.
      let least = plusFourError(table.trialsOfABlock > 1 ? 0 : value, trials: trials)
      return MonteCarloNumber(value: value, mcse: max(errors[place], least))
    }
    let regrets = (0..<count).map { arm in
      MonteCarloNumber(value: found.numbers[2 * count + arm], mcse: errors[2 * count + arm])
    }
    arms = table.arms.enumerated().map { arm, position in
      Arm(
        position: position, best: probability(arm), withinMargin: probability(count + arm),
        regret: table.noiseIsKnown ? regrets[arm] : nil)
    }
    valueOfPerfectInformation = table.noiseIsKnown ? regrets.min { $0.value < $1.value } : nil
    nearTwins = groups.enumerated().map { number, twins in
      NearTwins(arms: twins.map { table.arms[$0] }.sorted(), best: probability(3 * count + number))
    }
  }

  /// What was found for the arm at a position of the run; `nil` when it does not compete.
  public subscript(position: Int) -> Arm? { arms.first { $0.position == position } }
}

/// The quantities of a decision over some trials.
private struct Outcome {
  /// By arm the chance to be best, then those within the margin, then the regrets; at last by set of near-twins the
  /// chance that the best is one of them.
  let numbers: [Double]

  init(_ rows: TrialRows, margin: Double, groups: [[Int]]) {
    let arms = rows.arms
    var sums = [Double](repeating: 0, count: 3 * arms)
    for trial in 0..<rows.count {
      var most = rows[trial, 0]
      for arm in 1..<arms { most = max(most, rows[trial, arm]) }
      // Differences below this are rounding.
      let resolution = 1e-12 * abs(most)
      var tied = 0.0
      for arm in 0..<arms where rows[trial, arm] >= most - resolution { tied += 1 }
      for arm in 0..<arms {
        let value = rows[trial, arm]
        if value >= most - resolution {
          sums[arm] += 1 / tied
        } else {
          sums[2 * arms + arm] += most - value
        }
        if value >= most - margin - resolution { sums[arms + arm] += 1 }
      }
    }
    let means = sums.map { $0 / Double(max(1, rows.count)) }
    numbers = means + groups.map { group in group.reduce(0) { $0 + means[$1] } }
  }
}
