import PromptFlow
import Testing

@Suite("Who counts as what")
struct PermissionSnapshotTests {
  @Test("R146: an install that never reached the moment counts as undetermined, not as a no")
  func neverReached() {
    var flow = AppFlow.make(.event(EventKind(rawValue: 0), count: 3))
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive), .sessionEnded)
    #expect(!flow.hasTriggered)
    let standing = PermissionSnapshot(makePermission())
    #expect(standing == .undetermined)
    #expect(!standing.isAnswered)
  }

  @Test("R146: opt-in among the answered and authorized among installs are different rates")
  func denominators() {
    let standings = [
      PermissionSnapshot(makePermission(answered: .allow)), PermissionSnapshot(makePermission()),
      PermissionSnapshot(makePermission(answered: .deny)), PermissionSnapshot(makePermission()),
    ]
    let authorized = standings.filter { $0 == .authorized }.count
    #expect((authorized, standings.filter(\.isAnswered).count, standings.count) == (1, 2, 4))
  }

  @Test("R147: a denial by the device's switch is not a denial by answer, and never saw the alert")
  func denials() {
    let byAnswer = PermissionSnapshot(makePermission(answered: .deny))
    let bySwitch = PermissionSnapshot(makePermission(.modern, TrackingDevice(allowsRequests: false)))
    #expect([byAnswer, bySwitch] == [.deniedByAnswer, .deniedBySwitch])
    #expect([byAnswer.isEligible, bySwitch.isEligible] == [true, false])
  }

  @Test("R46, R147: what iOS 14.0 to 14.4 record of a request under the switch is no answer either")
  func recordedBySwitch() {
    var permission = makePermission(.iOS14_0, TrackingDevice(allowsRequests: false))
    permission.tell(.requested)
    #expect(permission.recordedAnswer == .denied)
    #expect(PermissionSnapshot(permission) == .deniedBySwitch)
  }

  @Test("R147: restricted devices and systems without the permission are outside every opt-in rate")
  func outside() {
    let standings = [
      PermissionSnapshot(makePermission(.modern, TrackingDevice(restriction: .profile))),
      PermissionSnapshot(makePermission(.before14)),
    ]
    #expect(standings == [.restricted, .noPermission])
    #expect(standings.allSatisfy { !$0.isEligible && !$0.isAnswered })
  }
}
