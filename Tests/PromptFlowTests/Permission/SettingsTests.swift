import PromptFlow
import Testing

@Suite("What a person can change in Settings")
struct SettingsTests {
  @Test("R36: an app never answered is not listed and has no switch to turn")
  func notListed() {
    var permission = makePermission()
    #expect(!permission.isListedInSettings)
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .notDetermined)
    permission.tell(.requested, .answered(.deny))
    #expect(permission.isListedInSettings)
  }

  @Test("R39: after a denying answer the app's own page in Settings leads to a usable switch")
  func ownPage() {
    var permission = makePermission(answered: .deny)
    #expect(permission.settingsRecovery == .appPage)
    #expect(permission.canRecoverInSettings)
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .authorized)
  }

  @Test("R40: a restricted device's way to Settings is a dead end", arguments: [nil, AlertAnswer.deny])
  func restrictedDeadEnd(answer: AlertAnswer?) {
    var permission = makePermission(answered: answer)
    permission.device.restriction = .settingNotChangeable
    #expect(permission.settingsRecovery == .nowhere)
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .restricted)
    permission.device.restriction = .none
    #expect(permission.status != .authorized)
  }

  @Test("R40: with the device's switch off, the app's own page is a dead end and the tracking page is not")
  func switchedOffDeadEnd() {
    var permission = makePermission(answered: .deny)
    permission.tell(.globalSwitch(.offKeepingGrants))
    #expect(permission.settingsRecovery == .trackingPage)
    #expect(!permission.canRecoverInSettings)
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .denied)
  }

  @Test("R40: an app that reads authorized or not determined has nothing to recover")
  func nothingToRecover() {
    #expect(makePermission(answered: .allow).settingsRecovery == .nowhere)
    #expect(makePermission().settingsRecovery == .nowhere)
  }
}
