import PromptFlow
import Testing

@Suite("What a reviewer would object to")
struct FlowAuditTests {
  @Test("R100: asking at launch is not objected to; tracking before the answer is")
  func anyMoment() {
    var asked = FlowAudit(hasConsentLayer: false)
    #expect(asked.objections(.alertShown, .alertEnded(.allow), .tracked) == [nil, nil, nil])
    var tracked = FlowAudit(hasConsentLayer: false)
    #expect(
      tracked.objections(.tracked, .alertShown, .tracked)
        == [.trackedBeforePermission, nil, .trackedBeforePermission])
  }

  @Test(
    "R100: the app's triggers differ in moment only: each of them may ask",
    arguments: [
      AskTrigger.launch, .onboarding, .session(1), .event(EventKind(rawValue: 0), count: 1),
    ])
  func everyTrigger(trigger: AskTrigger) {
    var flow = AppFlow.make(trigger)
    let actions = flow.transcript(
      .sessionStarted, .hookReached(.didBecomeActive), .onboardingCompleted,
      .eventEnded(EventKind(rawValue: 0)))
    #expect(actions.filter { $0 == .startDelay }.count == 1)
  }

  @Test("R102: tracking before the consent layer is resolved is objected to")
  func beforeConsent() {
    var audit = FlowAudit(hasConsentLayer: true)
    #expect(
      audit.objections(
        .alertShown, .alertEnded(.allow), .tracked, .layerShown(asksToTrack: true),
        .layerEnded(accepted: true), .tracked)
        == [nil, nil, .trackedBeforeConsent, nil, nil, nil])
  }

  @Test("R99, R103: tracking against either no is objected to")
  func againstAnswer() {
    var denied = FlowAudit(hasConsentLayer: true)
    #expect(
      denied.objections(
        .alertShown, .alertEnded(.deny), .layerShown(asksToTrack: false), .layerEnded(accepted: true),
        .tracked
      ).last == .trackedAgainstAnswer)
    var refused = FlowAudit(hasConsentLayer: true)
    #expect(
      refused.objections(
        .alertShown, .alertEnded(.allow), .layerShown(asksToTrack: true), .layerEnded(accepted: false),
        .tracked
      ).last == .trackedAgainstAnswer)
  }
}

extension FlowAudit {
  /// Hands over events and returns the objection to each.
  mutating func objections(_ events: Event...) -> [Objection?] {
    events.map { note($0) }
  }
}
