import ExperimentDesign
import ExperimentFiles
import Reviews
import Runs
import Studies

extension Optimize {
  /// What it does to change one key of the strategy named, in trials that did not choose it.
  func steps(_ plan: SearchPlan, _ result: StrategySearchResult) async throws -> [SearchReport.Step] {
    guard let winner = result.winner else { return [] }
    let neighbours = plan.neighbours(result, includesForbidden: includeNoncompliant)
    let alike = Set(result.alike(winner))
    let study = try NeighbourStudy(
      of: plan.experiment, limits: result.limits.map(\.limit), seed: plan.finalSeed, threads: threads.count)
    let found = try await study.neighbours(
      neighbours.map(\.arm).filter { !alike.contains($0) }, of: winner,
      shouldStop: { Interruption.isRequested })
    guard let found else { throw StoppedSearch() }
    return neighbours.map { step in
      SearchReport.Step(
        key: step.neighbour.key, from: step.neighbour.from, to: step.neighbour.to, arm: step.arm,
        isAlike: alike.contains(step.arm), difference: found.differences[step.arm],
        broken: broken(step.arm, result, found))
    }
  }

  /// The limits that a strategy one step away is not shown to meet: by the trials of the answer's run where it was judged
  /// in these.
  private func broken(
    _ arm: Int, _ result: StrategySearchResult, _ found: NeighbourStudy.Found
  ) -> [SearchReport.BrokenLimit] {
    zip(result.limits, found.judgements[arm] ?? []).compactMap { limit, nearby in
      let judged = limit.judgements[arm] ?? nearby
      guard judged?.isShown != true else { return nil }
      return SearchReport.BrokenLimit(text: limit.limit.text, share: judged?.share)
    }
  }
}
