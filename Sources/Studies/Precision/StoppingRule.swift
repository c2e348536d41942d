import ExperimentDesign
public import GSLNumerics
import Inference

/// When a simulation that chooses its own size has trials enough.
public enum StoppingRule: Equatable, Sendable {
  /// The upper 95% limit of the Monte Carlo error of every difference to the baseline (of the level,
  /// where there is one arm alone) is below this, in units of the objective.
  case precision(Double)
  /// What recommending the best arm of each scenario may lose because of Monte Carlo error is below
  /// this, in units of the objective (``Inference/SimulationPrecision/expectedLoss()``).
  case decision(Double)

  /// The trials after which it is looked: 200, and twice as many each time, up to `most`.
  public static func looks(upTo most: Int) -> [Int] {
    var looks: [Int] = []
    var next = 200
    while next < most {
      looks.append(next)
      next *= 2
    }
    return looks + [most]
  }

  /// What a look found.
  public struct Look: Equatable, Sendable {
    /// The largest of what the rule is about, at its upper limit; `nil` where it cannot be known.
    public var largest: Double?
    /// Whether that is enough.
    public var isEnough: Bool
  }

  /// The rule of a name and its limit; `nil` where there is no rule of that name.
  public init?(name: String, limit: Double) {
    switch name {
    case "precision": self = .precision(limit)
    case "decide": self = .decision(limit)
    case _: return nil
    }
  }

  /// The rule as the command line names it: `precision` or `decide`.
  public var name: String {
    switch self {
    case .precision: "precision"
    case .decision: "decide"
    }
  }

  /// The limit given.
  public var limit: Double {
    switch self {
    case .precision(let limit), .decision(let limit): limit
    }
  }
}

/// How a run that chose its own size came to it.
public struct StoppingOutcome: Equatable, Sendable {
  /// What the size was chosen by.
  public var rule: StoppingRule
  /// What the trials reached, at its upper limit; `nil` where it cannot be known.
  public var reached: Double?
  /// Whether that is enough; else the most trials allowed were run.
  public var isMet: Bool

  /// The parts, unchanged.
  public init(rule: StoppingRule, reached: Double?, isMet: Bool) {
    self.rule = rule
    self.reached = reached
    self.isMet = isMet
  }

  /// The trials that would reach the limit of a precision, with a tenth to spare.
  ///
  /// A Monte Carlo error falls as one over the square root of the trials.
  ///
  /// - Returns: `nil` for another rule, where the goal is met, and where the number is not known or beyond counting.
  public func trialsNeeded(after trials: Int) -> Int? {
    guard case .precision(let limit) = rule, !isMet, let reached else { return nil }
    let needed = 1.1 * Double(trials) * (reached / limit) * (reached / limit)
    return needed.isFinite && needed < 1e15 ? Int(needed.rounded(.up)) : nil
  }
}

extension RunSummaryBuilder {
  /// Looks whether the trials handed in so far are enough.
  ///
  /// - Throws: `NumericsError` when a value is not finite.
  public func look(_ rule: StoppingRule) throws(NumericsError) -> StoppingRule.Look {
    var largest = 0.0
    for scenario in outline.scenarios.indices {
      let found =
        switch rule {
        case .precision: try largestError(scenario)
        case .decision: try expectedLoss(scenario)
        }
      guard let found else { return StoppingRule.Look(largest: nil, isEnough: false) }
      largest = max(largest, found)
    }
    return StoppingRule.Look(largest: largest, isEnough: largest < rule.limit)
  }

  private func largestError(_ scenario: Int) throws(NumericsError) -> Double? {
    let baseline = objectiveSeries(scenario: scenario, arm: outline.baseline)
    guard outline.arms.count > 1 else { return try SimulationPrecision(baseline)?.mcseLimit }
    var largest = 0.0
    for arm in outline.arms.indices where arm != outline.baseline {
      let own = objectiveSeries(scenario: scenario, arm: arm)
      // An arm without the objective (no pre-prompt, for one) has no difference to know.
      guard own.values.contains(where: { $0 != nil }) else { continue }
      let difference = own.difference(from: baseline, design: .paired)
      guard let precision = try SimulationPrecision(difference) else {
        return nil
      }
      largest = max(largest, precision.mcseLimit)
    }
    return largest
  }

  private func expectedLoss(_ scenario: Int) throws(NumericsError) -> Double? {
    let sign = outline.objective.lessIsBetter ? -1.0 : 1.0
    var merits: [(series: TrialSeries, mean: Double)] = []
    for arm in try competing(scenario: scenario) {
      let own = objectiveSeries(scenario: scenario, arm: arm)
      let series = sign < 0 ? own.negated : own
      guard let mean = try MonteCarloMean(series)?.mean else { continue }
      merits.append((series, mean))
    }
    guard let best = merits.max(by: { $0.mean < $1.mean }) else { return nil }
    var loss = 0.0
    var isFirst = true
    for other in merits {
      if isFirst, other.mean == best.mean {
        isFirst = false
        continue
      }
      let lead = best.series.difference(from: other.series, design: .paired)
      guard let precision = try SimulationPrecision(lead) else {
        return nil
      }
      loss += try precision.expectedLoss()
    }
    return loss
  }
}
