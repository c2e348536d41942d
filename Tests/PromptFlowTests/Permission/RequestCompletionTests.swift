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

  @Test("R34: a completion can be handed from any task to any other")
  func isSendable() async {
    let completion = RequestCompletion(status: .denied, wasPrompted: true, reason: .consentOrSwitch)
    let received = await Task.detached { completion }.value
    #expect(received == completion)
  }

  @Test("R13, R14, R15: each restriction reports its own reason, as the framework numbers them")
  func reasonsOfRestrictions() {
    let reasons = TrackingRestriction.allCases.map {
      makePermission(.modern, TrackingDevice(restriction: $0)).deniedReason.rawValue
    }
    #expect(reasons == [0, 2, 3, 4])
  }

  @Test("R18, R28: a denial reports the same reason whether by answer or by the device's switch")
  func reasonsOfDenials() {
    #expect(makePermission(answered: .deny).deniedReason == .consentOrSwitch)
    #expect(makePermission(.modern, TrackingDevice(allowsRequests: false)).deniedReason == .consentOrSwitch)
    #expect(makePermission(answered: .allow).deniedReason == .none)
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
