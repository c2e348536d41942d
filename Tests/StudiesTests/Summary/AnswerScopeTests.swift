import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Testing

@testable import Studies

@Suite("How much of an answer is worked out")
struct AnswerScopeTests {
  /// Asking at launch against asking after an event, of people whose cold question costs something unknown.
  private func experiment() -> Experiment {
    makeExperiment(
      [
        makeSegment {
          $0.events = [events(0, perSession: 3, value: 0)]
          $0.allow = $0.allow.replacing(
            coldOddsRatio: uncertain(.uniform(low: 0.5, high: 1), at: "cold"))
        }
      ], [makeArm("now", .launch), makeArm("later", .event(EventKind(rawValue: 0), count: 1))],
      installs: 200)
  }

  private func summary(_ scope: AnswerScope, _ experiment: Experiment) throws -> RunSummary {
    try simulated(
      experiment, RunOutline(of: experiment), seed: 7, trials: 60, explainsLead: true, scope: scope)
  }

  @Test("less of an answer has the same numbers as all of it")
  func sameNumbers() throws {
    let experiment = experiment()
    let whole = try summary(.whole, experiment).scenarios[0]
    for scope in [AnswerScope.short, .stored] {
      let found = try summary(scope, experiment).scenarios[0]
      for (own, all) in zip(found.arms, whole.arms) {
        #expect(own.metrics.count == (scope == .short ? own.metrics.count : all.metrics.count))
        for metric in own.metrics {
          let estimate = try #require(all[metric.metric]).estimate
          #expect(metric.estimate?.overTrials == estimate?.overTrials)
          #expect(metric.estimate?.uncertaintyInterval90 == estimate?.uncertaintyInterval90)
        }
        #expect(own.objective?.uncertaintyInterval90 == all.objective?.uncertaintyInterval90)
        #expect(
          own.objectiveDifference?.uncertaintyInterval90 == all.objectiveDifference?.uncertaintyInterval90)
        #expect(own.behindBest == all.behindBest)
      }
      #expect(found.verdict?.best == whole.verdict?.best)
      #expect(found.verdict?.lead?.overTrials == whole.verdict?.lead?.overTrials)
      #expect(found.decision?.arms.map(\.best) == whole.decision?.arms.map(\.best))
      #expect(found.decision?.arms.map(\.regret) == whole.decision?.arms.map(\.regret))
      #expect(found.goals == whole.goals && !found.goals.isEmpty)
    }
  }

  @Test("the stored answer has every metric, the short one those that its text speaks of")
  func metrics() throws {
    let experiment = experiment()
    let whole = try summary(.whole, experiment).scenarios[0].arms[1].metrics
    let stored = try summary(.stored, experiment).scenarios[0].arms[1].metrics
    let short = try summary(.short, experiment).scenarios[0].arms[1].metrics
    #expect(stored.map(\.metric) == whole.map(\.metric))
    #expect(short.count < stored.count)
    #expect(Set(stored.filter { $0.difference != nil }.map(\.metric)) == Set(short.map(\.metric)))
  }
}
