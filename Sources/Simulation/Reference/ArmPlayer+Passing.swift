import PromptFlow

/// Sessions that are passed, not played: nothing that counts can fall due in them any more.
extension ArmPlayer {
  /// Whether no later session can make the app ask, show its consent layer, send its install event or meet its trigger,
  /// as long as nothing changes in Settings.
  @inline(__always)
  private var isThrough: Bool {
    guard flow.hasFinishedAsking, flow.hasTriggered, !flow.believesDenied, !flow.owesSettingsLink,
      !hasGate || gate.isSent
    else { return false }
    return !hasConsent || driver.consentStaysAway(view)
  }

  /// Counts sessions, from the next on, up to one that has to be played or to the end of the life.
  mutating func passSessions(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    guard session > 0, isThrough else { return }
    let visits = system.recordedAnswer != .unknown && life.visitsSettings(people)
    let next = visits ? life.settings.next(from: session) ?? life.sessionCount : life.sessionCount
    countSessions(next - session)
    if arm.reopen > 0 {
      for passed in session..<next { reopenConsent(in: passed, &life, arm) }
    }
    session = next
  }
}

extension FlowDriver {
  /// Whether the layer would neither come nor change at the activation of a new process, with what can be seen now.
  @inline(__always)
  fileprivate func consentStaysAway(_ view: View) -> Bool {
    var later = consent
    later.handle(.processStarted)
    later.handle(.activated(consentView(view)))
    return later == consent && !consent.isDue
  }
}
