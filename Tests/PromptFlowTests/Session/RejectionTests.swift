import FlowRehearsal
import PromptFlow
import Testing

@Suite("What the app rejects in the person's place, and what waits for it")
struct RejectionTests {
  private let denied = FlowSession.Moment(status: .denied, seconds: 0)
  private let allowed = FlowSession.Moment(status: .authorized, seconds: 0)

  /// Allowed, and through with the layer.
  private func life(_ setup: FlowSetup = .make(consent: .init()), accepts: Bool = true) -> Rehearsal {
    var life = Rehearsal.launched(setup, answering: .allow)
    life.send(.consentEnded(isAccepted: accepts))
    return life
  }

  @Test(
    "R42, R104: a yes goes with the permission, however often that goes, and a no stays",
    arguments: [true, false])
  func comesAgain(accepts: Bool) {
    var life = life(accepts: accepts)
    for time in 1...3 {
      life.changeInSettings(isOn: false)
      #expect(life.actions.count { $0 == .rejectAdPurposes } == (accepts ? time : 0))
      life.changeInSettings(isOn: true)
      #expect(!life.session.isTrackingAllowed && (life.session.screen == .consent) == accepts)
      life.send(.consentEnded(isAccepted: true))
      #expect(life.session.isTrackingAllowed == accepts)
    }
  }

  @Test(
    "R42: a yes in a layer under which the permission went is no refusal, and a no is one",
    arguments: [true, false])
  func goesUnderTheLayer(accepts: Bool) {
    var life = life()
    life.send(.consentReopened)
    life.changeInSettings(isOn: false)
    life.send(.consentChanged(isAccepted: accepts))
    life.changeInSettings(isOn: true)
    #expect(life.session.screen == .consent, "what was accepted before went with the permission")
    var first = Rehearsal.launched(.make(consent: .init()), answering: .allow)
    first.changeInSettings(isOn: false)
    first.send(.consentEnded(isAccepted: accepts))
    first.changeInSettings(isOn: true)
    #expect((first.session.screen == .consent) == accepts)
  }

  @Test(
    "R42: a yes that the permission forbids is rejected as it is given, a no never", arguments: [true, false])
  func forbiddenYes(accepts: Bool) {
    var life = Rehearsal.launched(.make(consent: .init()), answering: .allow)
    life.changeInSettings(isOn: false)
    let before = life.actions.count
    life.send(.consentEnded(isAccepted: accepts))
    #expect(life.actions[before...].contains(.rejectAdPurposes) == accepts)
  }

  /// What follows a rejection that was asked for at the end of the records: it is stored, or its time is over.
  private func end(
    _ isStored: Bool, of records: [FlowRecord], in session: inout FlowSession
  ) -> [FlowSession.Action] {
    let timer = records.timers.last { $0.purpose == .consent }
    let end = isStored ? .adPurposesRejected : timer.map(FlowSession.Event.timerFired) ?? .statusRead
    let actions = session.handle(end, at: denied).actions
    #expect(session.handle(.adPurposesRejected, at: denied).actions.isEmpty, "late, or said twice")
    return actions
  }

  @Test(
    "R104, R112: a layer that may not ask opens when the rejection is stored, and not where that is given up")
  func layerWaits() {
    for isStored in [true, false] {
      var session = FlowSession(.make(consent: .init()))
      let records = session.launch(.denied)
      #expect(records.actions.contains(.rejectAdPurposes) && session.screen == .none && !session.isScreenFree)
      let actions = end(isStored, of: records, in: &session)
      #expect(actions.contains(.showConsent(asksToTrack: false)) == isStored)
      #expect(actions.contains(.giveUpConsent) == !isStored)
    }
  }

  @Test(
    "R41, R104: no SDK starts before what a permission that is gone took away is stored as rejected, or given up"
  )
  func startWaits() {
    let waits = FlowSetup.AttributionSetup(waitSeconds: 60)
    for isStored in [true, false] {
      let kept = life(.make(consent: .init(), attribution: waits)).session
      var session = FlowSession(kept.setup, state: kept.state)
      let records = session.launch(.denied)
      #expect(!records.actions.contains(.startAttribution(waitSeconds: 0)))
      #expect(end(isStored, of: records, in: &session).contains(.startAttribution(waitSeconds: 0)))
    }
  }

  @Test("R42, R104: a process that ends before it is stored leaves the next one to reject")
  func endsBefore() throws {
    var session = life().session
    var records = session.handle(.activated, at: denied)
    #expect(
      records.actions.contains(.rejectAdPurposes)
        && session.state.consent == .answered(accepts: true, refusedFirst: false))
    session = FlowSession(session.setup, state: try throughJSON(session.state))
    records = session.handle(.processStarted, at: denied)
    #expect(records.actions.contains(.rejectAdPurposes))
    _ = session.handle(.adPurposesRejected, at: denied)
    #expect(session.state.consent == .rejected)
    records = session.handle(.activated, at: allowed)
    #expect(records.actions.contains(.showConsent(asksToTrack: true, isAgain: true)))
  }

  @Test(
    "R42, R104, R112: with the permission back before it is stored, nothing tracks, and the layer comes when it is"
  )
  func backBefore() {
    var session = life().session
    _ = session.handle(.activated, at: denied)
    var records = session.handle(.activated, at: allowed)
    #expect(session.screen == .none && !session.isTrackingAllowed)
    records = session.handle(.adPurposesRejected, at: allowed)
    #expect(records.actions.contains(.showConsent(asksToTrack: true, isAgain: true)))
  }

  @Test("R104: an answer that denies has the ad purposes rejected once")
  func once() {
    let life = Rehearsal.launched(.make(consent: .init()), answering: .deny)
    #expect(life.actions.count { $0 == .rejectAdPurposes } == 1 && life.session.screen == .consent)
    // Nor again where the answer comes while the app is still in front.
    var session = FlowSession(.make(consent: .init()))
    var records = session.launch(.notDetermined)
    #expect(records.actions.contains(.request))
    records += session.handle(.requestCompleted(.denied), at: denied)
    #expect(records.actions.count { $0 == .rejectAdPurposes } == 1)
  }

  @Test(
    "R109, R111: a layer that comes first asks nobody whose device forbids it, and the alert is still open then"
  )
  func firstUnderTheSwitch() {
    var session = FlowSession(.make(consent: .init(order: .beforeATT)))
    var records = session.launch(.denied)
    records += session.handle(.adPurposesRejected, at: denied)
    #expect(records.actions.contains(.showConsent(asksToTrack: false)))
    _ = session.handle(.consentEnded(isAccepted: false), at: denied)
    #expect(session.launch(.notDetermined).actions.contains(.request))
  }

  @Test("R94, R99: a process that nobody sees allows no tracking, and forbids it at once")
  func unseen() {
    var life = life()
    let before = life.actions.count
    life.launchInBackground()
    #expect(!life.actions[before...].contains(.setTracking(.allowed)) && !life.session.isTrackingAllowed)
    life.send(.foregrounded)
    #expect(life.session.isTrackingAllowed)
    life.turnSwitch(isOn: false)
    life.launchInBackground()
    #expect(life.actions.contains(.setTracking(.forbidden)))
  }

  @Test(
    "R64, R60: a hook that was passed unseen, or in an earlier session of the process, is reached with the activation"
  )
  func hooks() {
    for hook in AskHook.allCases {
      var life = Rehearsal(.make(.session(2), hook: hook, retry: .nextSession))
      life.launchInBackground()
      life.send(.viewAppeared)
      life.activate()
      life.wait(0)
      #expect(!life.isAlertUp)
      life.leave(for: 31 * 60)
      life.wait(0)
      #expect(life.isAlertUp, "\(hook)")
    }
  }
}
