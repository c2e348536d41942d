import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@testable import Studies

@Suite("What keeps an option from being recommended")
struct BlockerTests: MadeAnswer {
  /// A run whose second option, the better one, has an error of the checks.
  private func checked(waived: String?) throws -> ScenarioAnswer {
    var error = Finding(
      "L22", .error, at: FileLocation(file: "x.yaml"), "It tracks.", why: "It may not.",
      fix: "Wait for consent.")
    (error.arms, error.accepted) = (["b"], waived)
    return answer(
      try summary(platform: PlatformDescription(findings: [error], visibilities: [])) {
        [300 + Int64($0), 500 + Int64($0)]
      })
  }

  @Test("an error of the checks blocks, unless it is waived")
  func findings() throws {
    let blocked = try checked(waived: nil)
    #expect(blocked.decided.advice == .choose("a", because: .onlyOption))
    let waived = try checked(waived: "agreed")
    #expect(waived.choice == 1 && waived.found.blockers.isEmpty)
  }

  @Test("where Apple forbids every option none is recommended")
  func forbidden() throws {
    let rule = ["R83"]
    let found = try summary(findings: [rule, rule]) { [300 + Int64($0), 500 + Int64($0)] }
    #expect(advice(found) == .blocked)
  }

  @Test("guardrails block too")
  func guardrails() throws {
    let found = try summary { outline in
      outline.context = AnswerContext(
        makeExperiment([makeSegment()], ["a", "b"].map { ExperimentSamples.makeArm($0, .launch) }),
        guardrails: [GuardrailLimit(.optInPerInstall, limit: 0.99)])
    } goals: {
      [(300 + Int64($0), 1), (500 + Int64($0), 1)]
    }
    #expect(advice(found) == .blocked)
  }
}

/// An attribution SDK, and perhaps a consent layer.
private func around(
  _ gate: GateKind, starts: GateStart = .process, consent hasLayer: Bool = false,
  order: ConsentOrder = .beforeATT
) -> Surroundings {
  Surroundings(
    attribution: attribution(gate, starts: starts),
    consent: hasLayer
      ? consent(order, onUndetermined: .open, accept: 0.5, seconds: seconds(4)) : nil)
}

@Suite("Installs that are reported before permission")
struct EarlyReportTests: MadeAnswer {
  /// What is said of arms with these surroundings, of which so many of 100 installs are reported early.
  private func early(_ arms: [(around: Surroundings, early: Int64)]) throws -> [Caution] {
    let names = Array(["a", "b", "c"].prefix(arms.count))
    var outline = makeOutline(
      arms: names.map { makeArm($0, metrics: [.optInPerInstall, .trackedBeforePermissionPerInstall]) },
      trials: 41, installs: 100, parameters: uncertain)
    outline.context = AnswerContext(
      makeExperiment(
        [makeSegment()],
        zip(names, arms).map { name, arm in
          ExperimentSamples.makeArm(name, .launch) { $0.surroundings = [[arm.around]] }
        }))
    let found = try makeSummary(outline) { trial in
      arms.enumerated().map { position, arm in
        var tally = makeTally(authorized: Int64(10 + 10 * position + trial / 4))
        tally[.trackedBeforePermission] = arm.early
        return tally
      }
    }
    return answer(found).cautions.filter { $0.code == "early_reports" }
  }

  @Test("are told with their reason, and of options that all wait not at all")
  func reasons() throws {
    let first = around(.documented, starts: .afterConsent, consent: true)
    let second = around(.documented, starts: .afterConsent, consent: true, order: .afterATT)
    #expect(
      try early([(first, 0), (around(.documented), 84)])
        == [.earlyReports(.noConsentLayer, [Caution.OptionShare(option: "b", share: 0.84)])])
    #expect(
      try early([(second, 2), (first, 34)])
        == [.earlyReports(.refusedConsent, [Caution.OptionShare(option: "b", share: 0.34)])])
    for silent in [
      [(first, 30), (first, 34)], [(around(.documented), 40), (around(.timer), 60)],
      [(around(.documented), 40), (around(.none), 0)], [(first, 0), (around(.none, consent: true), 90)],
    ] as [[(Surroundings, Int64)]] {
      #expect(try early(silent).isEmpty)
    }
  }
}
