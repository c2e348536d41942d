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

  /// Why no life of an arm is played in a batch.
  enum ArmMisfit: CaseIterable {
    case consentLayer, twoAlerts, timer, foreground, earlyHook, linkAfterDenial
    case instantEvent, eventOfNobody, veryLongTimes
  }

  @Test("an option that does not fit is played by the reference alone", arguments: ArmMisfit.allCases)
  func arms(misfit: ArmMisfit) {
    var segment = SegmentParts(reader())
    var arm = ArmParts(makeArm("arm", .launch))
    switch misfit {
    case .consentLayer:
      segment.surroundings = segment.surroundings.replacing(
        consent: ConsentModel(
          order: .afterATT, onUndetermined: .wait, accept: known(0.6), seconds: seconds(3), preGrant: false,
          reopen: known(0)))
    case .twoAlerts:
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(0, share: 0.5), competingAlert(1, share: 0.5, offset: 20),
      ])
    case .timer: segment.surroundings = segment.surroundings.replacing(attribution: gate(.timer))
    case .foreground: segment.surroundings = segment.surroundings.replacing(attribution: gate(.foreground))
    case .earlyHook: arm.strategy.hook = .viewAppeared
    case .linkAfterDenial: arm.strategy.settingsLink = .afterDenial
    case .instantEvent:
      segment.events[0] = instant(segment.events[0])
      arm.strategy.trigger = .event(Self.article, count: 1)
    case .eventOfNobody:
      segment.events.removeLast()
      arm.strategy.trigger = .event(Self.video, count: 1)
    case .veryLongTimes:
      segment.surroundings = segment.surroundings.replacing(attribution: gate(.documented, wait: 2e6))
    }
    let experiment = experiment(segment, arm)
    #expect(livesLeft(experiment) == Self.installs)
    expectAgreement(experiment)
  }

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
    var segment = SegmentParts(reader())
    var arm = ArmParts(makeArm("arm", .launch))
    let retried = { (cooldown: Int, most: Int?) in
      makePrePrompt(.init(isDismissible: false, cooldownSessions: cooldown, maximumShows: most))
    }
    switch misfit {
    case .olderSystem:
      segment.systemShares = SystemVersion.allCases.map { $0 == .modern || $0 == .iOS14_5 ? 0.5 : 0 }
    case .alertAtOnboarding:
      arm.strategy.trigger = .onboarding
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(at: .onboarding, share: 0.5)
      ])
    case .alertBesideOnboarding:
      // About as long after the launch as the onboarding takes: some asks find the alert, some do not.
      arm.strategy.trigger = .onboarding
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(share: 0.5, offset: 18)
      ])
    case .alertOverDelay:
      arm.delaySeconds = known(2)
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.5, offset: 1)])
    case .alertAfterEvent:
      arm.strategy.trigger = .event(Self.article, count: 1)
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.5, offset: 10)])
    case .shortBrowsing:
      arm.strategy.trigger = .onboarding
      arm.delaySeconds = known(10)
    case .shortBrowsingOfDevices:
      arm.strategy.trigger = .onboarding
      arm.delaySeconds = known(10)
      segment.restricted = known(0.4)
      segment.requestsOff = known(0.6)
    case .shortEvent:
      arm.strategy.trigger = .event(Self.article, count: 2)
      arm.delaySeconds = known(10)
    case .shortEventOfDevices:
      arm.strategy.trigger = .event(Self.article, count: 1)
      arm.delaySeconds = known(10)
      segment.restricted = known(0.4)
      segment.requestsOff = known(0.6)
    case .shortEnd:
      segment.events = [events(0, perSession: 0.1, seconds: 40)]
      arm.strategy.trigger = .event(Self.article, count: 1)
      arm.delaySeconds = known(3)
    case .alertAtEndOfReading:
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.5, offset: 5)])
      arm.show(retried(1, nil))
    case .alertAfterDismissal:
      // It comes long after the pre-prompt, but before the install event is sent.
      segment.surroundings = segment.surroundings.replacing(
        alerts: [competingAlert(share: 0.5, offset: 60, seconds: seconds(500, sigma: 0.1))],
        attribution: gate(.documented, wait: 600))
      arm.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 1, maximumShows: nil)))
    case .longCooldown: arm.show(retried(2, nil))
    case .pushAfterEvent:
      arm.strategy.trigger = .event(Self.article, count: 2)
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(at: .event(Self.article, count: 2), share: 0.5)
      ])
    case .pushAfterOtherEvent:
      arm.strategy.trigger = .event(Self.article, count: 4)
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(at: .event(Self.video, count: 1), share: 0.5, offset: 3)
      ])
    case .pushWhileEventWaits:
      arm.strategy.trigger = .event(Self.article, count: 3)
      segment.surroundings = segment.surroundings.replacing(
        alerts: [competingAlert(at: .event(Self.video, count: 1), share: 0.5)],
        attribution: gate(.documented, wait: 600))
    case .longPushWhileEventWaits:
      // Before the ask it makes a session longer than the install event waits.
      arm.strategy.trigger = .event(Self.article, count: 5)
      segment.surroundings = segment.surroundings.replacing(
        alerts: [competingAlert(at: .session(2), share: 0.5, seconds: seconds(500, sigma: 0.1))],
        attribution: gate(.documented, wait: 600))
    case .pushInShortLife:
      // Lives that end before the ask: no session of theirs after the alert sends the event.
      arm.strategy.trigger = .session(5)
      segment.surroundings = segment.surroundings.replacing(
        alerts: [competingAlert(at: .session(2), share: 0.5, seconds: seconds(40, sigma: 0.1))],
        attribution: gate(.documented, wait: 90))
    case .pushInSession:
      arm.strategy.trigger = .onboarding
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(at: .session(2), share: 0.5)
      ])
    case .pushAtNextAsk:
      segment.answer = segment.answer.replacing(unanswered: known(0.5))
      arm.strategy.retry = .nextSession
      segment.surroundings = segment.surroundings.replacing(alerts: [
        competingAlert(at: .session(2), share: 0.5)
      ])
    case .unsentWithoutAsk:
      segment.surroundings = segment.surroundings.replacing(attribution: gate(.documented, wait: 600))
      arm.show(retried(1, 1))
    case .delayOfNextAsk:
      segment.onboarding = nil
      segment.browseSeconds = known(3)
      segment.answer = segment.answer.replacing(unanswered: known(0.5))
      arm.delaySeconds = known(4)
      arm.strategy.retry = .nextSession
    case .instantEventAtNextAsk:
      segment.onboarding = nil
      segment.browseSeconds = known(0)
      segment.events[1] = instant(segment.events[1])
      segment.answer = segment.answer.replacing(unanswered: known(0.5))
      arm.strategy.retry = .nextSession
    }
    let experiment = experiment(segment, arm)
    let left = livesLeft(experiment)
    #expect(left > 0 && left < Self.installs, "\(left)")
    expectAgreement(experiment)
  }

  /// What a batch plays whole.
  enum Fit: CaseIterable {
    case launch, launchBesidePush, prePromptUnderPush, prePromptBeforePush, afterOnboarding, thirdArticle,
      secondVideo, devices, leavers, declined, dismissed, dismissedOften, dismissedUnonboarded,
      firstSession, laterSession, laterSessionUnonboarded, primedInSession
  }

  @Test("what fits is left to nobody", arguments: Fit.allCases)
  func fits(fit: Fit) {
    var segment = SegmentParts(reader())
    segment.surroundings = segment.surroundings.replacing(attribution: gate(.documented))
    var arm = ArmParts(makeArm("arm", .launch))
    switch fit {
    case .launch: break
    case .launchBesidePush:
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.7, offset: 1)])
    case .prePromptUnderPush:
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.7, offset: 0.1)])
      segment.answer = segment.answer.replacing(unanswered: known(0.3))
      arm.show(makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil)))
    case .prePromptBeforePush:
      segment.surroundings = segment.surroundings.replacing(alerts: [competingAlert(share: 0.7, offset: 90)])
      segment.answer = segment.answer.replacing(unanswered: known(0.3))
      arm.show(makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil)))
    case .afterOnboarding: arm.strategy.trigger = .onboarding
    case .thirdArticle: arm.strategy.trigger = .event(Self.article, count: 3)
    case .secondVideo: arm.strategy.trigger = .event(Self.video, count: 2)
    case .devices:
      segment.restricted = known(0.3)
      segment.requestsOff = known(0.3)
      arm.strategy.trigger = .event(Self.article, count: 1)
    case .leavers: segment.answer = segment.answer.replacing(unanswered: known(0.5))
    case .declined:
      arm.show(makePrePrompt(.init(isDismissible: false, cooldownSessions: 1, maximumShows: nil)))
    case .dismissed:
      arm.strategy.trigger = .event(Self.article, count: 2)
      arm.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 1, maximumShows: 2)))
    case .dismissedOften:
      segment.surroundings = segment.surroundings.replacing(attribution: gate(.documented, wait: 90))
      arm.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 2, maximumShows: nil)))
    case .firstSession: arm.strategy.trigger = .session(1)
    case .laterSession:
      segment.answer = segment.answer.replacing(unanswered: known(0.3))
      arm.strategy.trigger = .session(2)
    case .laterSessionUnonboarded:
      segment.onboarding = nil
      segment.restricted = known(0.2)
      arm.strategy.trigger = .session(3)
    case .primedInSession:
      arm.strategy.trigger = .session(2)
      arm.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 1, maximumShows: nil)))
    case .dismissedUnonboarded:
      segment.onboarding = nil
      segment.answer = segment.answer.replacing(unanswered: known(0.3))
      arm.show(makePrePrompt(.init(isDismissible: true, cooldownSessions: 1, maximumShows: nil)))
    }
    let experiment = experiment(segment, arm)
    #expect(livesLeft(experiment) == 0)
    expectAgreement(experiment)
  }

  // MARK: -

  /// A person with onboarding, two kinds of events and a moderate temper.
  private func reader() -> Segment {
    makeSegment {
      $0.visits = VisitModel(rate: .constant(known(1.5)), leaving: .beta(a: known(1), b: known(3)))
      $0.onboarding = Onboarding(first: known(0.6), later: known(0.5), seconds: seconds(20, sigma: 0.5))
      $0.activitySpread = known(0.6)
      $0.willingness = Willingness(withActivity: known(0.3), withStaying: known(0.3))
      $0.events = [
        events(0, perSession: 1.5, seconds: 40, value: 1),
        events(1, perSession: 0.5, seconds: 20, value: 0.3),
      ]
      $0.allow = AllowModel(
        rate: known(0.4), spread: known(1), value: known(0.3), coldOddsRatio: known(0.7))
      $0.continuing = ContinueModel(
        rate: known(0.6), spread: known(0.5), value: known(0.2), fatigueOddsRatio: known(0.6),
        persistence: known(0.5))
      $0.annoyance = Annoyance(
        prePrompt: known(0.05), alert: known(0.05), cold: known(0.05), nag: known(0.05))
      $0.settings = $0.settings.replacing(reenable: known(0.02))
      $0.settings = $0.settings.replacing(revoke: known(0.01))
    }
  }

  private func instant(_ event: EventStream) -> EventStream {
    EventStream(kind: event.kind, perSession: event.perSession, seconds: known(0), value: event.value)
  }

  private func gate(_ kind: GateKind, wait: Double = 20) -> AttributionModel {
    AttributionModel(gate: kind, waitSeconds: known(wait), starts: .process)
  }

  private func experiment(_ segment: SegmentParts, _ arm: ArmParts) -> Experiment {
    var arm = arm
    arm.surroundings = [[segment.surroundings]]
    return valid(
      try makeExperiment([segment.make()], [arm.make()], installs: Self.installs).replacing(
        eventKinds: ["article", "video"]))
  }

  private func expectAgreement(_ experiment: Experiment) {
    let fast = Simulator(experiment: experiment, seed: 5)
    let reference = Simulator(experiment: experiment, seed: 5, engine: .reference)
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
      engine.play(HalfInstalls(of: 0..<experiment.installs, parity: parity), of: Seed(5).trial(0))
    }
    engine.add()
    return engine.livesLeft
  }
}
