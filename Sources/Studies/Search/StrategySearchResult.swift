public import ExperimentDesign
import Inference

/// What a search among strategies found; arms are positions in the experiment that was searched.
public struct StrategySearchResult: Sendable {
  /// Arms that Apple's rules forbid, which were left out.
  public let forbidden: [Int]
  /// Arms that an error of the platform checks stands against, which were left out.
  public let blocked: [Int]
  /// Arms that live exactly alike, each class in the order of the file; its first stands for it.
  public internal(set) var classes: [[Int]] = []
  /// Arms shown to be beyond a guardrail, which were left out.
  public internal(set) var beyondGuardrails: [Int] = []
  /// Arms without a value of the objective, which were left out.
  public internal(set) var withoutValue: [Int] = []
  /// Arms that were left after a first pass over all that may be chosen; `nil` where there was none.
  public internal(set) var leftAfterFirstPass: Int?
  /// The limits, and what the arms hold of them.
  public internal(set) var limits: [Limit] = []
  /// Arms shown to fail a limit by the trials of the search, which were left out.
  public internal(set) var beyondLimits: [Int] = []
  /// Arms that were admitted, and that trials that did not choose them do not show to meet the limits; in the order of
  /// the file.
  public internal(set) var notShown: [Int] = []
  /// Where no arm is shown to meet the limits, the judged one that comes nearest.
  public internal(set) var nearest: Int?
  /// The arm that would be named without limits; `nil` where there are none.
  public internal(set) var bestWithoutLimits: Int?
  /// Views by which arms were compared: one, or scenarios or models of which the worst counts.
  public internal(set) var views: [StrategyView] = []
  /// Installs of each trial.
  public internal(set) var installs = 0
  /// Arms that no other beats by the objective and the metric asked for.
  public internal(set) var front: [FrontPoint] = []
  /// Arms nearly as good as another, by that one: the two differ by less than a tenth of the margin.
  public internal(set) var twins: [Int: [Int]] = [:]
  /// What is named.
  private var choice: Choice?
  /// The rounds, with arms in place of options.
  public internal(set) var rounds: [Round] = []
  /// By arm that was searched, its mean when it was looked at last, in units of the objective, more being better.
  public internal(set) var means: [Int: Double] = [:]
  /// By arm that was searched, the Monte Carlo standard error of its mean; none in searches of earlier versions.
  public internal(set) var errors: [Int: Double] = [:]
  /// What may be lost by the choice.
  public internal(set) var margin: Double?
  /// Trials that were simulated.
  public internal(set) var trials = 0
  /// The same, times the strategies that each trial had.
  public internal(set) var strategyTrials = 0

  /// A round of the search.
  public struct Round: Hashable, Sendable {
    /// Trials that it rests on.
    public let trials: Int
    /// The arm with the largest mean.
    public let leader: Int
    /// Arms that it dropped, in the order of the file.
    public let dropped: [Int]
    /// The most by which another may lead, with the probability that was asked for.
    public let largestLead: Double

    /// The parts, unchanged.
    package init(trials: Int, leader: Int, dropped: [Int], largestLead: Double) {
      self.trials = trials
      self.leader = leader
      self.dropped = dropped
      self.largestLead = largestLead
    }
  }

  /// The arm that is named.
  public struct Choice: Hashable, Sendable {
    /// Its position.
    public let arm: Int
    /// The most by which another may lead it, with the probability that was asked for.
    public let largestLead: Double

    /// The parts, unchanged.
    package init(arm: Int, largestLead: Double) {
      self.arm = arm
      self.largestLead = largestLead
    }
  }

  /// A limit, and what the arms hold of it.
  public struct Limit: Equatable, Sendable {
    /// As it was written.
    public let limit: Requirement<Metric>
    /// By arm, by the trials of the search.
    public let findings: [Int: LimitFinding]
    /// By arm, by trials that did not choose it; `nil` where the metric is not modelled for it.
    public internal(set) var judgements: [Int: LimitJudgement?] = [:]
    /// What trials that did not choose an arm say of it; `nil` where it was not judged, or the metric is not modelled.
    public func judgement(of arm: Int) -> LimitJudgement? { judgements[arm] ?? nil }
    /// How many arms the trials of the search do not show to fail it.
    public var metBy: Int { findings.values.count { !$0.isFailed } }
  }

  init(forbidden: [Int], blocked: [Int]) {
    self.forbidden = forbidden
    self.blocked = blocked
  }

  /// A result without its views and limits, as it was found.
  package init(
    forbidden: [Int], blocked: [Int] = [], classes: [[Int]], beyondGuardrails: [Int], withoutValue: [Int],
    leftAfterFirstPass: Int?,
    beyondLimits: [Int], notShown: [Int], nearest: Int?, bestWithoutLimits: Int?, installs: Int,
    front: [FrontPoint], twins: [Int: [Int]],
    choice: Choice?, rounds: [Round], means: [Int: Double], errors: [Int: Double], margin: Double?,
    trials: Int, strategyTrials: Int
  ) {
    self.forbidden = forbidden
    self.blocked = blocked
    self.classes = classes
    self.beyondGuardrails = beyondGuardrails
    self.withoutValue = withoutValue
    self.leftAfterFirstPass = leftAfterFirstPass
    self.beyondLimits = beyondLimits
    self.notShown = notShown
    self.nearest = nearest
    self.bestWithoutLimits = bestWithoutLimits
    self.installs = installs
    self.front = front
    self.twins = twins
    self.choice = choice
    self.rounds = rounds
    self.means = means
    self.errors = errors
    self.margin = margin
    self.trials = trials
    self.strategyTrials = strategyTrials
  }

  /// Whether rules or checks keep an arm out of the search.
  public func isLeftOut(_ arm: Int) -> Bool { forbidden.contains(arm) || blocked.contains(arm) }
  /// The arm named; `nil` where no strategy may be chosen.
  public var winner: Int? { choice?.arm }
  /// What may be lost by the choice, as far as it was found; `nil` without a winner.
  public var guaranteedMargin: Double? { choice?.largestLead }
  /// Whether no more is lost than was asked for.
  public var isSettled: Bool {
    guard let margin, let guaranteedMargin else { return false }
    return guaranteedMargin <= margin
  }
  /// The arms by their means, the best first; equal ones in the order of the file.
  public var ranked: [Int] {
    means.keys.sorted().sorted { (means[$0] ?? 0) > (means[$1] ?? 0) }
  }
  /// By arm, the trials that its mean rests on.
  public var trialsOfMeans: [Int: Int] {
    var found = means.mapValues { _ in trials }
    for round in rounds { for arm in round.dropped where found[arm] != nil { found[arm] = round.trials } }
    return found
  }
  /// Strategies that were searched: one of each class that may be chosen.
  public var searched: Int { means.count }
  /// The arms by their means without those that are nearly as good as another that stands for them, the best first.
  public var distinct: [Int] {
    let folded = Set(twins.values.joined())
    return ranked.filter { !folded.contains($0) }
  }

  /// The others that live exactly as an arm does.
  public func alike(_ arm: Int) -> [Int] {
    (classes.first { $0.contains(arm) } ?? []).filter { $0 != arm }
  }

  /// Whether an arm was judged by the limits in trials that did not choose it.
  func isJudged(_ arm: Int) -> Bool { limits.contains { $0.judgements.keys.contains(arm) } }

  /// Whether trials that did not choose an arm show it to meet every limit; without limits it does.
  public func isShownToMeetLimits(_ arm: Int) -> Bool {
    limits.allSatisfy { $0.judgement(of: arm)?.isShown ?? false }
  }

  /// By how much the share of draws under which an arm holds a limit is above the probability asked for, where that is least:
  /// by the trials of the search.
  func leastAdmission(_ arm: Int) -> Double {
    limits.map { ($0.findings[arm]?.share ?? -1) - $0.limit.probability }.min() ?? 0
  }

  /// The same by trials that did not choose it.
  private func leastJudgement(_ arm: Int) -> Double {
    limits.map { ($0.judgement(of: arm)?.share ?? -1) - $0.limit.probability }.min() ?? 0
  }

  /// Takes over what arms hold of each limit.
  mutating func take(_ judgements: [Int: [LimitJudgement?]]) {
    for (arm, found) in judgements {
      for index in limits.indices { limits[index].judgements.updateValue(found[index], forKey: arm) }
    }
  }

  /// Takes what is not shown to meet the limits out of what was searched, and finds the nearest where nothing is left.
  mutating func leaveWhatIsNotShown() {
    let judged = Set(limits.flatMap(\.judgements.keys)).sorted()
    notShown = judged.filter { !isShownToMeetLimits($0) && !beyondLimits.contains($0) }
    for arm in notShown { means[arm] = nil }
    guard winner == nil else { return }
    nearest = judged.max { (leastJudgement($0), $1) < (leastJudgement($1), $0) }
  }

  mutating func take(_ found: StrategySearch.Found) {
    rounds = found.rounds
    choice = found.choice
    means = found.means
    errors = found.errors
    margin = found.margin
    trials = found.trials
  }
}
