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
    if !asks { emit(.rejectAdPurposes, "R104", &turn) }
    let status = flow.believedStatus(turn.moment.status)
    let isAgain = consent?.purposes == .rejectedForLack  // R42
    emit(.showConsent(asksToTrack: asks, isAgain: isAgain), consentRule(status, asks), &turn)
    waitForConsent(&turn)
  }

  /// The platform gets its time, anew whenever the person comes back to the layer.
  mutating func waitForConsent(_ turn: inout Turn) {
    guard let seconds = setup.consent?.givesUpAfterSeconds else { return }
    start(.consent, seconds: seconds, "R112", &turn)
  }

  /// The platform never came back: whatever waited for it goes on, and nothing tracks (R102).
  mutating func giveUpConsent(_ turn: inout Turn) {
    guard isActive, driver.screen == .consent || driver.isConsentReopened else { return }
    emit(.giveUpConsent, "R102", &turn)
    driver.isConsentReopened = false
    carryOut(driver.consentGivenUp(view(turn)), &turn)
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

  mutating func endConsent(_ isAccepted: Bool, _ turn: inout Turn) {
    notice(&turn)
    guard driver.screen == .consent || consent?.isGivenUp == true else { return }
    let tasks = driver.consentEnded(wouldAccept: isAccepted, view(turn))
    carryOut(tasks, &turn)
  }

  mutating func changeConsent(_ isAccepted: Bool, _ turn: inout Turn) {
    notice(&turn)
    if consent?.isGivenUp == true {
      endConsent(isAccepted, &turn)  // the first answer, after all
    } else if let consent, consent.personHasAnswered, consent.isAccepted != isAccepted {
      driver.consent.handle(.reversed)  // R115
    }
    guard driver.isConsentReopened else { return }
    driver.isConsentReopened = false
    carryOut(driver.consentPassed(view(turn)), &turn)
  }

  /// Trackers run with the permission and, where there is a layer, its yes; otherwise not (R99, R100, R102).
  mutating func updateTracking(_ turn: inout Turn) {
    let permitted = flow.believedStatus(turn.moment.status).map(\.permitsTracking) ?? true
    let now: Tracking = permitted && consent?.isAccepted ?? true ? .allowed : .forbidden
    guard now != tracking else { return }
    tracking = now
    emit(.setTracking(now), permitted ? (consent == nil ? "R66" : "R103") : "R99", &turn)
  }
}
