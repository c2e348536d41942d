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
  private static let article = EventKind(rawValue: 0)
  private static let video = EventKind(rawValue: 1)

  /// Why some lives of an arm that fits are not played in a batch.
  enum LifeMisfit: CaseIterable {
    case olderSystem, alertAtOnboarding, alertBesideOnboarding, alertOverDelay, alertAfterEvent,
      shortBrowsing,
      shortBrowsingOfDevices
    case shortEvent, shortEventOfDevices, shortEnd
    case alertAtEndOfReading, alertAfterDismissal, longCooldown, unsentWithoutAsk, delayOfNextAsk,
      instantEventAtNextAsk
    case pushAfterEvent, pushAfterOtherEvent, pushWhileEventWaits, longPushWhileEventWaits, pushInShortLife,
      pushInSession,
      pushAtNextAsk
  }

  @Test(
    "of an option that fits, the lives that do not are played by the reference",
    arguments: LifeMisfit.allCases)
  func lives(misfit: LifeMisfit) {
    var segment = makeReader()
    var arm = makeArm("arm", .launch)
    switch misfit {
    case .olderSystem:
      segment.systemShares = SystemVersion.allCases.map { $0 == .modern || $0 == .iOS14_5 ? 0.5 : 0 }
    case .alertAtOnboarding:
      arm.strategy.trigger = .onboarding
      segment.surroundings.alerts = [competingAlert(at: .onboarding, share: 0.5)]
    case .alertBesideOnboarding:
      // About as long after the launch as the onboarding takes: some asks find the alert, some do not.
      arm.strategy.trigger = .onboarding
      segment.surroundings.alerts = [competingAlert(share: 0.5, offset: 18)]
    case .alertOverDelay:
      arm[.delaySeconds] = known(2)
      segment.surroundings.alerts = [competingAlert(share: 0.5, offset: 1)]
    case .alertAfterEvent:
      arm.strategy.trigger = .event(Self.article, count: 1)
      segment.surroundings.alerts = [competingAlert(share: 0.5, offset: 10)]
    case .shortBrowsing:
      arm.strategy.trigger = .onboarding
      arm[.delaySeconds] = known(10)
    case .shortBrowsingOfDevices:
      arm.strategy.trigger = .onboarding
      arm[.delaySeconds] = known(10)
      segment[.restricted] = known(0.4)
      segment[.requestsOff] = known(0.6)
    case .shortEvent:
      arm.strategy.trigger = .event(Self.article, count: 2)
      arm[.delaySeconds] = known(10)
    case .shortEventOfDevices:
      arm.strategy.trigger = .event(Self.article, count: 1)
      arm[.delaySeconds] = known(10)
      segment[.restricted] = known(0.4)
      segment[.requestsOff] = known(0.6)
    case .shortEnd:
      segment.events = [events(0, perSession: 0.1, seconds: 40)]
      arm.strategy.trigger = .event(Self.article, count: 1)
      arm[.delaySeconds] = known(3)
    case .alertAtEndOfReading:
      segment.surroundings.alerts = [competingAlert(share: 0.5, offset: 5)]
      arm.prePrompt = screen()
    case .alertAfterDismissal:
      // It comes long after the pre-prompt, but before the install event is sent.
      segment.surroundings.alerts = [
        competingAlert(share: 0.5, offset: 60, seconds: seconds(500, sigma: 0.1))
      ]
      segment.surroundings.attribution = attribution(wait: 600)
      arm.prePrompt = screen(isDismissible: true)
    case .longCooldown: arm.prePrompt = screen(every: 2)
    case .pushAfterEvent:
      arm.strategy.trigger = .event(Self.article, count: 2)
      segment.surroundings.alerts = [competingAlert(at: .event(Self.article, count: 2), share: 0.5)]
    case .pushAfterOtherEvent:
      arm.strategy.trigger = .event(Self.article, count: 4)
      segment.surroundings.alerts = [competingAlert(at: .event(Self.video, count: 1), share: 0.5, offset: 3)]
    case .pushWhileEventWaits:
      arm.strategy.trigger = .event(Self.article, count: 3)
      segment.surroundings.alerts = [competingAlert(at: .event(Self.video, count: 1), share: 0.5)]
      segment.surroundings.attribution = attribution(wait: 600)
    case .longPushWhileEventWaits:
      // Before the ask it makes a session longer than the install event waits.
      arm.strategy.trigger = .event(Self.article, count: 5)
      segment.surroundings.alerts = [
        competingAlert(at: .session(2), share: 0.5, seconds: seconds(500, sigma: 0.1))
      ]
      segment.surroundings.attribution = attribution(wait: 600)
    case .pushInShortLife:
      // Lives that end before the ask: no session of theirs after the alert sends the event.
      arm.strategy.trigger = .session(5)
      segment.surroundings.alerts = [
        competingAlert(at: .session(2), share: 0.5, seconds: seconds(40, sigma: 0.1))
      ]
      segment.surroundings.attribution = attribution(wait: 90)
    case .pushInSession:
      arm.strategy.trigger = .onboarding
      segment.surroundings.alerts = [competingAlert(at: .session(2), share: 0.5)]
    case .pushAtNextAsk:
      segment[.unanswered] = 0.5
      arm.strategy.retry = .nextSession
      segment.surroundings.alerts = [competingAlert(at: .session(2), share: 0.5)]
    case .unsentWithoutAsk:
      segment.surroundings.attribution = attribution(wait: 600)
      arm.prePrompt = screen(most: 1)
    case .delayOfNextAsk:
      segment.onboarding = nil
      segment[.browseSeconds] = known(3)
      segment[.unanswered] = 0.5
      arm[.delaySeconds] = known(4)
      arm.strategy.retry = .nextSession
    case .instantEventAtNextAsk:
      segment.onboarding = nil
      segment[.browseSeconds] = known(0)
      segment.events[1] = instant(segment.events[1])
      segment[.unanswered] = 0.5
      arm.strategy.retry = .nextSession
    }
    let experiment = experiment(segment, arm)
    let left = livesLeft(experiment)
    #expect(left > 0 && left < Self.installs, "\(left)")
    expectAgreement(experiment)
  }

  /// What a batch plays whole.
  enum Fit: CaseIterable {
    case launch, launchBesidePush, afterOnboarding, thirdArticle,
      secondVideo, devices, leavers, declined, dismissed, dismissedOften, dismissedUnonboarded,
      firstSession, laterSession, laterSessionUnonboarded, primedInSession
  }

  @Test("what fits is left to nobody", arguments: Fit.allCases)
  func fits(fit: Fit) {
    var segment = makeReader()
    segment.surroundings.attribution = attribution()
    var arm = makeArm("arm", .launch)
    switch fit {
    case .launch: break
    case .launchBesidePush:
      segment.surroundings.alerts = [competingAlert(share: 0.7, offset: 1)]
    case .afterOnboarding: arm.strategy.trigger = .onboarding
    case .thirdArticle: arm.strategy.trigger = .event(Self.article, count: 3)
    case .secondVideo: arm.strategy.trigger = .event(Self.video, count: 2)
    case .devices:
      segment[.restricted] = known(0.3)
      segment[.requestsOff] = known(0.3)
      arm.strategy.trigger = .event(Self.article, count: 1)
    case .leavers: segment[.unanswered] = 0.5
    case .declined:
      arm.prePrompt = screen()
    case .dismissed:
      arm.strategy.trigger = .event(Self.article, count: 2)
      arm.prePrompt = screen(isDismissible: true, most: 2)
    case .dismissedOften:
      segment.surroundings.attribution = attribution(wait: 90)
      arm.prePrompt = screen(isDismissible: true, every: 2)
    case .firstSession: arm.strategy.trigger = .session(1)
    case .laterSession:
      segment[.unanswered] = 0.3
      arm.strategy.trigger = .session(2)
    case .laterSessionUnonboarded:
      segment.onboarding = nil
      segment[.restricted] = known(0.2)
      arm.strategy.trigger = .session(3)
    case .primedInSession:
      arm.strategy.trigger = .session(2)
      arm.prePrompt = screen(isDismissible: true)
    case .dismissedUnonboarded:
      segment.onboarding = nil
      segment[.unanswered] = 0.3
      arm.prePrompt = screen(isDismissible: true)
    }
    let experiment = experiment(segment, arm)
    #expect(livesLeft(experiment) == 0)
    expectAgreement(experiment)
  }

  @Test("R33: of two alerts the second may be up, too, when the arm asks")
  func twoAlerts() {
    var segment = makeReader()
    segment.surroundings.alerts = [
      competingAlert(share: 0.5, offset: 300), competingAlert(1, share: 0.5, offset: 1),
    ]
    var arm = makeArm("arm", .launch)
    arm[.delaySeconds] = known(2)
    expectAgreement(experiment(segment, arm))
  }

  // MARK: -

  private func instant(_ event: EventStream) -> EventStream {
    EventStream(
      kind: event.kind,
      numbers(.event, [.perSession: event[.perSession], .eventSeconds: 0, .eventValue: event[.eventValue]]))
  }

  /// A pre-prompt that comes again in so many sessions, at most so often.
  private func screen(isDismissible: Bool = false, every sessions: Int = 1, most: Int? = nil) -> PrePrompt {
    makePrePrompt(.init(isDismissible: isDismissible, cooldownSessions: sessions, maximumShows: most))
  }

  private func experiment(_ segment: Segment, _ arm: Arm) -> Experiment {
    var arm = arm
    arm.surroundings = [[segment.surroundings]]
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
