import ExperimentDesign
import ExperimentSamples
import Inference
import PromptFlow
import Studies
import Testing

@Suite("A search among strategies")
struct StrategySearchTests {
  /// Asking at the start of a later session reaches fewer people, so the launch is best by far.
  private func experiment(_ arms: [Arm]) throws -> Experiment {
    let people = makeSegment {
      $0[.allowRate] = uncertain(.beta(a: 8, b: 12), at: "allow.rate", in: .probability)
    }
    return makeExperiment([people], arms)
  }

  private func search(
    _ experiment: Experiment, threads: Int = 1, margin: Double? = 0.005, mostTrials: Int = 2_000,
    guardrails: [GuardrailLimit] = []
  ) async throws -> SearchReport {
    try await search(experiment.changed { $0.objective.margin = margin }, threads: threads) {
      ($0.mostTrials, $0.guardrails) = (mostTrials, guardrails)
    }
  }

  private func search(
    _ experiment: Experiment, threads: Int = 1, _ change: (inout StrategySearch) -> Void
  ) async throws -> SearchReport {
    var search = StrategySearch(experiment, seed: 4, threads: threads)
    (search.installs, search.mostTrials) = (200, 2_000)
    change(&search)
    return try await search.run()
  }

  private var sessions: [Arm] {
    [makeArm("third", .session(3)), makeArm("now", .launch), makeArm("second", .session(2))]
  }

  @Test("the best is named, and no more than the margin may be lost")
  func best() async throws {
    let found = try await search(try experiment(sessions))
    #expect(found.winner == "now" && found.isSettled && found.ranked.count == 3)
    #expect(found.guaranteedMargin ?? 1 <= 0.005)
    #expect(found.distinct == ["now", "second", "third"])
    #expect(found.strategies.allSatisfy { $0.trials ?? 0 >= 50 && ($0.leftAfterTrials ?? 50) >= 50 })
  }

  @Test("threads change nothing, and strategies that are worse change no other's trials")
  func reproducible() async throws {
    let one = try await search(try experiment(sessions))
    let eight = try await search(try experiment(sessions), threads: 8)
    #expect(one == eight)
    let without = try await search(try experiment(Array(sessions.dropFirst())))
    #expect(without.winner == "now")
    #expect(without.strategies[0].mean == one.strategies[1].mean)
  }

  @Test("strategies that live exactly alike are searched once, by the first of them")
  func alike() async throws {
    let found = try await search(
      try experiment(sessions + [makeArm("again", .launch), makeArm("first session", .session(1))]))
    #expect(found.ranked.count == 3 && found.winner == "now")
    #expect(found.strategies.map(\.alike) == [nil, nil, nil, "now", "now"])
  }

  @Test("what Apple's rules forbid is never named")
  func forbidden() async throws {
    var arms = sessions
    let experiment = try experiment(arms)
    arms = experiment.arms
    arms[1] = arms[1].changed { $0.findings = ["R83"] }
    let marked = experiment.changed { $0.arms = arms }
    let found = try await search(marked)
    #expect(found.isLeftOut("now") && found.winner == "second")
  }

  @Test("what is beyond a guardrail is left out, and where all are nothing is named")
  func guardrails() async throws {
    let few = GuardrailLimit(.promptedPerInstall, limit: 0.999)
    let found = try await search(try experiment(sessions), guardrails: [few])
    #expect(found.count(.beyondGuardrail) == 2 && found.winner == "now")
    let none = GuardrailLimit(.optInPerInstall, limit: 0.999)
    let nothing = try await search(try experiment(sessions), guardrails: [none])
    #expect(nothing.count(.beyondGuardrail) == 3 && nothing.winner == nil && !nothing.isSettled)
  }

  @Test("a guardrail that an answer would call open leaves nothing out, though the mean is beyond it")
  func open() async throws {
    let people = makeSegment {
      $0[.allowRate] = uncertain(.uniform(low: 0.1, high: 0.7), at: "allow.rate", in: .probability)
    }
    let arms = [makeArm("now", .launch), makeArm("later", .session(2))]
    let half = GuardrailLimit(.optInPerInstall, limit: 0.45)
    let found = try await search(makeExperiment([people], arms), guardrails: [half])
    #expect(found.winner == "now" && !found.isLeftOut("now"))
  }

  @Test("where the trials are spent first, the margin that was reached is said")
  func spent() async throws {
    let near = [makeArm("now", .launch), makeArm("later", .session(2))]
    let people = makeSegment { $0.visits.leaving = .constant(known(0.001)) }
    let found = try await search(makeExperiment([people], near), margin: 0.000_001, mostTrials: 60)
    #expect(!found.isSettled && found.strategies.allSatisfy { $0.trials == 60 })
    #expect(found.guaranteedMargin ?? 0 > 0.000_001)
  }

  @Test("a search of one strategy names it")
  func alone() async throws {
    let found = try await search(try experiment([makeArm("now", .launch)]))
    #expect(found.winner == "now" && found.isSettled && found.guaranteedMargin == 0)
  }

  @Test("guardrails that nothing breaks change nothing")
  func kept() async throws {
    let free = try await search(try experiment(sessions))
    let guarded = try await search(
      try experiment(sessions), guardrails: [GuardrailLimit(.promptedPerInstall, limit: 0.001)])
    #expect(guarded == free)
  }

  @Test("a strategy that was dropped early is compared in the trials that it has")
  func early() async throws {
    // One in a thousand is lost with each session, so that the later moments are dropped sooner.
    let people = makeSegment { $0.visits.leaving = .constant(known(0.001)) }
    let arms = (2...6).map { makeArm("session \($0)", .session($0)) } + [makeArm("now", .launch)]
    let fine = makeExperiment([people], arms).changed { $0.objective.margin = 0.000_1 }
    let found = try await search(fine) { $0.installs = 100 }
    #expect(found.winner == "now" && found.distinct.count == 6)
    #expect(Set(found.strategies.map(\.trials)).count > 1)
  }

  @Test("strategies within a tenth of the margin are folded into the one that is surely better")
  func twins() async throws {
    func arm(_ name: String, oddsRatio: Double) -> Arm {
      makeArm(name, .launch) {
        $0.usageString = UsageString(
          name: name, text: "Keeps the app free.", numbers(.usageString, [.usageOddsRatio: known(oddsRatio)]))
      }
    }
    let arms = [arm("plain", oddsRatio: 1), arm("near", oddsRatio: 1.0005), arm("far", oddsRatio: 0.8)]
    let found = try await search(try experiment(arms)) { $0.installs = 1_000 }
    #expect(found.winner == "near" && found.distinct == ["near", "far"])
    #expect(found.isSettled)
  }
}
