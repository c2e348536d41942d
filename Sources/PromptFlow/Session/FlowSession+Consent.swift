extension FlowSession {
  /// Takes note of the status, and tells whoever depends on it of a change (R42).
  mutating func notice(_ turn: inout Turn) {
    rememberAnswer(turn)
    guard case .tellDependants(let status) = cache.handle(.activated(turn.moment.status)) else { return }
    emit(.tellStatus(status), "R42", &turn)
    updateTracking(&turn)  // before an SDK starts or sends
    tellDependants(&turn)
    withdrawPrePrompt(&turn)
  }

  /// A status that is determined releases the gate and settles what the consent layer waits for.
  mutating func tellDependants(_ turn: inout Turn) {
    guard let status = turn.moment.status, status.isDetermined else { return }
    takeGate(gate?.handle(.determined) ?? .none, &turn)
    tellConsent({ .determined($0) }, in: &turn)
    showConsentIfDue(&turn)
  }

  private func view(_ turn: Turn) -> ConsentLayer.View {
    ConsentLayer.View(
      status: flow.believedStatus(turn.moment.status), appAsks: flow.asksOnThisSystem || holdsBack)
  }

  mutating func tellConsent(
    _ event: (ConsentLayer.View) -> ConsentLayer.Event, in turn: inout Turn
  ) {
    let told = event(view(turn))
    let heldBack = consent?.holdsBackAsks ?? false
    consent?.handle(told)
    // The layer was taken back: what waited for its end waits no more.
    if heldBack, consent?.holdsBackAsks == false, consent?.isResolved == false {
      take(flow.handle(.consentEnded(situation(turn))), &turn)
    }
  }

  mutating func showConsentIfDue(_ turn: inout Turn) {
    withdrawConsentIfReopened(&turn)
    guard consent?.isDue == true, canShowScreen else { return }
    let status = flow.believedStatus(turn.moment.status)
    // R66, R106: where the system has no such permission, nothing of it is lacking.
    consent?.handle(.shown(identifierIsReadable: status == nil || status == .authorized))
    screenUp = .consent
    let asks = consent?.asksToTrack ?? false
    if !asks { emit(.rejectAdPurposes, "R104", &turn) }
    emit(.showConsent(asksToTrack: asks), consentRule(status, asks), &turn)
  }

  /// A layer that waits to be shown waits again for the permission whose question is open once more.
  ///
  /// The device's switch has been turned on meanwhile (R7), or a callback that was believed is taken
  /// back (R55). Shown now, the layer would come before the alert (R101).
  private mutating func withdrawConsentIfReopened(_ turn: inout Turn) {
    guard let setup = setup.consent, setup.order == .afterATT, var kept = consent?.snapshot, kept.isDue,
      !kept.openedEarly, flow.asksOnThisSystem, flow.believedStatus(turn.moment.status) == .notDetermined
    else { return }
    kept.isDue = false
    consent = ConsentLayer(
      order: setup.order, onUndetermined: setup.onUndetermined, preGrant: false, resuming: kept)
    take(flow.handle(.consentEnded(situation(turn))), &turn)
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
    showConsentIfDue(&turn)
    take(flow.handle(.screenFree(situation(turn))), &turn)
  }

  mutating func endConsent(_ isAccepted: Bool, _ turn: inout Turn) {
    notice(&turn)
    guard screenUp == .consent else { return }
    screenUp = .none
    consent?.handle(.ended(wouldAccept: isAccepted))
    updateTracking(&turn)  // before an SDK starts or sends
    if consent?.refusedFirst == true { _ = flow.handle(.consentRefused) }  // R109
    take(flow.handle(.consentEnded(situation(turn))), &turn)
  }

  mutating func changeConsent(_ isAccepted: Bool, _ turn: inout Turn) {
    notice(&turn)
    guard let consent, consent.personHasAnswered, consent.isAccepted != isAccepted else { return }
    self.consent?.handle(.reversed)  // R115
  }

  /// Trackers run with the permission and, where there is a layer, its yes; otherwise not (R99, R102).
  mutating func updateTracking(_ turn: inout Turn) {
    let permitted = flow.believedStatus(turn.moment.status).map(\.permitsTracking) ?? true
    let now: Tracking = permitted && consent?.isAccepted ?? true ? .allowed : .forbidden
    guard now != tracking else { return }
    tracking = now
    emit(.setTracking(now), permitted ? (consent == nil ? "R66" : "R103") : "R99", &turn)
  }
}
