extension FlowSession {
  /// Takes note of the status, and notifies everything that depends on it of a change (R42).
  mutating func notice(_ turn: inout Turn) {
    rememberAnswer(turn)
    guard turn.moment.status != status else { return }
    status = turn.moment.status  // R35: what is shown is what the system says
    emit(.tellStatus(status), "R42", &turn)
    updateTracking(&turn)  // before an SDK starts or sends
    tellDependants(&turn)
    withdrawPrePrompt(&turn)
  }

  /// A status that is determined settles what the consent layer waits for, and releases the gate.
  mutating func tellDependants(_ turn: inout Turn) {
    guard let status = turn.moment.status, status.isDetermined else { return }
    carryOut(driver.determined(view(turn)), &turn)
  }

  mutating func showConsent(asksToTrack asks: Bool, _ turn: inout Turn) {
    let status = flow.believedStatus(turn.moment.status)
    let isAgain = consent?.purposes == .rejectedForLack  // R42
    emit(.showConsent(asksToTrack: asks, isAgain: isAgain), consentRule(status, asks), &turn)
    waitForConsent(&turn)
  }

  /// A yes goes with the permission: the app rejects it in the person's place (R42, R104).
  ///
  /// Where the permission is there, a no that the platform has stored is the person's, however it came there (R103, R115).
  mutating func takeBackWhatIsForbidden(_ turn: inout Turn) {
    guard consent?.isAccepted == true else { return }
    if turn.moment.status.forbidsTracking {
      reject(&turn)
    } else if turn.moment.acceptsAdPurposes == false {
      driver.answer(change(false, turn))
    }
  }

  /// Nothing opens, and no SDK starts, before the rejection is stored.
  mutating func reject(_ turn: inout Turn) {
    guard let consent else { return }
    driver.rejection = .pending(before: consent.state)
    driver.consent.handle(.rejectedByApp)
    emit(.rejectAdPurposes, "R104", &turn)
    waitForConsent(&turn)
  }

  /// The platform has stored it; the permission may be there again by now.
  mutating func endRejection(_ turn: inout Turn) {
    notice(&turn)
    guard driver.isRejecting else { return }
    driver.rejection = .stored
    tellDependants(&turn)
    screenBecameFree(&turn)
  }

  /// Whether the platform has been called and has not come back.
  var awaitsPlatform: Bool { driver.screen == .consent || driver.isConsentReopened || driver.isRejecting }

  /// The platform gets its time, anew whenever the person comes back to the layer.
  mutating func waitForConsent(_ turn: inout Turn) {
    guard let seconds = setup.consent?.givesUpAfterSeconds else { return }
    start(.consent, seconds: seconds, "R112", &turn)
  }

  /// The platform never came back: whatever waited for it goes on, and nothing tracks (R102).
  mutating func giveUpConsent(_ turn: inout Turn) {
    guard isActive, awaitsPlatform else { return }
    emit(.giveUpConsent, "R102", &turn)
    driver.isConsentReopened = false
    if driver.isRejecting { driver.rejection = .stored }
    carryOut(driver.consentPassed(after: .givenUp, view(turn)), &turn)
    tellDependants(&turn)
  }

  private func consentRule(_ status: AuthorizationStatus?, _ asks: Bool) -> String {
    if status == nil { return "R106" }
    if setup.consent?.order == .beforeATT { return "R109" }
    if status == .notDetermined { return "R107" }
    return asks ? "R103" : "R104"
  }

  mutating func screenBecameFree(_ turn: inout Turn) {
    guard isActive else { return }
    notice(&turn)
    carryOut(driver.screenFree(view(turn)), &turn)
  }

  mutating func changeConsent(_ isAccepted: Bool, _ turn: inout Turn) {
    notice(&turn)
    driver.isConsentReopened = false
    leaveConsent(isAccepted, after: change(isAccepted, turn), &turn)
  }

  private func change(_ accepts: Bool, _ turn: Turn) -> ConsentLayer.Event {
    guard turn.moment.status != .notDetermined else { return .changedBeforeAlert(accepts: accepts) }
    return .changed(accepts: accepts, mayAsk: view(turn).identifierIsReadable && !flow.believesDenied)
  }

  /// The person has left the layer; a yes that the permission forbids is rejected before anything goes on (R115).
  mutating func leaveConsent(_ isAccepted: Bool, after event: ConsentLayer.Event, _ turn: inout Turn) {
    notice(&turn)
    let isForbidden = isAccepted && turn.moment.status.forbidsTracking
    if isForbidden { reject(&turn) }
    let tasks = driver.consentPassed(after: event, view(turn))
    if isForbidden { driver.consent.handle(.rejectedByApp) }
    carryOut(tasks, &turn)
    tellDependants(&turn)  // R42: a permission that came under the layer
  }

  /// Trackers run with the permission and, where there is a layer, its yes; otherwise not (R99, R100, R102).
  mutating func updateTracking(_ turn: inout Turn) {
    let permitted = flow.believedStatus(turn.moment.status).map(\.permitsTracking) ?? true
    let now: Tracking = permitted && consent?.isAccepted ?? true ? .allowed : .forbidden
    guard now != tracking, !isUnseen || now == .forbidden else { return }  // nobody is there to track
    tracking = now
    emit(.setTracking(now), permitted ? (consent == nil ? "R66" : "R103") : "R99", &turn)
  }
}
