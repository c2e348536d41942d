import PromptFlow
import Testing

@Suite("Who counts as what")
struct PermissionStandingTests {
  @Test("R146: an install that never reached the moment counts as undetermined, not as a no")
  func neverReached() {
    var flow = AppFlow.make(.event(EventKind(rawValue: 0), count: 3))
    flow.tell(.sessionStarted, .hookReached(.didBecomeActive), .sessionEnded)
    #expect(!flow.hasTriggered)
    let standing = PermissionStanding(makePermission())
    #expect(standing == .undetermined)
    #expect(!standing.isAnswered)
  }

  @Test("R146: opt-in among the answered and authorized among installs are different rates")
  func denominators() {
    let standings = [
      PermissionStanding(makePermission(answered: .allow)), PermissionStanding(makePermission()),
      PermissionStanding(makePermission(answered: .deny)), PermissionStanding(makePermission()),
    ]
    let authorized = standings.filter { $0 == .authorized }.count
    #expect((authorized, standings.filter(\.isAnswered).count, standings.count) == (1, 2, 4))
  }

  @Test("R147: a denial by the device's switch is not a denial by answer, and never saw the alert")
  func denials() {
    let byAnswer = PermissionStanding(makePermission(answered: .deny))
    let bySwitch = PermissionStanding(makePermission(.modern, Device(allowsRequests: false)))
    #expect([byAnswer, bySwitch] == [.deniedByAnswer, .deniedBySwitch])
    #expect([byAnswer.isEligible, bySwitch.isEligible] == [true, false])
  }

  @Test("R46, R147: what iOS 14.0 to 14.4 record of a request under the switch is no answer either")
  func recordedBySwitch() {
    var permission = makePermission(.iOS14_0, Device(allowsRequests: false))
    permission.tell(.requested)
    #expect(permission.recordedAnswer == .denied)
    #expect(PermissionStanding(permission) == .deniedBySwitch)
  }

  @Test("R147: restricted devices and systems without the permission are outside every opt-in rate")
  func outside() {
    let standings = [
      PermissionStanding(makePermission(.modern, Device(restriction: .profile))),
      PermissionStanding(makePermission(.before14)),
    ]
    #expect(standings == [.restricted, .noPermission])
    #expect(standings.allSatisfy { !$0.isEligible && !$0.isAnswered })
  }
}
