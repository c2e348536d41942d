import FlowRehearsal
import PromptFlow
import Testing

@Suite("What a person can change in Settings")
struct SettingsTests {
  @Test("R36: an app never answered is not listed and has no switch to turn")
  func notListed() {
    var permission = makePermission()
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .notDetermined)
    permission.tell(.requested, .answered(.deny), .appSwitch(isOn: true))
    #expect(permission.status == .authorized)
  }

  @Test("R39: after a denying answer the app's own page in Settings leads to a usable switch")
  func ownPage() {
    var permission = makePermission(answered: .deny)
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .authorized)
  }

  @Test("R40: a restricted device's way to Settings is a dead end", arguments: [nil, AlertAnswer.deny])
  func restrictedDeadEnd(answer: AlertAnswer?) {
    var permission = makePermission(answered: answer)
    permission.device.restriction = .settingNotChangeable
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .restricted)
    permission.device.restriction = .none
    #expect(permission.status != .authorized)
  }

  @Test("R40: with the device's switch off, the app's own page is a dead end and the tracking page is not")
  func switchedOffDeadEnd() {
    var permission = makePermission(answered: .deny)
    permission.tell(.globalSwitch(.offKeepingGrants))
    permission.tell(.appSwitch(isOn: true))
    #expect(permission.status == .denied)
  }

  private func read(_ statuses: [AuthorizationStatus], asked: FlowSetup.AskedBefore = .unknown) -> FlowSession
  {
    var session = FlowSession(.make(.onboarding, settingsLink: .inPreferences, askedBefore: asked))
    for status in statuses {
      _ = session.handle(.statusRead, at: FlowSession.Moment(status: status, seconds: 0))
    }
    return session
  }

  @Test("R39, R40: an app knows where a no can be taken back by what it has ever read")
  func recovery() {
    #expect(
      read([.authorized]).settingsRecovery == .nowhere && read([.restricted]).settingsRecovery == .nowhere)
    #expect(read([.authorized, .denied]).settingsRecovery == .appPage)
    #expect(read([.notDetermined, .denied], asked: .yes).settingsRecovery == .trackingPage)
    #expect(read([.denied]).settingsRecovery == .eitherPage)
    #expect(read([.denied], asked: .yes).settingsRecovery == .appPage)
    #expect(read([.denied], asked: .no).settingsRecovery == .trackingPage)
  }

  @Test("R39, R40, R147: the row is offered after an answer, and not where the device's switch denies")
  func row() {
    #expect(!read([.notDetermined, .denied]).offersSettingsRow)
    var life = Rehearsal(.make(settingsLink: .inPreferences))
    life.launch()
    life.wait(0)
    #expect(!life.session.offersSettingsRow)
    life.answer(.deny)
    #expect(life.session.offersSettingsRow)
    life.launch()
    #expect(life.session.offersSettingsRow)
  }
}
