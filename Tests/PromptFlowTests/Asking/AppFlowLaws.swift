import PromptFlow
import Testing

/// One event and the machine on both sides of it.
private struct Step {
  let before: AppFlow
  let event: AppFlow.Event
  let action: AppFlow.Action
  let after: AppFlow
}

@Suite("What holds of an app's asking after any order of events")
struct AppFlowLaws {
  private static let seeds = Array(UInt64(1)...20)

  /// Every event in any order, possible or not, for a strategy drawn by the seed.
  private func makeSteps(seed: UInt64) -> [Step] {
    var random = SplitMix(seed: seed)
    let triggers: [AskTrigger] = [
      .launch, .onboarding, .session(1 + random.below(4)),
      .event(EventKind(rawValue: random.below(2)), count: 1 + random.below(4)),
    ]
    let prePrompt = PrePromptPolicy(
      isDismissible: random.chance(oneIn: 2), cooldownSessions: 1 + random.below(3),
      maximumShows: random.chance(oneIn: 2) ? 1 + random.below(4) : nil)
    var flow = AppFlow.make(
      random.pick(triggers), hook: random.pick(AskHook.allCases), retry: random.pick(RetryPolicy.allCases),
      prePrompt: random.chance(oneIn: 3) ? nil : prePrompt, settingsLink: .afterDenial,
      trustsCallback: random.chance(oneIn: 2),
      version: random.chance(oneIn: 6) ? .before14 : .modern)
    return (0..<400).map { _ in
      let event = drawEvent(&random)
      let before = flow
      let action = flow.handle(event)
      return Step(before: before, event: event, action: action, after: flow)
    }
  }

  private func drawEvent(_ random: inout SplitMix) -> AppFlow.Event {
    let statuses: [AuthorizationStatus] = [.restricted, .denied, .authorized, .unknown(9)]
    let situation = AppFlow.Situation(
      status: random.chance(oneIn: 8) ? random.pick(statuses) : .notDetermined,
      canShowScreen: !random.chance(oneIn: 4), consentHoldsBack: random.chance(oneIn: 4))
    return switch random.below(16) {
    case 0: .sessionStarted
    case 1, 2: .hookReached(random.pick(AskHook.allCases))
    case 3: .activated
    case 4: .onboardingCompleted
    case 5: .eventEnded(EventKind(rawValue: random.below(2)))
    case 6, 7: .askDue(situation)
    case 8: .screenFree(situation)
    case 9: .consentEnded(situation)
    case 10: .prePromptEnded(.continued)
    case 11: .prePromptEnded(random.chance(oneIn: 2) ? .dismissed : .left)
    case 12, 13: .requestEnded(random.chance(oneIn: 40) ? random.pick(statuses) : .notDetermined)
    case 14: random.chance(oneIn: 10) ? .consentRefused : .calledBackEarly
    default: .sessionEnded
    }
  }

  @Test("R29, R109: an app that is done asks no more, whatever happens", arguments: seeds)
  func done(seed: UInt64) {
    let steps = makeSteps(seed: seed)
    let late = steps.drop { !$0.before.hasFinishedAsking }.filter {
      $0.action != .none && $0.action != .askNow
    }
    #expect(late.isEmpty)
  }

  @Test("R142: an ask begins only where none is pending", arguments: seeds)
  func onePending(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { $0.action == .startDelay && $0.before.stage != .none }
    #expect(wrong.isEmpty)
  }

  @Test("R146: nothing is asked before the moment has come", arguments: seeds)
  func notBeforeTheMoment(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { $0.action != .none && !$0.after.hasTriggered }
    #expect(wrong.isEmpty)
  }

  @Test("R146: a moment that has come stays", arguments: seeds)
  func momentStays(seed: UInt64) {
    #expect(makeSteps(seed: seed).allSatisfy { $0.after.hasTriggered || !$0.before.hasTriggered })
  }

  @Test(
    "R89, R92: a pre-prompt shows neither too often, nor once continued, nor where no alert can follow",
    arguments: seeds)
  func prePrompts(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { step in
      guard step.action == .showPrePrompt else { return false }
      let limit = step.before.strategy.prePrompt?.maximumShows ?? .max
      let leads: Bool =
        switch step.event {
        case .askDue(let seen), .screenFree(let seen), .consentEnded(let seen):
          seen.status == .notDetermined && seen.canShowScreen
        default: false
        }
      return step.after.prePromptShows > limit || step.before.hasContinuedPrePrompt || !leads
    }
    #expect(wrong.isEmpty)
  }

  @Test("R101, R112: nothing goes ahead while the consent layer waits", arguments: seeds)
  func heldBack(seed: UInt64) {
    let wrong = makeSteps(seed: seed).filter { step in
      switch step.event {
      case .askDue(let seen), .screenFree(let seen), .consentEnded(let seen):
        seen.consentHoldsBack && (step.action == .request || step.action == .showPrePrompt)
      default: false
      }
    }
    #expect(wrong.isEmpty)
  }
}
