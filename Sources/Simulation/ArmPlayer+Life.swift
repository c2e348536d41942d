import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays the whole life and counts what came of it.
  static func play(
    _ life: inout Life, arm: ArmNumbers, people: SegmentNumbers, takesShortcuts: Bool
  ) -> Outcome {
    var player = ArmPlayer(
      arm, device: life.device, version: life.version, takesShortcuts: takesShortcuts)
    let sessions = life.sessions.count
    player.outcome.sessionsUndisturbed = Int32(truncatingIfNeeded: sessions)
    for session in 0..<sessions {
      player.session = session
      if !takesShortcuts || !player.playsWithoutClock(&life, arm, people) {
        player.playSession(&life, arm, people)
      }
      player.countSession(people)
      if player.leaves(after: life.sessions[session].leaving, life.leavingProbability) { break }
    }
    player.finish()
    return player.outcome
  }

  /// Whether the person leaves for good after the session just played.
  ///
  /// Annoyance adds to the undisturbed probability and is decided by the same
  /// uniform, so that an arm's life is a prefix of the undisturbed one.
  @inline(__always)
  private func leaves(after uniform: Double, _ undisturbed: Double) -> Bool {
    patience < 1 && uniform < 1 - (1 - undisturbed) * patience
  }

  private mutating func finish() {
    outcome.triggerReached = flow.hasTriggered
    outcome.final = FinalState(system)
    outcome.unreported = hasGate && !gate.isSent
    outcome.personalizable = system.identifierIsReadable && (!hasConsent || consent.isAccepted)
  }

  /// Counts the session that has just ended.
  @inline(__always)
  mutating func countSession(_ people: SegmentNumbers) {
    outcome.sessions += 1
    if system.status == .authorized { outcome.authorizedSessions += 1 }
    outcome.value += system.identifierIsReadable ? people.valueIdentified : people.valueOtherwise
  }
}
