import ExperimentDesign
import Inference

extension StrategySearch {
  /// Positions of the arms that the limits name, each once.
  var armsOfLimits: [Int] {
    let named = request.limits.compactMap { limit in
      limit.other.flatMap { other in experiment.arms.firstIndex { $0.name == other } }
    }
    return Set(named).sorted()
  }

  /// The arms without those shown to fail a limit by the trials of the search.
  ///
  /// These admit to the race; what is named is judged anew (``judge(_:_:_:)``).
  func withinLimits(
    _ arms: [Int], _ trials: inout StrategyTrials, _ result: inout StrategySearchResult,
    _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [Int] {
    guard !request.limits.isEmpty else { return arms }
    let count = min(StrategyTrials.trialsOfLimits, request.mostTrials)
    let others = armsOfLimits.filter { !arms.contains($0) }
    guard try await trials.extend(arms + others, to: count, shouldStop) else { return [] }
    for limit in request.limits {
      let other = limit.other.flatMap { other in experiment.arms.firstIndex { $0.name == other } }
      var findings: [Int: LimitFinding] = [:]
      for arm in arms { findings[arm] = try trials.finding(limit, arm: arm, other: other) }
      result.limits.append(StrategySearchResult.Limit(limit: limit, findings: findings))
    }
    result.beyondLimits = arms.filter { arm in
      result.limits.contains { $0.findings[arm]?.isFailed ?? true }
    }
    let within = arms.filter { !result.beyondLimits.contains($0) }
    guard within.isEmpty else { return within }
    // The trials of the search are small: those that come nearest are judged before it is said that none meets them.
    let nearest = arms.indices.sorted {
      (result.leastAdmission(arms[$1]), $0) < (result.leastAdmission(arms[$0]), $1)
    }
    try await judge(nearest.prefix(request.finalists).map { arms[$0] }, &result, shouldStop)
    let shown = arms.filter { result.isShownToMeetLimits($0) }
    result.beyondLimits.removeAll { shown.contains($0) }
    return shown
  }

  /// Judges arms by the limits, in trials that did not choose them; those that were judged before are not again.
  ///
  /// - Returns: those of the arms that are not shown to meet the limits; `nil` where it was stopped.
  @discardableResult
  func judge(
    _ arms: [Int], _ result: inout StrategySearchResult, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws -> [Int]? {
    guard !request.limits.isEmpty else { return [] }
    let study = LimitStudy(
      limits: request.limits, experiment: finalExperiment, seed: Self.finalSeed(seed), threads: threads)
    let unknown = arms.filter { !result.isJudged($0) }
    guard
      let found = try await study.judgements(of: unknown, others: armsOfLimits, shouldStop: shouldStop)
    else { return nil }
    result.take(found)
    return arms.filter { !result.isShownToMeetLimits($0) }
  }

  /// Races the arms until the one that wins is shown to meet the limits.
  ///
  /// Those that are judged and not shown leave the race, and it is run again without them: so what is promised of the
  /// winner is about all that are left. Without limits it is one race.
  /// - Returns: the arms that are left; none where no arm is shown to meet the limits.
  func race(
    _ arms: [Int], _ trials: inout StrategyTrials, _ result: inout StrategySearchResult,
    _ shouldStop: @escaping @Sendable () -> Bool, _ onRound: (Elimination.Round, _ left: Int) -> Void,
    _ onJudged: (_ notShown: [Int]) -> Void
  ) async throws -> [Int] {
    var left = arms
    while !left.isEmpty {
      result.take(try await eliminate(left, &trials, shouldStop, onRound))
      guard !shouldStop(), let winner = result.winner else { return left }
      guard !result.isShownToMeetLimits(winner) else { break }
      let next = result.ranked.filter { $0 != winner && !result.isJudged($0) }
      let batch = [winner] + next.prefix(request.finalists - 1)
      guard let failing = try await judge(batch, &result, shouldStop) else { return left }
      if !failing.isEmpty { onJudged(failing) }
      left.removeAll { failing.contains($0) }
      if !failing.contains(winner) { break }
    }
    if left.isEmpty { result.take(Found()) }
    return left
  }

  /// Judges those that the answer's own run may have beside the winner: the next ones by their means, and the baseline.
  func judgeFinalists(
    _ result: inout StrategySearchResult, _ shouldStop: @escaping @Sendable () -> Bool
  ) async throws {
    guard !request.limits.isEmpty, result.winner != nil else { return }
    let baseline = experiment.baselineIndex
    let standing = result.classes.first { $0.contains(baseline) }?.first
    let free = result.bestWithoutLimits
    let next = result.distinct.prefix(request.finalists)
    var seen: Set<Int> = []
    let all = (next + [standing, free].compactMap { $0 }).filter { seen.insert($0).inserted }
    try await judge(all, &result, shouldStop)
  }
}
