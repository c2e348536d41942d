import ExperimentDesign
import PromptFlow
import TextFormats

extension Segment {
  /// Why a trigger can never come true for these people; `nil` where it can.
  func reasonNeverReached(_ trigger: AskTrigger, eventKinds: [String]) -> String? {
    switch trigger {
    case .launch: return nil
    case .onboarding:
      guard let onboarding else { return "no onboarding is modelled" }
      if onboarding[.onboardingFirst].constant == 0, onboarding[.onboardingLater].constant == 0 {
        return "onboarding is never completed"
      }
      return nil
    case .event(let kind, _):
      let name = eventKinds.indices.contains(kind.rawValue) ? eventKinds[kind.rawValue] : "?"
      guard let stream = events.first(where: { $0.kind == kind }) else {
        return "no event \(name.cited) is modelled"
      }
      if stream[.perSession].constant == 0 { return "the event \(name.cited) has 0 per session" }
      if let onboarding, onboarding[.onboardingFirst].constant == 0,
        onboarding[.onboardingLater].constant == 0
      {
        return "onboarding is never completed, so there is no content"
      }
      return nil
    case .session(let number):
      if number > 1, case .constant(let leave) = visits.leaving, leave.constant == 1 {
        return "everybody leaves after the first session"
      }
      return nil
    }
  }
}
