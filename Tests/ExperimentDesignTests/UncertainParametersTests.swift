import ExperimentDesign
import ExperimentSamples
import PromptFlow
import Testing

@Suite("The paths of what is not known")
struct UncertainParametersTests {
  private let distribution = Distribution.uniform(low: 0, high: 1)

  @Test("stand in the order of their names, whatever the order in the file; known numbers have none")
  func order() {
    let segment = makeSegment {
      $0.browseSeconds = uncertain(distribution, at: "z")
      $0.allow = $0.allow.replacing(rate: uncertain(distribution, at: "b"))
      $0.annoyance = $0.annoyance.replacing(nag: uncertain(distribution, at: "a.b"))
      $0.activation = $0.activation.replacing(sigma: uncertain(distribution, at: "B"))
    }
    let arm = makeArm("arm", .launch) { $0.delaySeconds = uncertain(distribution, at: "arms.arm.delay") }
    let paths = UncertainParameters(of: makeExperiment([segment], [arm])).paths
    #expect(paths == ["B", "a.b", "arms.arm.delay", "b", "z"])
  }

  @Test("a path that many share is there once")
  func sharing() {
    let rate = uncertain(distribution, at: "allow.rate")
    let segments = ["one", "two"].map { name in
      makeSegment {
        $0.name = name
        $0.share = 0.5
        $0.allow = $0.allow.replacing(rate: rate)
      }
    }
    let scenarios = ["base", "other"].map { makeScenario(name: $0, segments: segments) }
    let string = UsageString(name: "s", text: "t", oddsRatio: uncertain(distribution, at: "usage.s"))
    let arms = ["one", "two"].map { name in
      makeArm(name, .launch) { $0.usageString = string }
    }
    let paths = UncertainParameters(of: makeExperiment(scenarios, arms))
    #expect(paths.paths == ["allow.rate", "usage.s"])
  }

  @Test("every parameter of a whole experiment is visited")
  func everyParameter() {
    var count = 0
    /// A parameter of its own name.
    func next() -> Parameter {
      count += 1
      return uncertain(distribution, at: "path\(count)")
    }
    func time() -> LogNormalSeconds { LogNormalSeconds(median: next(), sigma: next()) }
    func surroundings() -> Surroundings {
      Surroundings(
        alerts: [
          CompetingAlert(
            name: "push", id: 1, moment: .launch, share: next(), offset: next(), seconds: time())
        ],
        attribution: AttributionModel(gate: .timer, waitSeconds: next(), starts: .process),
        consent: ConsentModel(
          order: .afterATT, onUndetermined: .wait, accept: next(), seconds: time(), preGrant: false,
          reopen: next()))
    }
    let segment = valid(
      try Segment(
        name: "all", share: 1, restricted: next(), requestsOff: next(), systemShares: onlyOn(.modern),
        visits: VisitModel(
          rate: .gamma(shape: next(), rate: next()), leaving: .beta(a: next(), b: next())),
        activitySpread: next(), willingness: Willingness(withActivity: next(), withStaying: next()),
        onboarding: Onboarding(first: next(), later: next(), seconds: time()), activation: time(),
        settleSeconds: next(), browseSeconds: next(), lingerSeconds: next(),
        events: [
          EventStream(
            kind: EventKind(rawValue: 0), perSession: next(), seconds: next(), value: next())
        ],
        allow: AllowModel(rate: next(), spread: next(), value: next(), coldOddsRatio: next()),
        continuing: ContinueModel(
          rate: next(), spread: next(), value: next(), fatigueOddsRatio: next(), persistence: next()),
        answer: AnswerModel(seconds: time(), unanswered: next()),
        annoyance: Annoyance(prePrompt: next(), alert: next(), cold: next(), nag: next()),
        settings: SettingsModel(
          reenable: next(), linkInPreferences: next(), linkAfterDenial: next(), revoke: next()),
        value: SessionValue(currency: "USD", identified: next(), otherwise: next()),
        surroundings: surroundings()))
    let arm = makeArm("arm", .launch) {
      $0.delaySeconds = next()
      $0.usageString = $0.usageString.replacing(oddsRatio: next())
      $0.show(
        PrePrompt(
          name: "screen", title: "T", body: "B", button: "Continue", policy: PrePromptPolicy(),
          readSeconds: time(), continueOddsRatio: next(), allowOddsRatio: next()))
      $0.surroundings = [[surroundings()]]
    }
    let constants = segment.replacing(
      visits: VisitModel(rate: .constant(next()), leaving: .constant(next())))
    let scenarios = [
      makeScenario(name: "distributions", segments: [segment]),
      makeScenario(name: "constants", segments: [constants]),
    ]
    let armOfBoth = arm.changed { $0.surroundings.append(arm.surroundings[0]) }
    let paths = UncertainParameters(of: makeExperiment(scenarios, [armOfBoth])).paths
    #expect(paths.count == count)
  }
}
