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

    /// The chances from which on it is medium and high.
    public static let leastChances = [0.8, 0.95]

    /// By the chance that the arm is best.
    init(chance: Double) {
      self = chance >= Self.leastChances[1] ? .high : chance >= Self.leastChances[0] ? .medium : .low
    }
  }

  /// Another goal than the objective, which options that tie differ by.
  public struct TieBreaker: Equatable, Sendable {
    /// What is wanted.
    public var metric: Metric
    /// The chance that one of ``arms`` is best for it of those that tie.
    public var chance: MonteCarloNumber
    /// What is better for it than the others that tie or are near-twins, the choice first: one arm, or several that tie
    /// for it too.
    public var arms: [Int]
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
  /// The share of draws in which the arms that tie are within the margin; `nil` where they do not, or no draws say so.
  public var tieShare: MonteCarloNumber?
  /// Whether the arms that tie do so with one another alone, while another may be the best: the runner-up.
  public var isTieOfPair: Bool
  /// The goal that settles a tie: the choice is better for it than the others that tie, or than its ``twins`` where
  /// ``tied`` is empty; `nil` for none.
  public var tieBreaker: TieBreaker?
  /// Arms that differ from the choice in words alone, of which the same effect is assumed, the choice first; empty where
  /// the runner-up is none of them.
  ///
  /// Which of them is ahead is chance, and they share ``chance``.
  public var alike: [Int]
  /// Arms that hardly differ from the choice, whatever the inputs are, and share its ``chance``; in the run's order.
  public var twins: [Int]
  /// The chance that the choice or one of its twins is best; `nil` where too few trials say.
  public var chance: MonteCarloNumber?
  /// How sure it is; `nil` where nothing can be said.
  public var confidence: Confidence?
  /// What the choice gives up on average against the best arm in each draw; `nil` where too few trials say.
  public var loss: MonteCarloNumber?
  /// Whether ``loss`` is no more than the margin, so that a wrong choice costs little.
  public var costsLittle: Bool
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

  /// Whether to choose without a test first.
  public var isToChoose: Bool {
    switch kind {
    case .choose, .onlyOption, .tie: true
    case .bestGuess, .leaning: overtaken != nil && costsLittle
    case .blocked, .identical, .tooFewTrials: false
    }
  }
}

extension ScenarioSummary {
  /// What to do about this scenario.
  public func recommendation(parametersVary: Bool) -> Recommendation {
    var found = Recommendation(
      kind: .blocked, choice: nil, runnerUp: nil, lead: nil, overtaken: nil, tied: [],
      tieShare: nil, isTieOfPair: false, tieBreaker: nil,
      alike: [], twins: [], chance: nil,
      confidence: nil, loss: nil, costsLittle: false, reversedBy: [], fallsUnder: [], trialsNeeded: nil,
      blockers: blockers)
    guard let verdict else { return found }
    choose(&found, verdict)
    guard let choice = found.choice, let runnerUp = verdict.runnerUp else {
      found.kind = .onlyOption
      return found
    }
    weigh(&found, choice)
    found.kind = kind(&found, verdict, runnerUp: runnerUp, parametersVary: parametersVary)
    joinAlike(&found)
    if [.bestGuess, .leaning].contains(found.kind), !found.isToChoose, isOfTest(found, verdict) {
      found.test = settlingTest
    }
    return found
  }

  /// Whether ``settlingTest`` is of the choice and the runner-up, or of an arm that ties with the choice.
  private func isOfTest(_ found: Recommendation, _ verdict: ArmRanking) -> Bool {
    let pair = Set([found.choice, found.runnerUp])
    // What hardly differs from the best arm takes a test of the same size.
    let twins = decision?.nearTwins(of: verdict.best) ?? []
    return pair == Set([verdict.best, verdict.runnerUp])
      || found.runnerUp == verdict.runnerUp
        && (found.choice == tiePartner?.arm || found.choice.map(twins.contains) ?? false)
  }

  /// What speaks against the choice, how sure it is, and what it gives up.
  func weigh(_ found: inout Recommendation, _ choice: Int) {
    found.fallsUnder = (alternatives ?? []).filter { $0.outcome == .falls && $0.best != choice }.map(\.model)
    found.reversedBy = goals.filter { !$0.metric.isLoss && $0.isReversal(of: choice) }.map(\.metric)
    found.confidence = found.chance.map { .init(chance: $0.value) }
    found.loss = decision?[choice]?.regret
    found.costsLittle = found.loss.map { $0.value <= (decision?.margin ?? 0) } ?? false
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
  func chance(of arm: Int, _ decision: Decision) -> MonteCarloNumber? {
    decision.nearTwins.first { $0.arms.contains(arm) }?.best ?? decision[arm]?.best
  }

  private func kind(
    _ found: inout Recommendation, _ verdict: ArmRanking, runnerUp: Int, parametersVary: Bool
  ) -> Recommendation.Kind {
    let judged = arms.indices.filter { arms[$0].objective != nil && !verdict.leftOut.contains($0) }
    if verdict.level.count == judged.count - 1 {
      found.tied = [verdict.best] + verdict.level
      found.confidence = nil
      settleTie(&found, verdict)
      guard found.tieBreaker != nil else { return .identical }
      found.tieShare = shareWithinMargin(found.tied)
      return .tie
    }
    if let needed = trialsNeeded(verdict, parametersVary: parametersVary) {
      found.trialsNeeded = needed
      found.confidence = nil
      return .tooFewTrials
    }
    let near = tyingArms
    if near.count > 1, let choice = found.choice, near.contains(choice) {
      found.tied = [choice] + near.filter { $0 != choice }
      settleTie(&found, verdict)
      guard tiePartner != nil else {
        found.tieShare = shareWithinMargin(found.tied)
        return .tie
      }
      joinPair(&found, verdict)
      // Which of the two is settled. The third is no reason for a test where little can be lost to it.
      if found.isTieOfPair, found.costsLittle || isClear(found, parametersVary: parametersVary) {
        return .tie
      }
    }
    if found.tied.isEmpty { settleTwins(&found, verdict) }
    if isClear(found, parametersVary: parametersVary) { return .choose }
    testAgainstTheOftenBest(&found, verdict, parametersVary: parametersVary)
    return found.fallsUnder.isEmpty && found.reversedBy.isEmpty ? .leaning : .bestGuess
  }

  /// Whether it leads over the central 90% of the uncertain inputs and in every alternative model, and is best often
  /// enough or costs little.
  private func isClear(_ found: Recommendation, parametersVary: Bool) -> Bool {
    found.fallsUnder.isEmpty && found.overtaken == nil && (found.confidence != .low || found.costsLittle)
      && isAheadOfRunnerUp(found.lead, parametersVary: parametersVary)
  }

  /// Where the runner-up is behind for certain, another arm is what makes the choice doubtful: the one that is most often
  /// best becomes the runner-up, as a test against the other settles nothing.
  private func testAgainstTheOftenBest(
    _ found: inout Recommendation, _ verdict: ArmRanking, parametersVary: Bool
  ) {
    guard parametersVary, let choice = found.choice,
      choice == verdict.best || found.twins.contains(verdict.best), found.confidence == .low,
      isAheadOfRunnerUp(found.lead, parametersVary: parametersVary)
    else { return }
    let settled = found.twins + found.tied + [verdict.best, choice]
    let others = (decision?.arms ?? []).filter { !settled.contains($0.position) && $0.best != nil }
    guard let other = others.max(by: { ($0.best?.value ?? 0) < ($1.best?.value ?? 0) }),
      let behind = arms[other.position].behindBest
    else { return }
    found.runnerUp = other.position
    found.lead = behind.negated
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

  private func isAheadOfRunnerUp(_ lead: Estimate?, parametersVary: Bool) -> Bool {
    guard parametersVary else { return true }
    guard let range = lead?.uncertaintyInterval90 else { return false }
    return range.lower > 0 || range.upper < 0
  }
}

extension MonteCarloNumber {
  /// The chance that one of several options is best: each draw has one best option, so that their chances add up.
  public static func sum(ofExclusive chances: [MonteCarloNumber]) -> MonteCarloNumber {
    MonteCarloNumber(value: min(1, chances.reduce(0) { $0 + $1.value }), mcse: chances.map(\.mcse).max() ?? 0)
  }
}

extension Decision.Arm {
  /// Whether it is within the margin of the best in nearly all draws; not where no draws say so.
  var isMostlyWithinMargin: Bool { withinMargin.map { $0.value >= Recommendation.mostly } ?? false }
}
