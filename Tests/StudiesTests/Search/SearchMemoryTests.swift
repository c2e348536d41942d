import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Studies
import Synchronization
import Testing

/// Trials kept in memory.
private final class KeptTrials: SearchMemory {
  private let kept = Mutex<[SearchTrials]>([])

  var count: Int { kept.withLock { $0.reduce(0) { $0 + $1.count } } }

  func trials(installs: Int, strategy: Int, from first: Int) -> SearchTrials? {
    kept.withLock { $0.first { $0.installs == installs && $0.strategy == strategy && $0.first == first } }
  }

  func keep(_ trials: [SearchTrials]) { kept.withLock { $0 += trials } }
}

/// The rounds that were done.
private final class Rounds: Sendable {
  let count = Mutex(0)
}

@Suite("A search that was stopped goes on")
struct SearchMemoryTests {
  private func search(
    _ memory: KeptTrials?, criterion: StrategyCriterion = .mean, rounds: Int = .max
  ) async throws -> StrategySearchResult {
    let people = makeSegment {
      $0.allow = $0.allow.replacing(rate: uncertain(.beta(a: 8, b: 12), at: "allow.rate", in: .probability))
    }
    // The delays make no difference that is worth a margin, so that several rounds are needed.
    let arms = [makeArm("now", .launch), makeArm("second", .session(2)), makeArm("third", .session(3))]
    var request = StrategySearch.Request()
    request.margin = 0.002
    request.criterion = criterion
    request.trade = .sessionsLostPerInstall
    request.limits = [try Requirement<Metric>(ofEveryArm: "opt_in_per_install > 0.01 @ 60%")]
    let done = Rounds()
    let experiment = makeExperiment([people], arms)
    return try await StrategySearch(
      experiment, seed: 4, threads: 2, request, memory: memory,
      finalExperiment: { arms in
        try experiment.replacing(
          trials: 200, installs: 200, baseline: experiment.arms[arms[0]].name,
          arms: arms.map { experiment.arms[$0] })
      }
    ).run(shouldStop: { done.count.withLock { $0 } >= rounds }) { _, _ in done.count.withLock { $0 += 1 } }
  }

  @Test(
    "with what one that was never stopped finds, bit for bit",
    arguments: [StrategyCriterion.mean, .alternatives])
  func goesOn(criterion: StrategyCriterion) async throws {
    let whole = try await search(nil, criterion: criterion)
    let memory = KeptTrials()
    let stopped = try await search(memory, criterion: criterion, rounds: 1)
    #expect(stopped.rounds.count < whole.rounds.count || whole.rounds.count == 1)
    let before = memory.count
    #expect(before > 0)
    let rest = try await search(memory, criterion: criterion)
    #expect(rest.rounds == whole.rounds && rest.means == whole.means && rest.winner == whole.winner)
    #expect(rest.trials == whole.trials && rest.strategyTrials == whole.strategyTrials)
    #expect(rest.front == whole.front && rest.limits == whole.limits && rest.twins == whole.twins)
    // Nothing is simulated that is kept already.
    let after = memory.count
    _ = try await search(memory, criterion: criterion)
    #expect(memory.count == after && after >= before)
  }
}
