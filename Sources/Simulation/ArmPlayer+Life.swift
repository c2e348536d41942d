import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays the whole life and counts what came of it.
  mutating func play(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers, _ ledger: Ledger
  ) {
    if takesShortcuts, playsPlainly(&life, arm, people, ledger) { return }
    playByMachines(&life, arm, people)
    ledger.add(outcome)
    endsAuthorized = outcome.final == .authorized
    authorizedScore = 0
    score(&life, arm, people, ledger)
  }

  /// Plays the whole life; what came of it stands in ``outcome``.
  ///
  /// - Parameter forced: what is answered, whatever the person would.
  mutating func playByMachines(
    _ life: inout Life, _ arm: ArmNumbers, _ people: SegmentNumbers, answering forced: Answer? = nil
  ) {
    forcedAnswer = forced
    begin(life, arm)
    let count = life.sessions.count
    outcome.sessionsUndisturbed = Int32(truncatingIfNeeded: count)
    while session < count {
      if takesShortcuts {
        if passesRestOfLife(&life, arm, people) { break }
        if !playsWithoutClock(&life, arm, people) { playSession(&life, arm, people) }
      } else {
        playSession(&life, arm, people)
      }
      countSessions(1, people)
      if leaves(after: life.leavingUniform(of: session), life.leavingProbability) { break }
      session += 1
    }
    finish()
  }

  /// Whether the person leaves for good after the session just played.
  ///
  /// Annoyance adds to the undisturbed probability and is decided by the same
  /// uniform, so that an arm's life is a prefix of the undisturbed one.
  @inline(__always)
  func leaves(after uniform: Double, _ undisturbed: Double) -> Bool {
    patience < 1 && uniform < 1 - (1 - undisturbed) * patience
  }

  mutating func finish() {
    outcome.triggerReached = flow.hasTriggered
    outcome.final = FinalState(system)
    outcome.unreported = hasGate && !gate.isSent
    outcome.personalizable = system.identifierIsReadable && (!hasConsent || consent.isAccepted)
  }

  /// Counts sessions that ended with everything as it stands.
  @inline(__always)
  mutating func countSessions(_ number: Int, _ people: SegmentNumbers) {
    let sessions = Int32(truncatingIfNeeded: number)
    outcome.sessions += sessions
    if system.status == .authorized { outcome.authorizedSessions += sessions }
    if system.identifierIsReadable { outcome.identifiedSessions += sessions }
  }
}
