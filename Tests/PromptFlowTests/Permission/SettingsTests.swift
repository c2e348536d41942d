import FlowRehearsal
import PromptFlow
import Testing

@Suite("What a person can change in Settings")
struct SettingsTests {
  /// A session that has read these, and after a relaunch the last of them again.
  private func read(_ statuses: [AuthorizationStatus], asked: FlowSetup.AskedBefore = .unknown) -> FlowSession
  {
    var session = FlowSession(.make(.onboarding, settingsLink: .inPreferences, askedBefore: asked))
    for status in statuses {
      _ = session.handle(.statusRead, at: FlowSession.Moment(status: status, seconds: 0))
    }
    session = FlowSession(session.setup, state: session.state)
    if let last = statuses.last { _ = session.launch(last) }
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
    var life = Rehearsal.launched(.make(settingsLink: .inPreferences))
    #expect(!life.session.offersSettingsRow)
    life.answer(.deny)
    #expect(life.session.offersSettingsRow)
    life.launch()
    #expect(life.session.offersSettingsRow)
  }
}
