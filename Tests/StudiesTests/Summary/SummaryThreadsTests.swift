import ExperimentSamples
import GSLNumerics
import PromptFlow
import Simulation
import Synchronization
import Testing

@testable import ExperimentDesign
@testable import Studies

@Suite("A summary on several threads")
struct SummaryThreadsTests {
  /// Three scenarios that differ in how often an event occurs, with an unknown cost of asking cold.
  private func builder(threads: Int) -> RunSummaryBuilder {
    let experiment = makeExperiment(
      [1.0, 2.0, 3.0].map { often in
        makeScenario(
          name: "often \(often)",
          segments: [
            makeSegment {
              $0.events = [events(0, perSession: often, value: 0)]
              $0[.coldOddsRatio] = uncertain(.uniform(low: 0.3, high: 1), at: "cold")
            }
          ])
      }, [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 3))],
      installs: 50)
    var description = RunDescription(of: experiment, seed: 7, engine: "")
    description.parameters = [
      RunDescription.Parameter(
        path: "cold", distribution: "", value: nil, evidence: Evidence(grade: .assumed))
    ]
    let outline = RunOutline(description, run: "")
    let simulator = Simulator(experiment: experiment, seed: 7)
    var builder = RunSummaryBuilder(outline, explainsLead: true)
    builder.threads = threads
    for trial in 0..<1_000 { builder.add(simulator.trial(trial)) }
    return builder
  }

  @Test("the numbers are the same for any number of threads", arguments: [2, 3, 8])
  func sameNumbers(threads: Int) throws {
    let alone = try builder(threads: 1).summary()
    let found = try builder(threads: threads).summary()
    #expect(found.scenarios.map(\.name) == ["often 1.0", "often 2.0", "often 3.0"])
    #expect(found.scenarios.allSatisfy { $0.sensitivity != nil })
    #expect(Set(found.scenarios.map { $0.verdict?.lead?.overTrials.mean }).count == 3)
    #expect(found == alone)
  }

  @Test("a summary that nobody waits for any more ends, on any number of threads", arguments: [1, 2])
  func stopped(threads: Int) {
    var builder = builder(threads: threads)
    builder.shouldStop = { true }
    #expect(throws: NumericsError.stopped) { try builder.summary() }
  }

  @Test("each number is worked on once, and what comes back is in order", arguments: [1, 2, 3, 7, 20])
  func eachOnce(threads: Int) throws {
    let worked = Mutex([Int](repeating: 0, count: 7))
    let found = try concurrently(7, threads: threads) { number in
      worked.withLock { $0[number] += 1 }
      return number * number
    }
    #expect(found == (0..<7).map { $0 * $0 })
    #expect(worked.withLock { $0 } == [Int](repeating: 1, count: 7))
    #expect(try concurrently(0, threads: threads) { $0 }.isEmpty)
  }
}
