import PromptFlow

/// Sessions that are passed, not played: nothing that counts can fall due in them any more.
extension ArmPlayer {
  /// Whether no later session can make the app ask, show its consent layer, send its install event or meet its trigger,
  /// as long as nothing changes in Settings.
  private var isThrough: Bool {
    guard flow.hasFinishedAsking, flow.hasTriggered, !flow.believesDenied, !flow.owesSettingsLink,
      !hasGate || gate.isSent
    else { return false }
    return !hasConsent || driver.consentStaysAway(view)
  }

  /// Counts sessions, from the next on, up to one that has to be played or to the end of the life.
  mutating func passSessions(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    guard session > 0, isThrough else { return }
    let visitsSettings = system.recordedAnswer != .unknown && life.visitsSettings(people)
    while session < life.sessionCount {
      if visitsSettings, life.settings.uniform(inSession: session) < 1 { return }
      if hasConsent { reopenConsent(&life, arm) }
      countSession()
      session += 1
    }
  }
}
