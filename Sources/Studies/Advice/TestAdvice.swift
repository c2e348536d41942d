import Foundation
import GSLNumerics
import Inference
public import TestAnalysis
public import TestData

/// What follows from a real test alone, by the rules that decide on a simulation too.
public struct TestAdvice: Encodable, Sendable {
  /// What to do; `nil` where the test says nothing, and ``withheld`` says why.
  public var decided: Decided?
  /// Why there is no advice.
  public var withheld: NoVerdictReason?
  /// What the decision is from; `nil` without one.
  public var facts: DecisionFacts?
  /// The limits of every option but the baseline.
  public var guardrails: [TestGuardrail] = []
  /// Until when the test goes on, where that is the advice.
  public var goOn: GoOn?

  /// Until when a test that settles nothing yet goes on.
  public enum GoOn: Encodable, Equatable, Sendable {
    /// Until the options together have as many installs of the day's age; whether that is the plan or an estimate.
    case installs(until: Int, isPlanned: Bool)
    /// Until it can be read by a later day; `nil` where the data do not say by which.
    case laterDay(day: Int?)
  }
}

/// What must not get worse in a test, of one option.
public struct TestGuardrail: Codable, Equatable, Sendable {
  /// What is guarded.
  public var column: GuardrailColumn
  /// The option that is held to it.
  public var option: String
  /// The verdict by ``chance``; where looks are judged by an interval alone, by that.
  public var state: GuardrailReading.State
  /// The chance that the option is not worse than the baseline by more than the margin.
  public var chance: Double?
  /// Option less baseline, in units of the column.
  public var difference: Double?
  /// Installs of each option with which one that is no worse is likely to hold; `nil` where it is not open.
  public var installsNeeded: Int?
}

extension TestAdvice {
  /// Decides on a test.
  ///
  /// An option that breaks a guardrail is out; the baseline never is. Options that cannot be compared are left out
  /// where others can.
  public init(_ test: AnalysedTest) throws {
    guardrails = test.guardrails.flatMap { Self.readings($0, test) }
    guard let panel = test.mainPanel else {
      withheld = .noDenominator
      return
    }
    withheld = Self.obstacle(test, panel)
    guard withheld == nil else { return }
    let failing = Set(guardrails.filter { $0.state == .fails }.map(\.option))
    let positions = test.arms.indices.filter { arm in
      arm == test.baseline
        || panel.judgement(of: arm)?.verdict != nil && !failing.contains(test.arms[arm])
    }
    let posterior = TestPosterior(test: test, panel: panel)
    let facts = try posterior.facts(of: positions)
    let decided = decide(facts)
    (self.facts, self.decided, goOn) = (facts, decided, posterior.goOn(facts, decided.advice))
  }

  /// Why the test says nothing; `nil` where at least one option can be compared with the baseline.
  private static func obstacle(_ test: AnalysedTest, _ panel: AnalysisPanel) -> NoVerdictReason? {
    if let withheld = test.withheld { return withheld }
    if test.arms.count < 2 { return .oneOption }
    if panel.denominator != .installs { return .notPerInstall }
    guard panel.judgements.allSatisfy({ $0.verdict == nil }) else { return nil }
    return panel.judgements.lazy.compactMap(\.reason).first ?? .emptyArm
  }

  private static func readings(_ guardrail: Guardrail, _ test: AnalysedTest) -> [TestGuardrail] {
    guardrail.comparisons.map { comparison in
      let chance = guardrail.chanceOfHolding(comparison)
      let state = GuardrailReading.State(
        chance: chance ?? guardrail.isKept(comparison).map { $0 ? 1 : 0 })
      return TestGuardrail(
        column: guardrail.column, option: test.arms[comparison.option], state: state, chance: chance,
        difference: comparison.difference,
        installsNeeded: state == .open ? guardrail.installsNeeded(baseline: test.baseline) : nil)
    }
  }
}

/// What a test says of its options together: the chance that each is best, and what choosing it gives up on average.
///
/// By the Beta posteriors of the counts. Where options are compared within parts of the test, or over releases, there
/// are differences to the baseline alone: normal ones then, with the p-value of the verdict. Of more than two options
/// the chance is at least, and the loss at most, what the differences of all pairs say.
struct TestPosterior {
  let test: AnalysedTest
  let panel: AnalysisPanel

  /// Of some options, in their order.
  func standings(of options: [Int]) throws -> [(chance: Double, loss: Double)] {
    guard panel.restsOnParts else {
      return try PosteriorRanking.of(options.map { panel.counts[$0] }).map { ($0.best, $0.expectedLoss) }
    }
    let known = options.map { place(of: $0) ?? (estimate: 0, error: 0) }
    return try options.indices.map { own in
      var standing = (chance: 1.0, loss: 0.0)
      for other in options.indices where other != own {
        let lead = known[own].estimate - known[other].estimate
        let error = hypot(known[own].error, known[other].error)
        guard error > 0 else {
          if lead <= 0 { standing.chance -= lead < 0 ? 1 : 0.5 }
          standing.loss += max(0, -lead)
          continue
        }
        let deviate = lead / error
        let beaten = try StandardNormal.cumulative(-deviate)
        standing.chance -= beaten
        standing.loss += max(0, error * (StandardNormal.density(deviate) - deviate * beaten))
      }
      standing.chance = max(0, standing.chance)
      return standing
    }
  }

  /// One option less another, with its standard error; `nil` where nothing says, and for releases, of which more
  /// installs are no more.
  func difference(_ option: Int, _ other: Int) -> (estimate: Double, error: Double)? {
    guard !panel.judgements.contains(where: { $0.basis == .clusterRobust }), let first = place(of: option),
      let second = place(of: other)
    else { return nil }
    return (first.estimate - second.estimate, hypot(first.error, second.error))
  }

  /// An option's rate; where parts are compared, the option less the baseline, with the standard error that its p-value
  /// and a normal law imply.
  private func place(of option: Int) -> (estimate: Double, error: Double)? {
    guard panel.restsOnParts else {
      let count = panel.counts[option]
      return count.rate.map { ($0, ($0 * (1 - $0) / Double(count.n)).squareRoot()) }
    }
    guard option != test.baseline else { return (0, 0) }
    guard let judged = panel.judgement(of: option), let estimate = judged.difference else { return nil }
    if let p = judged.p, p.value < 1, estimate != 0,
      let deviate = try? StandardNormal.quantile(max(p.value, 1e-300) / 2)
    {
      return (estimate, abs(estimate / deviate))
    }
    let level =
      judged.p == nil
      ? test.options.statistics.level.simultaneous(over: test.arms.count - 1)
      : panel.statistics.comparisonLevel
    guard let interval = judged.interval, let deviate = try? StandardNormal.quantile(level.alpha / 2)
    else { return nil }
    return (estimate, (interval.upper - interval.lower) / (2 * abs(deviate)))
  }

  private var people: Int { panel.counts.reduce(0) { $0 + $1.n } }

  /// What a choice among some options rests on.
  fileprivate func facts(of positions: [Int]) throws -> DecisionFacts {
    func lead(_ position: Int) -> Double { panel.judgement(of: position)?.difference ?? 0 }
    let ranked = zip(positions, try standings(of: positions)).sorted {
      (-lead($0.0), $0.0) < (-lead($1.0), $1.0)
    }
    var facts = DecisionFacts(
      options: ranked.map { position, standing in
        DecisionFacts.Option(
          name: test.arms[position], chance: MonteCarloNumber(value: standing.chance, mcse: 0),
          loss: MonteCarloNumber(value: standing.loss, mcse: 0))
      }, margin: test.options.statistics.margin, draws: .max)
    facts.rising = test.rising.filter(positions.contains).map { test.arms[$0] }
    facts.stopping = stopping(ranked.map(\.0), chance: ranked.first?.1.chance ?? 0)
    return facts
  }

  /// What the rule of planned or unplanned looks says; `nil` for a test that is read once.
  ///
  /// - Parameters:
  ///   - ranked: positions of options, the best first.
  ///   - chance: that the first is best.
  private func stopping(_ ranked: [Int], chance: Double) -> DecisionFacts.StoppingRule? {
    guard test.isLookedAtAgain, let first = ranked.first else { return nil }
    let (isBaseline, others) = (first == test.baseline, Array(ranked.dropFirst()))
    let verdicts = (isBaseline ? others : [first]).map { panel.judgement(of: $0)?.verdict }
    // Options other than the baseline are compared by their chances alone.
    let isBest = isBaseline || others.count < 2 || chance >= 0.95
    if verdicts.allSatisfy({ $0 == (isBaseline ? .worse : .better) }), isBest { return .shown }
    let isComplete = test.options.plannedInstalls.map { people >= $0 } ?? false
    return isComplete || verdicts.allSatisfy { $0 == .equivalent } ? .ended : .goOn
  }

  /// Until when a test goes on; `nil` where another advice is given.
  fileprivate func goOn(_ facts: DecisionFacts, _ advice: Advice) -> TestAdvice.GoOn? {
    guard case .test(let first, let rival, _, _) = advice else { return nil }
    var ripe = facts
    ripe.rising = []
    if case .choose = decide(ripe).advice { return .laterDay(day: test.laterDay) }
    if facts.stopping == .goOn {
      return test.options.plannedInstalls.flatMap {
        $0 > people ? .installs(until: $0, isPlanned: true) : nil
      }
    }
    guard let option = test.arms.firstIndex(of: first), let other = test.arms.firstIndex(of: rival),
      let lead = difference(option, other), lead.error > 0
    else { return nil }
    // The deviate of a chance of 95%, reached four times out of five; a lead within the margin need not be told apart.
    let needed =
      (1.6448536269514722 + 0.8416212335729143) * lead.error
      / max(abs(lead.estimate), facts.margin)
    let installs = Double(people) * max(1, needed * needed)
    return installs < 1e9 ? .installs(until: Int(installs.rounded(.up)), isPlanned: false) : nil
  }
}
