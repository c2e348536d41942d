import PromptFlow
import Testing

@Suite("What a completion hands over, and where")
struct RequestCompletionTests {
  @Test("R34: a completion on an unspecified thread changes nothing until it is on the main actor")
  func hopsToMain() {
    var cache = StatusCache(refresh: .atEachActivation)
    _ = cache.handle(.processStarted(.notDetermined))
    let completion = RequestCompletion(status: .authorized, wasPrompted: true, reason: .none)
    #expect(cache.handle(.completed(completion, on: .unspecified)) == .hopToMain(completion))
    #expect(cache.lastSeen == .notDetermined)
    #expect(cache.handle(.completed(completion, on: .main)) == .tellDependants(.authorized))
  }

  @Test("R55: a denial is contradicted by a status that is still open, and by no other")
  func contradicted() {
    let early = RequestCompletion(status: .denied, wasPrompted: true, reason: .consentOrSwitch)
    #expect(early.isContradicted(by: .notDetermined))
    #expect(!early.isContradicted(by: .denied))
  }

  @Test("R27, R28: the completion after the alert carries the status and that an alert was shown")
  func afterTheAlert() {
    #expect(
      makePermission(answered: .deny).completionAfterAlert
        == RequestCompletion(status: .denied, wasPrompted: true, reason: .consentOrSwitch))
    #expect(
      makePermission(answered: .allow).completionAfterAlert
        == RequestCompletion(status: .authorized, wasPrompted: true, reason: .none))
  }
}
