public import ExperimentDesign
public import Inference

/// What a choice among options rests on: numbers of draws, whether these are of uncertain inputs or of a test's
/// posterior.
public struct DecisionFacts: Encodable, Sendable {
  /// An option that may be chosen: neither blocked nor failing a guardrail.
  public struct Option: Encodable, Equatable, Sendable {
    package var name: String
    /// The chance that it is best, which options that hardly differ share; `nil` where no draws say.
    public var chance: MonteCarloNumber?
    /// What choosing it gives up on average, in units of the objective; `nil` where no draws say.
    public var loss: MonteCarloNumber?
    /// How many things it takes to build: a pre-prompt, a delay.
    public var parts = 0

    private enum CodingKeys: String, CodingKey {
      case name = "option"
      case chance = "chanceBest"
      case loss = "expectedLoss"
    }
  }

  /// Best first, by their means.
  public var options: [Option]
  /// Sets of options that hardly differ in any draw.
  public var groups: [[String]] = []
  /// What two options may differ by and still count as equally good.
  public var margin: Double
  /// Trials after which the error of the lead would be small enough, `Int.max` where no number would do; `nil` where it is.
  public var trialsNeeded: Int?
  /// Installs of a trial after which their noise would be small enough; `nil` where it is.
  public var installsNeeded: Int?
  /// Draws that the chances are from.
  public var draws: Int
  /// Options that are best, beyond the error, where an alternative model is true; one for each model.
  public var bestElsewhere: [String] = []
  /// Inputs given as one number, without which the advice would be another.
  public var conditions: [ExactInput] = []
  /// Goals in their order for which one option of ``littleToLose`` is nearly always best, and that option.
  public var goals: [(metric: Metric, option: String)] = []
  /// Whether a test of the first option against its rival gains more than it costs; `nil` where nobody says how many
  /// install.
  public var testPays: Bool?
  /// The size of that test; `nil` where none is known.
  public var testSize: TestSize?
  /// The day of a finished test of the first option and its rival that the numbers have learnt from; `nil` without one.
  public var testedByDay: Int?
  /// What the rule of a test that is looked at while it runs says; `nil` where chances alone decide.
  public var stopping: StoppingRule?
  /// Options of a test whose share still rises with the day after the install.
  public var rising: [String] = []

  private enum CodingKeys: String, CodingKey { case options, margin, stopping, rising }

  /// What stops a test that is looked at while it runs.
  public enum StoppingRule: String, Encodable, Sendable {
    /// The first option is shown to be better than every other.
    case shown
    /// Nothing is shown, and the test is to go on.
    case goOn = "go_on"
    /// The test is complete, or shows that what is left makes no difference.
    case ended
  }

  /// Options that hardly differ from one; itself alone where none does.
  func group(of option: String) -> [String] { groups.first { $0.contains(option) } ?? [option] }

  /// The option that a test of the first is against: of those that differ from it, the one that is most often best.
  public var rival: String? {
    guard let first = options.first else { return nil }
    let own = group(of: first.name)
    let others = options.filter { !own.contains($0.name) }
    return others.enumerated().max {
      ($0.element.chance?.value ?? 0, $1.offset) < ($1.element.chance?.value ?? 0, $0.offset)
    }?.element.name
  }

  /// Options whose choice gives up no more than the margin on average, and those that hardly differ from the first.
  public var littleToLose: [Option] {
    guard let first = options.first else { return [] }
    let own = group(of: first.name)
    return options.filter { own.contains($0.name) || ($0.loss.map { $0.value <= margin } ?? false) }
  }
}

/// A decision: what to do, how sure it is, and whether another draw of the trials could turn it.
public struct Decided: Encodable, Equatable, Sendable {
  package var advice: Advice
  /// How sure it is that the first option, or the one to choose, is best; `nil` where no draws say.
  public var confidence: Confidence?
  /// Whether a number that decides is within two Monte Carlo errors of its threshold.
  public var isClose = false
}

/// The chance from which a choice is clear.
private let clear = 0.95

/// Decides what to do.
///
/// The rules in their order: nothing may be chosen; one option alone; the model makes no difference; too few trials;
/// clear; little to lose, where goals choose and then what is simplest to build; a test settled it; no test pays; test.
/// A choice that rests on an exact guess is neither clear nor without much to lose. So is one in a test of which an option
/// still rises, or before the rule that stops the test allows it.
public func decide(_ facts: DecisionFacts) -> Decided {
  guard let first = facts.options.first else { return Decided(advice: .blocked) }
  guard facts.options.count > 1 else { return Decided(advice: .choose(first.name, because: .onlyOption)) }
  func decided(_ advice: Advice, isClose: Bool = false) -> Decided {
    let option = facts.options.first { $0.name == advice.option } ?? first
    let confidence = option.chance.map { Confidence($0, draws: facts.draws, onlyIf: facts.conditions) }
    return Decided(advice: advice, confidence: confidence, isClose: isClose)
  }
  let equals = facts.littleToLose
  let byGoal = choiceByGoal(facts, among: equals.map(\.name))
  guard let rival = facts.rival else {
    // All options are one to the model.
    return byGoal.map { decided($0) } ?? Decided(advice: .sameToTheModel(facts.options.map(\.name)))
  }
  if let trials = facts.trialsNeeded { return decided(.moreTrials(trials == .max ? nil : trials)) }
  if let installs = facts.installsNeeded { return decided(.moreInstalls(installs)) }
  let own = facts.group(of: first.name)
  let isBestElsewhere = facts.bestElsewhere.allSatisfy(own.contains)
  let mayChoose = facts.conditions.isEmpty && facts.stopping != .goOn && facts.rising.isEmpty
  let chance = first.chance.map { Confidence($0, draws: facts.draws).chanceShown } ?? 0
  let (isNearClear, isNearLittle) = (isNear(first.chance, clear), isNear(first.loss, facts.margin))
  if mayChoose, isBestElsewhere, facts.stopping.map({ $0 == .shown }) ?? (chance >= clear) {
    if own.count > 1, let goal = choiceByGoal(facts, among: own) { return decided(goal) }
    let standing = facts.options.filter { own.contains($0.name) }
    return decided(.choose(simplest(standing, first), because: .clear), isClose: isNearClear)
  }
  if mayChoose, let loss = first.loss, loss.value <= facts.margin {
    let isClose = isNearLittle || equals.contains { isNear($0.loss, facts.margin) }
    if equals.count > 1, let byGoal { return decided(byGoal, isClose: isClose) }
    let choice = simplest(equals, first)
    return decided(
      .choose(choice, because: choice == first.name ? .littleToLose : .simplest), isClose: isClose)
  }
  let isClose = isNearLittle || isNearClear && isBestElsewhere
  if let day = facts.testedByDay {
    return decided(.choose(first.name, because: .tested(day: day)), isClose: isClose)
  }
  // What a test is worth rests on the guesses too.
  if facts.testPays == false, facts.conditions.isEmpty {
    return decided(.choose(first.name, because: .testWouldNotPay), isClose: isClose)
  }
  let safest = facts.options.filter { $0.loss != nil }.min { ($0.loss?.value ?? 0) < ($1.loss?.value ?? 0) }
  return decided(
    .test(
      first.name, against: rival, size: facts.conditions.isEmpty ? facts.testSize : nil,
      meanwhile: (safest ?? first).name),
    isClose: isClose)
}

/// The option that is nearly always best for the first goal for which one of these is.
private func choiceByGoal(_ facts: DecisionFacts, among names: [String]) -> Advice? {
  facts.goals.first { names.contains($0.option) }.map { .choose($0.option, because: .goal($0.metric)) }
}

/// The option that takes least to build; of equals the first.
private func simplest(_ options: [DecisionFacts.Option], _ first: DecisionFacts.Option) -> String {
  ([first] + options).min { $0.parts < $1.parts }?.name ?? first.name
}

private func isNear(_ number: MonteCarloNumber?, _ threshold: Double) -> Bool {
  number.map { abs($0.value - threshold) <= 2 * $0.mcse } ?? false
}
