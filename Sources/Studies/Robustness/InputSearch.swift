import GSLNumerics
import Inference

/// The search for the fewest inputs that change a recommendation when they are held at their 5% or 95%
/// quantile, the others as uncertain as they are.
///
/// A straight line of the best arm's leads on each input, over the run's own trials, says which settings
/// of one input and of two are worst for it. The worst ``simulatedAtMost`` of one input are simulated one
/// after the other, then as many of two, until in one of them another arm is better. A setting whose
/// predicted lead is above 0 by two standard errors is left out, but for the worst of one input, which is
/// always simulated. What the line misses (a lead that falls at both ends of an input, inputs that act
/// only together) the search misses too.
public struct InputSearch: Codable, Equatable, Sendable {
  /// What became of the best arm in one setting.
  public struct Setting: Codable, Equatable, Sendable {
    /// One input, or two.
    public var inputs: [InputQuantile]
    /// What became of the best arm.
    public var outcome: AlternativeVerdict.Outcome
    /// Position of the arm that is best there.
    public var best: Int
    /// See ``AlternativeVerdict/lead``.
    public var lead: AlternativeVerdict.Lead?

    /// The parts, unchanged.
    public init(
      inputs: [InputQuantile], outcome: AlternativeVerdict.Outcome, best: Int, lead: AlternativeVerdict.Lead?
    ) {
      self.inputs = inputs
      self.outcome = outcome
      self.best = best
      self.lead = lead
    }
  }

  /// Settings of one input that are simulated at most, and of two.
  public static let simulatedAtMost = 3

  /// The settings that were simulated, fewest inputs first.
  public var settings: [Setting]

  /// The parts, unchanged.
  public init(settings: [Setting]) { self.settings = settings }

  /// The setting of the fewest inputs that changes the recommendation; `nil` where none was found.
  public var change: Setting? {
    settings.filter { $0.outcome == .falls }.min { $0.inputs.count < $1.inputs.count }
  }
}

/// The settings of inputs that the trials say are worst for the best arm, worst first.
struct AdverseSettings: Equatable, Sendable {
  /// Of one input, then of two; within each the worst first.
  private(set) var settings: [[InputQuantile]] = []

  /// Arms behind the best that are looked at: those next in line.
  private static let mostArms = 32

  /// - Parameters:
  ///   - leads: of the best arm over each other that may win, more being better, trial by trial; the next
  ///     best first.
  ///   - inputs: both quantiles of every uncertain input that varies.
  ///   - draws: of the same inputs, trial by trial.
  /// - Throws: `NumericsError.notFinite`.
  init(
    leads: [TrialColumn], inputs: [(low: InputQuantile, high: InputQuantile)], draws: [[Double]]
  ) throws(NumericsError) {
    let leads = leads.prefix(Self.mostArms)
    guard let first = leads.first else { return }
    let complete = first.indices.filter { trial in leads.allSatisfy { $0[trial] != nil } }
    guard complete.count >= Estimate.fewestTrials else { return }
    let count = Double(complete.count)
    let completeLeads = leads.map { lead in complete.compactMap { lead[$0] } }
    var ahead: [(mean: Double, deviation: Double, slopes: [Double])] = []
    for values in completeLeads {
      ahead.append((try sampleMean(values), try sampleStandardDeviation(values), []))
    }
    var spreads: [Double] = []
    var means: [Double] = []
    for values in draws {
      let own = complete.map { values[$0] }
      let mean = try sampleMean(own)
      let spread = try sampleStandardDeviation(own)
      means.append(mean)
      spreads.append(spread)
      for (arm, values) in completeLeads.enumerated() {
        var sum = 0.0
        for trial in values.indices { sum += (values[trial] - ahead[arm].mean) * (own[trial] - mean) }
        ahead[arm].slopes.append(spread > 0 ? sum / (count - 1) / (spread * spread) : 0)
      }
    }
    typealias Move = (input: Int, quantile: InputQuantile)
    let moves: [Move] = inputs.indices.flatMap { input -> [Move] in
      spreads[input] > 0 ? [(input, inputs[input].low), (input, inputs[input].high)] : []
    }
    /// The smallest lead that is predicted, and whether it may be below 0.
    func predicted(_ moves: [Move]) -> (lead: Double, mayFall: Bool) {
      var least = (lead: Double.infinity, mayFall: false)
      for arm in ahead {
        var lead = arm.mean
        var squares = 1.0
        for move in moves {
          let distance = move.quantile.value - means[move.input]
          lead += arm.slopes[move.input] * distance
          squares += distance * distance / (spreads[move.input] * spreads[move.input])
        }
        least.lead = min(least.lead, lead)
        least.mayFall = least.mayFall || lead < 2 * arm.deviation * (squares / count).squareRoot()
      }
      return least
    }
    let pairs = moves.indices.flatMap { second in
      moves[..<second].filter { $0.input != moves[second].input }.map { [$0, moves[second]] }
    }
    for (number, kind) in [moves.map { [$0] }, pairs].enumerated() {
      let ranked = kind.enumerated().map {
        (offset: $0.offset, moves: $0.element, found: predicted($0.element))
      }
      .sorted { ($0.found.lead, $0.offset) < ($1.found.lead, $1.offset) }
      let worst = ranked.prefix(InputSearch.simulatedAtMost).enumerated()
        .filter { $0.element.found.mayFall || (number == 0 && $0.offset == 0) }
      settings += worst.map { $0.element.moves.map(\.quantile) }
    }
  }
}
