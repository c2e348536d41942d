import PromptFlow
import Testing

@Suite("What the system answers when the status is read")
struct StatusTests {
  @Test("R3: reading the status shows nothing, records nothing and does not spend the one alert")
  func readingIsPure() {
    var permission = makePermission()
    let before = permission
    #expect(permission.transcript(.statusRead, .statusRead, .statusRead) == [.none, .none, .none])
    #expect(permission == before)
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R4: the first match wins: restriction, then the recorded answer, then the device's switch")
  func order() {
    var permission = makePermission(answered: .allow)
    #expect(permission.status == .authorized)
    permission.device.allowsRequests = false
    #expect(permission.status == .authorized)  // a grant comes before the switch
    permission.device.restriction = .profile
    #expect(permission.status == .restricted)  // a restriction comes before the grant

    var fresh = makePermission()
    #expect(fresh.status == .notDetermined)
    fresh.device.allowsRequests = false
    #expect(fresh.status == .denied)
    fresh.device.restriction = .settingNotChangeable
    #expect(fresh.status == .restricted)
  }

  @Test(
    "R5: a restricted device reads restricted whatever was answered, and the answer survives the restriction",
    arguments: [nil, AlertAnswer.allow, .deny])
  func restrictedRegardless(answer: AlertAnswer?) {
    var permission = makePermission(answered: answer)
    let before = permission.status
    permission.device.restriction = .profile
    #expect(permission.status == .restricted)
    permission.device.restriction = .none
    #expect(permission.status == before)
  }

  @Test("R6: with the device's switch off, an app that never asked reads denied")
  func switchedOffReadsDenied() {
    let permission = makePermission(.modern, TrackingDevice(allowsRequests: false))
    #expect(permission.status == .denied)
    #expect(permission.recordedAnswer == .unknown)
  }

  @Test("R7: with the switch on again, the app is undetermined again and can still show the alert")
  func switchedOnAgain() {
    var permission = makePermission(.modern, TrackingDevice(allowsRequests: false))
    #expect(permission.status == .denied)
    permission.tell(.globalSwitch(.on))
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R10: before iOS 14 there is no status, and a request does nothing")
  func noPermissionBefore14() {
    var permission = makePermission(.before14)
    #expect(permission.status == nil)
    #expect(permission.handle(.requested) == .none)
    #expect(permission.identifierIsReadable)
  }

  @Test("R10: before iOS 14 an app never asks, however early it would want to")
  func noAskBefore14() {
    var flow = AppFlow(
      strategy: PromptStrategy(trigger: .launch, asksFrom: .iOS14_0), version: .before14)
    #expect(!flow.asksOnThisSystem)
    #expect(flow.transcript(.sessionStarted, .hookReached(.didBecomeActive)) == [.none, .none])
  }
}
