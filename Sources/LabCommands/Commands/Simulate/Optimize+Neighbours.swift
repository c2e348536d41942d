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
      of: plan.experiment, seed: plan.finalSeed, threads: threads.count)
    let found = try await study.neighbours(
      neighbours.map(\.arm).filter { !alike.contains($0) }, of: winner,
      shouldStop: { Interruption.isRequested })
    guard let found else { throw StoppedSearch() }
    return neighbours.map { step in
      SearchReport.Step(
        key: step.neighbour.key, from: step.neighbour.from, to: step.neighbour.to,
        strategy: step.neighbour.strategy,
        isAlike: alike.contains(step.arm), difference: found[step.arm])
    }
  }
}
