import ExperimentDesign
import ExperimentSamples
import PromptFlow
import RandomStreams
import Testing

@testable import Simulation

/// What a batch plays, and what it leaves to the reference: the table of the module's page.
@Suite("Lives that fit a batch, and lives that do not")
struct BatchConditionsTests {
  static let installs = 400

  private static func article(_ count: Int) -> AskTrigger { .event(EventKind(rawValue: 0), count: count) }
  private static func video(_ count: Int) -> AskTrigger { .event(EventKind(rawValue: 1), count: count) }

  /// An arm and its people: what sets them apart from readers who are asked at launch.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var trigger = AskTrigger.launch
    var delay = 0.0
    var retry = RetryPolicy.eachActivation
    /// The pre-prompt's policy.
    var screen: PrePromptPolicy?
    var alerts: [CompetingAlert] = []
    /// How many seconds the install event waits.
    var wait: Double?
    var people: @Sendable (inout Segment) -> Void = { _ in }

    var testDescription: String { name }
  }

  /// Why some lives of an arm that fits are not played in a batch.
  static let misfits: [Case] = [
    Case(name: "an older system") {
      $0.systemShares = SystemVersion.allCases.map { $0 == .modern || $0 == .iOS14_5 ? 0.5 : 0 }
    },
    Case(name: "an alert at onboarding", trigger: .onboarding, alerts: half(at: .onboarding)),
    // About as long after the launch as the onboarding takes: some asks find the alert, some do not.
    Case(name: "an alert beside onboarding", trigger: .onboarding, alerts: half(offset: 18)),
    Case(name: "an alert over the delay", delay: 2, alerts: half(offset: 1)),
    Case(name: "an alert after the event", trigger: article(1), alerts: half(offset: 10)),
    Case(name: "short browsing", trigger: .onboarding, delay: 10),
    Case(name: "short browsing of devices", trigger: .onboarding, delay: 10, people: unaskable),
    Case(name: "a short event", trigger: article(2), delay: 10),
    Case(name: "a short event of devices", trigger: article(1), delay: 10, people: unaskable),
    Case(name: "a short end", trigger: article(1), delay: 3) {
      $0.events = [events(0, perSession: 0.1, seconds: 40)]
    },
    Case(name: "an alert at the end of reading", screen: PrePromptPolicy(), alerts: half(offset: 5)),
    // It comes long after the pre-prompt, but before the install event is sent.
    Case(
      name: "an alert after the dismissal", screen: PrePromptPolicy(isDismissible: true),
      alerts: half(offset: 60, seconds: seconds(500, sigma: 0.1)), wait: 600),
    Case(name: "a long cooldown", screen: PrePromptPolicy(cooldownSessions: 2)),
    Case(name: "an event unsent without an ask", screen: PrePromptPolicy(maximumShows: 1), wait: 600),
    Case(name: "a delay of the next ask", delay: 4, retry: .nextSession) {
      $0.onboarding = nil
      $0[.browseSeconds] = known(3)
      $0[.unanswered] = 0.5
    },
    Case(name: "an instant event at the next ask", retry: .nextSession) {
      $0.onboarding = nil
      $0[.browseSeconds] = known(0)
      $0.events[1] = events(1, perSession: 0.5, seconds: 0, value: 0.3)
      $0[.unanswered] = 0.5
    },
    Case(name: "a push after the event", trigger: article(2), alerts: half(at: article(2))),
    Case(name: "a push after another event", trigger: article(4), alerts: half(at: video(1), offset: 3)),
    Case(name: "a push while the event waits", trigger: article(3), alerts: half(at: video(1)), wait: 600),
    // Before the ask it makes a session longer than the install event waits.
    Case(
      name: "a long push while the event waits", trigger: article(5),
      alerts: half(at: .session(2), seconds: seconds(500, sigma: 0.1)), wait: 600),
    // Lives that end before the ask: no session of theirs after the alert sends the event.
    Case(
      name: "a push in a short life", trigger: .session(5),
      alerts: half(at: .session(2), seconds: seconds(40, sigma: 0.1)), wait: 90),
    Case(name: "a push in a session", trigger: .onboarding, alerts: half(at: .session(2))),
    Case(name: "a push at the next ask", retry: .nextSession, alerts: half(at: .session(2))) {
      $0[.unanswered] = 0.5
    },
  ]

  /// An alert that half of the people have.
  private static func half(
    at moment: AskTrigger = .launch, offset: Double = 0, seconds up: LogNormalSeconds = seconds(3, sigma: 0.5)
  ) -> [CompetingAlert] { [competingAlert(at: moment, share: 0.5, offset: offset, seconds: up)] }

  /// People of whom nobody can be asked.
  @Sendable private static func unaskable(_ people: inout Segment) {
    people[.restricted] = known(0.4)
    people[.requestsOff] = known(0.6)
  }

  @Test("of an option that fits, the lives that do not are played by the reference", arguments: misfits)
  func lives(misfit: Case) {
    let experiment = experiment(misfit)
    let left = livesLeft(experiment)
    #expect(left > 0 && left < Self.installs, "\(left)")
    expectAgreement(experiment)
  }

  /// What a batch plays whole.
  static let fitting: [Case] = [
    Case(name: "at launch"),
    Case(name: "at launch beside push", alerts: [competingAlert(share: 0.7, offset: 1)]),
    Case(name: "after onboarding", trigger: .onboarding),
    Case(name: "the third article", trigger: article(3)),
    Case(name: "the second video", trigger: video(2)),
    Case(name: "devices", trigger: article(1)) {
      $0[.restricted] = known(0.3)
      $0[.requestsOff] = known(0.3)
    },
    Case(name: "leavers") { $0[.unanswered] = 0.5 }, Case(name: "declined", screen: PrePromptPolicy()),
    Case(
      name: "dismissed", trigger: article(2),
      screen: PrePromptPolicy(isDismissible: true, maximumShows: 2)),
    Case(
      name: "dismissed often", screen: PrePromptPolicy(isDismissible: true, cooldownSessions: 2), wait: 90),
    Case(name: "dismissed without onboarding", screen: PrePromptPolicy(isDismissible: true)) {
      $0.onboarding = nil
      $0[.unanswered] = 0.3
    },
    Case(name: "the first session", trigger: .session(1)),
    Case(name: "a later session", trigger: .session(2)) { $0[.unanswered] = 0.3 },
    Case(name: "a later session without onboarding", trigger: .session(3)) {
      $0.onboarding = nil
      $0[.restricted] = known(0.2)
    },
    Case(name: "primed in a session", trigger: .session(2), screen: PrePromptPolicy(isDismissible: true)),
  ]

  @Test("what fits is left to nobody", arguments: fitting)
  func fits(fit: Case) {
    let experiment = experiment(fit, wait: 20)
    #expect(livesLeft(experiment) == 0)
    expectAgreement(experiment)
  }

  @Test("R33: of two alerts the second may be up, too, when the arm asks")
  func twoAlerts() {
    let alerts = [competingAlert(share: 0.5, offset: 300), competingAlert(1, share: 0.5, offset: 1)]
    expectAgreement(experiment(Case(name: "two alerts", delay: 2, alerts: alerts)))
  }

  // MARK: -

  /// The arm alone among its people, whose install event waits so long unless the case says otherwise.
  private func experiment(_ given: Case, wait: Double? = nil) -> Experiment {
    let segment = makeReader {
      $0.surroundings.alerts = given.alerts
      $0.surroundings.attribution = (given.wait ?? wait).map { attribution(wait: known($0)) }
      given.people(&$0)
    }
    let arm = makeArm("arm", given.trigger, delay: given.delay) {
      $0.strategy.retry = given.retry
      $0.prePrompt = given.screen.map { makePrePrompt($0) }
      $0.surroundings = [[segment.surroundings]]
    }
    return makeExperiment([segment], [arm], installs: Self.installs).changed {
      $0.eventKinds = ["article", "video"]
    }
  }

  private func expectAgreement(_ experiment: Experiment) {
    let (fast, reference) = Simulator.engines(experiment, seed: 5)
    #expect(fast.trial(0) == reference.trial(0))
  }

  /// How many lives of its only arm the reference plays for a batch.
  private func livesLeft(_ experiment: Experiment) -> Int {
    let sums = TrialAccumulator(experiment)
    let numbers = TrialScenario(experiment, scenario: 0, .none)
    var engine = BatchEngine(
      numbers, baseline: 0, horizon: experiment.horizonDays, isFast: true,
      pieces: ColumnPieces(installs: experiment.installs), sums.writers(scenario: 0))
    for parity in 0...1 {
      engine.play(
        stride(from: parity, to: experiment.installs, by: 2), of: TrialStream(seed: 5, trial: 0))
    }
    engine.playRest()
    return engine.livesLeft
  }
}
