import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Studies
import Testing

/// A limit of the team's own is judged by the share of draws in which it is kept.
@Suite("Guardrails of a run")
struct GuardrailReadingTests {
  /// 100 trials of two options: by trial, what each loses of 1,000 installs, and how many allow.
  private func scenario(
    authorized: [Int64] = [300, 350], uncertain: Bool = true, lost: (_ trial: Int) -> [Int64]
  ) throws -> ScenarioSummary {
    var outline = sampleOutline()
    if !uncertain { outline.description.parameters = [] }
    for arm in outline.arms.indices {
      outline.description.arms[arm].metrics[0].append(.sessionsLostPerInstall)
    }
    outline.context = AnswerContext(
      makeExperiment([makeSegment()], ["a", "b"].map { makeArm($0, .launch) }),
      guardrails: [GuardrailLimit(.sessionsLostPerInstall, limit: 0.1)])
    var builder = RunSummaryBuilder(outline)
    for trial in 0..<100 {
      let tallies = zip(authorized, lost(trial)).map { allowed, lost in
        var tally = Tally(days: 2)
        tally[.installs] = 1_000
        tally[.finalAuthorized] = allowed + Int64(trial % 3)
        tally[.sessionsUndisturbed] = 5_000
        tally[.sessions] = 5_000 - lost
        tally.noise = ScoreNoise()
        for metric in Metric.allCases { tally.noise?[metric] = 0 }
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: uncertain ? [Double(trial)] : []))
    }
    return try builder.summary().scenarios[0]
  }

  @Test("means of 0.0998 and 0.106 that hold in 64% of draws are open and stay in", arguments: [60, 64, 68])
  func open(kept: Int) throws {
    // Another seed has some draws more or fewer that keep the limit.
    let found = try scenario { trial in trial < kept ? [60, 60] : [171, 188] }
    for (arm, reading) in found.guardrails.map({ $0[0] }).enumerated() {
      #expect(reading.state == .open)
      let chance = try #require(reading.chanceHolds)
      #expect(chance.value == Double(kept) / 100 && chance.mcse > 0.04 && chance.mcse < 0.06)
      let mean = try #require(reading.mean)
      #expect(abs(mean - (kept == 64 ? [0.09996, 0.10608][arm] : mean)) < 1e-9)
    }
    #expect(found.blockers.isEmpty && found.verdict?.best == 1 && found.blocked.isEmpty)
  }

  @Test("an option that hardly ever keeps it is out, with what that costs")
  func fails() throws {
    let found = try scenario { trial in [60, trial < 6 ? 90 : 140] }
    #expect(found.guardrails.map { $0[0].state } == [.holds, .fails])
    #expect(found.verdict?.best == 0 && found.blocked == [1])
    #expect(found.blockers.count == 1 && found.blockers[0].options == [1])
    let blocker = try #require(found.blockers.first)
    guard case .guardrail(let reading) = blocker.reason else { throw Unexpected(blocker) }
    #expect(reading.chanceHolds?.value == 0.06)
    #expect(abs(try #require(blocker.lead).overTrials.mean - 0.05) < 1e-12)
  }

  @Test("where every option fails none remains to say what it costs")
  func allFail() throws {
    let found = try scenario { _ in [200, 300] }
    #expect(found.verdict == nil && found.blockers.map(\.options) == [[0], [1]])
    #expect(
      found.blockers.allSatisfy {
        if case .guardrail = $0.reason { $0.lead == nil } else { false }
      })
  }

  @Test("without uncertain inputs it is kept or not, by the mean")
  func known() throws {
    let found = try scenario(uncertain: false) { trial in [trial % 2 == 0 ? 80 : 110, 101] }
    #expect(found.guardrails.map { $0[0].chanceHolds?.value } == [1, 0])
    #expect(found.guardrails.map { $0[0].state } == [.holds, .fails])
  }
}
