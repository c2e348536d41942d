public import ExperimentDesign
import GSLNumerics
public import Inference

/// What a team should do, from what a run leaves open; every output says this and nothing stronger.
///
/// The rules are tried in the order of ``Kind``; the first that fits is the headline.
public struct Recommendation: Equatable, Sendable {
  /// Which rule it is.
  public enum Kind: String, CaseIterable, Equatable, Sendable {
    /// No arm may be recommended.
    case blocked
    /// It is the only arm that may be recommended.
    case onlyOption = "only_option"
    /// The model makes no difference between the arms.
    case identical
    /// The Monte Carlo error of the lead hides what is looked for.
    case tooFewTrials = "too_few_trials"
    /// The leading arms are within the margin of each other in nearly all draws of the uncertain inputs.
    case tie
    /// It leads the runner-up over the central 90% of the uncertain inputs, and in every alternative model.
    case choose
    /// It is best on average, and an alternative model or another goal says otherwise.
    case bestGuess = "best_guess"
    /// It is best on average, and the uncertain inputs leave it open.
    case leaning
  }

  /// How sure the choice is.
  public enum Confidence: String, Equatable, Sendable {
    case high, medium, low

    /// By the chance that the arm is best.
    init(chance: Double) { self = chance >= 0.95 ? .high : chance >= 0.8 ? .medium : .low }
  }

  /// The chance from which "nearly always" is said.
  public static let mostly = 0.9

  /// The rule that fits.
  public var kind: Kind
  /// Position of the arm to choose, or of the best guess; `nil` without one.
  public var choice: Int?
  /// Position of the best arm other than ``choice`` and its ``twins``.
  public var runnerUp: Int?
  /// The choice's objective less the runner-up's; `nil` without one.
  public var lead: Estimate?
  /// The arm with the best mean, where a safer one within the margin of it is chosen.
  public var overtaken: Int?
  /// The arms that tie, or that are one to the model; the choice first.
  public var tied: [Int]
  /// Arms that hardly differ from the choice, whatever the inputs are, and share its ``chance``; in the run's order.
  public var twins: [Int]
  /// The chance that the choice or one of its twins is best; `nil` where too few trials say.
  public var chance: MonteCarloNumber?
  /// How sure it is; `nil` where nothing can be said.
  public var confidence: Confidence?
  /// Goals under which another arm is best, and not by a hair.
  public var reversedBy: [Metric]
  /// Alternative models in which another arm is best.
  public var fallsUnder: [AlternativeModel]
  /// Trials after which the error would be small enough; `nil` unless there are too few.
  public var trialsNeeded: Int?
  /// What may not be recommended, and why.
  public var blockers: [Blocker]
  /// The test of the choice against the runner-up that would settle it; `nil` unless one is recommended and its size is
  /// known.
  public var test: SettlingTest?
}

extension ScenarioSummary {
  /// What to do about this scenario.
  public func recommendation(parametersVary: Bool) -> Recommendation {
    var found = Recommendation(
      kind: .blocked, choice: nil, runnerUp: nil, lead: nil, overtaken: nil, tied: [], twins: [], chance: nil,
      confidence: nil, reversedBy: [], fallsUnder: [], trialsNeeded: nil, blockers: blockers)
    guard let verdict else { return found }
    choose(&found, verdict)
    guard let choice = found.choice, let runnerUp = verdict.runnerUp else {
      found.kind = .onlyOption
      return found
    }
    found.fallsUnder = (alternatives ?? []).filter { $0.outcome == .falls && $0.best != choice }.map(\.model)
    found.reversedBy = goals.filter { !$0.metric.isLoss && $0.isReversal(of: choice) }.map(\.metric)
    if let best = found.chance { found.confidence = .init(chance: best.value) }
    found.kind = kind(&found, verdict, runnerUp: runnerUp, parametersVary: parametersVary)
    if [.bestGuess, .leaning].contains(found.kind), found.overtaken == nil { found.test = settlingTest }
    return found
  }

  /// The arm with the best mean, unless another within the margin of it is the safer one.
  private func choose(_ found: inout Recommendation, _ verdict: ArmRanking) {
    found.choice = verdict.best
    found.runnerUp = verdict.runnerUp
    found.lead = verdict.lead
    found.chance = decision.flatMap { chance(of: verdict.best, $0) }
    found.twins = decision?.nearTwins(of: verdict.best) ?? []
    guard let safer = saferChoice(than: verdict) else { return }
    found.overtaken = verdict.best
    found.choice = safer
    found.runnerUp = verdict.best
    found.lead = arms[safer].behindBest
    found.chance = decision.flatMap { chance(of: safer, $0) }
    found.twins = decision?.nearTwins(of: safer) ?? []
  }

  /// An arm whose mean is within the margin of the best one's and that is more often best, beyond the simulation's
  /// error, or best in more alternative models.
  ///
  /// What hardly differs from the best one, whatever the inputs are, is no safer: it would do as well.
  private func saferChoice(than verdict: ArmRanking) -> Int? {
    guard let decision, verdict.level.isEmpty else { return nil }
    let twins = decision.nearTwins(of: verdict.best)
    let near = decision.arms.map(\.position).filter { arm in
      guard arm != verdict.best, !twins.contains(arm), let mean = arms[arm].behindBest?.overTrials.mean else {
        return false
      }
      return abs(mean) <= decision.margin
    }
    let own = chance(of: verdict.best, decision)
    func models(_ arm: Int) -> Int { (alternatives ?? []).count { $0.best == arm && $0.outcome != .open } }
    let better = near.filter { arm in
      let theirs = chance(of: arm, decision)
      guard let theirs, let own else { return models(arm) > models(verdict.best) }
      let error = (theirs.mcse * theirs.mcse + own.mcse * own.mcse).squareRoot()
      if theirs.value - own.value > 2 * error { return models(arm) >= models(verdict.best) }
      return models(arm) > models(verdict.best) && own.value - theirs.value <= 2 * error
    }
    // An arm whose chance is not known comes after those whose chance is.
    func weight(_ arm: Int) -> Double { chance(of: arm, decision)?.value ?? -.infinity }
    return better.max { (models($0), weight($0), $1) < (models($1), weight($1), $0) }
  }

  /// The chance that an arm is best; near-twins share theirs.
  private func chance(of arm: Int, _ decision: Decision) -> MonteCarloNumber? {
    decision.nearTwins.first { $0.arms.contains(arm) }?.best ?? decision[arm]?.best
  }

  private func kind(
    _ found: inout Recommendation, _ verdict: ArmRanking, runnerUp: Int, parametersVary: Bool
  ) -> Recommendation.Kind {
    let judged = arms.indices.filter { arms[$0].objective != nil && !verdict.leftOut.contains($0) }
    if verdict.level.count == judged.count - 1 {
      found.tied = [verdict.best] + verdict.level
      found.confidence = nil
      return .identical
    }
    if let needed = trialsNeeded(verdict, parametersVary: parametersVary) {
      found.trialsNeeded = needed
      found.confidence = nil
      return .tooFewTrials
    }
    let near = tiedArms(verdict)
    if near.count > 1, let choice = found.choice, near.contains(choice) {
      found.tied = [choice] + near.filter { $0 != choice }
      return .tie
    }
    if !found.fallsUnder.isEmpty { return .bestGuess }
    let isClear = found.overtaken == nil && isAheadOfRunnerUp(verdict, parametersVary: parametersVary)
    if isClear { return .choose }
    return found.reversedBy.isEmpty ? .leaning : .bestGuess
  }

  /// Trials that would bring the error of the lead to a quarter of the margin; `nil` where it is there, or where the
  /// lead is so large that its error is of no account.
  private func trialsNeeded(_ verdict: ArmRanking, parametersVary: Bool) -> Int? {
    guard let lead = verdict.lead?.overTrials else { return nil }
    let trials = lead.count
    let enough = parametersVary ? max(Estimate.fewestTrials, 2) : 2
    guard trials >= enough, let error = lead.mcse else { return max(200, 2 * enough) }
    let margin = verdict.margin
    guard margin > 0, error > margin / 4, abs(lead.mean) - 4 * error < margin else { return nil }
    let ratio = error / (margin / 4)
    guard ratio < 1e4 else { return Int.max / 2 }
    return Int((Double(trials) * ratio * ratio * 1.1).rounded(.up))
  }

  /// Arms within the margin of the best in nearly all draws; of those without uncertain inputs, by their means.
  private func tiedArms(_ verdict: ArmRanking) -> [Int] {
    let byDraws = (decision?.arms ?? []).filter { $0.withinMargin != nil }
    guard byDraws.isEmpty else {
      return byDraws.filter(\.isMostlyWithinMargin).map(\.position)
    }
    return arms.indices.filter { arm in
      if arm == verdict.best { return true }
      guard let mean = arms[arm].behindBest?.overTrials.mean else { return false }
      return abs(mean) <= verdict.margin
    }
  }

  private func isAheadOfRunnerUp(_ verdict: ArmRanking, parametersVary: Bool) -> Bool {
    guard parametersVary else { return true }
    guard let range = verdict.lead?.uncertaintyInterval90 else { return false }
    return range.lower > 0 || range.upper < 0
  }
}

extension Decision.Arm {
  /// Whether it is within the margin of the best in nearly all draws; not where no draws say so.
  var isMostlyWithinMargin: Bool { withinMargin.map { $0.value >= Recommendation.mostly } ?? false }
}

extension GoalSummary {
  /// Whether another arm is best for this goal, and the arm is no tie with it.
  public func isReversal(of arm: Int) -> Bool {
    guard let best = ranking.first, best != arm, !(isTie && tied.contains(arm)) else { return false }
    // Without a chance the ranking by means stands.
    guard let chance = chances[arm] else { return true }
    return chance.value < 0.5
  }

  /// Whether the arm is worst for this goal of three or more.
  public func isLast(_ arm: Int) -> Bool { ranking.count > 2 && ranking.last == arm && isReversal(of: arm) }
}
