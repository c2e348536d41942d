import PromptFlow
import Testing

@Suite("The device's switch for all apps")
struct GlobalSwitchTests {
  @Test("R43: turning the switch off asks what to do with an app that is allowed, and not otherwise")
  func asksWhenSomeAppIsAllowed() {
    let permissions = [makePermission(), makePermission(answered: .deny), makePermission(answered: .allow)]
    #expect(permissions.map(\.asksWhenSwitchedOff) == [false, false, true])
  }

  @Test("R44: an app asked to stop stays denied after the switch is on again")
  func stopped() {
    var permission = makePermission(answered: .allow)
    permission.tell(.globalSwitch(.offStoppingTracking))
    #expect(permission.status == .denied)
    permission.tell(.globalSwitch(.on))
    #expect(permission.status == .denied)
    #expect(permission.handle(.requested) == .complete(.denied, nil))
  }

  @Test("R45: an app allowed to continue stays authorized while the switch is off")
  func continues() {
    var permission = makePermission(answered: .allow)
    permission.tell(.globalSwitch(.offKeepingGrants))
    #expect(permission.status == .authorized)
  }

  @Test("R45: on iOS 14.0 to 14.4 it reads denied while the switch is off, and authorized again after")
  func continuesOn14() {
    var permission = makePermission(.iOS14_0, answered: .allow)
    permission.tell(.globalSwitch(.offKeepingGrants))
    #expect(permission.status == .denied)
    permission.tell(.globalSwitch(.on))
    #expect(permission.status == .authorized)
  }

  @Test("R46: on iOS 14.0 to 14.4 a request made while the switch is off costs the one alert")
  func requestWhileOffOn14() {
    var permission = makePermission(.iOS14_0, TrackingDevice(allowsRequests: false))
    #expect(permission.handle(.requested) == .complete(.denied, nil))
    permission.tell(.globalSwitch(.on))
    #expect(permission.status == .denied)
    #expect(permission.handle(.requested) == .complete(.denied, nil))
  }

  @Test("R7, R46: from iOS 14.5 on it costs nothing", arguments: [SystemVersion.iOS14_5, .modern, .iOS17_4])
  func requestWhileOffLater(version: SystemVersion) {
    var permission = makePermission(version, TrackingDevice(allowsRequests: false))
    permission.tell(.requested, .globalSwitch(.on))
    #expect(permission.status == .notDetermined)
    #expect(permission.handle(.requested) == .present(.tracking))
  }

  @Test("R13: a locked setting cannot be switched")
  func locked() {
    var permission = makePermission(
      .modern, TrackingDevice(restriction: .profile, allowsRequests: false))
    permission.tell(.globalSwitch(.on))
    #expect(!permission.device.allowsRequests)
  }
}
