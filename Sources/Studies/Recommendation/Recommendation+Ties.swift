import ExperimentDesign
import Inference

/// Which of several arms to take that the objective cannot separate.
extension ScenarioSummary {
  /// Chooses the arm that is clearly better for another goal than the others that tie with it, else the best of several
  /// that are.
  func settleTie(_ found: inout Recommendation, _ verdict: ArmRanking) {
    let breakers = goalsOfTie.compactMap { $0.tieBreaker(among: found.tied) }
    // The first goal decides; one below it may choose among several that are as good for that.
    guard let first = breakers.first else { return }
    let one = breakers.first { $0.arms.count == 1 && first.arms.contains($0.arms[0]) }
    let breaker = one ?? first
    found.tieBreaker = breaker
    found.tied = breaker.arms + found.tied.filter { !breaker.arms.contains($0) }
    let chosen = breaker.arms[0]
    guard chosen != found.choice else { return }
    found.choice = chosen
    found.overtaken = nil
    found.runnerUp = chosen == verdict.best ? verdict.runnerUp : verdict.best
    found.lead = chosen == verdict.best ? verdict.lead : arms[chosen].behindBest
    found.twins = decision?.nearTwins(of: chosen) ?? []
    found.chance = decision.flatMap { self.chance(of: chosen, $0) }
    weigh(&found, chosen)
  }

  /// Chooses the near-twin that is clearly better for another goal, as the objective hardly differs between them.
  ///
  /// Its lead is the best arm's, which differs from its own by less than is shown.
  func settleTwins(_ found: inout Recommendation, _ verdict: ArmRanking) {
    guard found.overtaken == nil, found.choice == verdict.best, !found.twins.isEmpty else { return }
    let group = [verdict.best] + found.twins
    guard
      let breaker = goalsOfTie.lazy.filter({ Set($0.ranking) == Set(group) })
        .compactMap({ $0.tieBreaker(among: group) }).first
    else { return }
    let chosen = breaker.arms[0]
    found.tieBreaker = breaker
    found.choice = chosen
    found.twins = group.filter { $0 != chosen }.sorted()
    weigh(&found, chosen)
    let falls = (alternatives ?? []).filter { group.contains($0.best) }.map(\.model)
    found.fallsUnder.removeAll(where: falls.contains)
  }

  /// Takes the choice and the runner-up as one where they differ in words alone and the same is assumed of both.
  func joinAlike(_ found: inout Recommendation) {
    guard let choice = found.choice, let runnerUp = found.runnerUp,
      let alike = alikeInEffect.first(where: { $0.contains(choice) && $0.contains(runnerUp) })
    else { return }
    switch found.kind {
    case .leaning, .bestGuess: found.overtaken = nil
    case .tie, .identical: guard found.tied.allSatisfy(alike.contains) else { return }
    case .blocked, .onlyOption, .tooFewTrials, .choose: return
    }
    found.alike = [choice] + alike.filter { $0 != choice }
    found.test = settlingTest
    let chances = found.alike.compactMap { decision?[$0]?.best }
    guard found.kind != .identical, found.kind != .tie, chances.count == found.alike.count else { return }
    let sum = MonteCarloNumber.sum(ofExclusive: chances)
    found.chance = sum
    found.confidence = .init(chance: sum.value)
  }

  /// The share of draws in which all of these arms are within the margin of the best; `nil` where no draws say so.
  func shareWithinMargin(_ tied: [Int]) -> MonteCarloNumber? {
    tied.compactMap { decision?[$0]?.withinMargin }.min { $0.value < $1.value }
  }

  /// Arms within the margin of the best in nearly all draws; of those without uncertain inputs, by their means.
  private var withinMargin: [Int] {
    let byDraws = (decision?.arms ?? []).filter { $0.withinMargin != nil }
    guard byDraws.isEmpty else {
      return byDraws.filter(\.isMostlyWithinMargin).map(\.position)
    }
    guard let verdict else { return [] }
    return arms.indices.filter { arm in
      if arm == verdict.best { return true }
      guard let mean = arms[arm].behindBest?.overTrials.mean else { return false }
      return abs(mean) <= verdict.margin
    }
  }

  /// Arms that tie: those within the margin of the best of all, else the best and its partner.
  var tyingArms: [Int] {
    guard let verdict, let tiePartner else { return withinMargin }
    return [verdict.best, tiePartner.arm].sorted()
  }

  /// Arms among which another goal may say which to take: those that tie, else the best one and its near-twins.
  func tiedArms() -> [Int] {
    let tying = tyingArms
    guard let best = verdict?.best, tying.count < 2 || !tying.contains(best) else { return tying }
    return ([best] + (decision?.nearTwins(of: best) ?? [])).sorted()
  }

  /// Takes two arms that tie as one against the third, which may be better than both.
  ///
  /// Where no goal settles which of the two to take, the other would do as well.
  func joinPair(_ found: inout Recommendation, _ verdict: ArmRanking) {
    guard let tiePartner, let choice = found.choice else { return }
    found.overtaken = nil
    found.runnerUp = verdict.runnerUp
    found.lead = choice == tiePartner.arm ? tiePartner.lead : verdict.lead
    let pair = found.tied
    found.isTieOfPair = found.tieBreaker != nil
    if found.isTieOfPair {
      found.tieShare = pairTie
    } else {
      found.tied = []
      found.twins = (found.twins + pair).filter { $0 != choice }.reduce(into: []) { twins, arm in
        if !twins.contains(arm) { twins.append(arm) }
      }.sorted()
    }
    let chances = pair.compactMap { decision?[$0]?.best }
    if chances.count == pair.count { found.chance = .sum(ofExclusive: chances) }
    weigh(&found, choice)
    let reversing = (alternatives ?? []).filter { pair.contains($0.best) }.map(\.model)
    found.fallsUnder.removeAll(where: reversing.contains)
  }
}
