import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays the whole life and counts what came of it.
  mutating func play(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, _ writer: TallyWriter
  ) {
    playByMachines(&life, arm, people)
    writer.add(outcome)
    endsAuthorized = outcome.final == .authorized
    authorizedScore = 0
    score(&life, arm, people, writer)
  }

  /// Plays the whole life; what came of it stands in ``outcome``.
  ///
  /// - Parameter forced: what is answered, whatever the person would.
  mutating func playByMachines(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, answering forced: AlertAnswer? = nil
  ) {
    forcedAnswer = forced
    begin(life, arm)
    let count = life.sessionCount
    outcome.sessionsUndisturbed = Int32(truncatingIfNeeded: count)
    while session < count {
      if passes { passSessions(&life, arm, people) }
      guard session < count else { break }
      playSession(&life, arm, people)
      countSessions()
      if life.isDrivenAway(after: session, stayProbability: stayProbability) { break }
      session += 1
    }
    finish()
  }

  mutating func finish() {
    outcome.triggerReached = flow.hasTriggered
    outcome.final = FinalState(system)
    outcome.unreported = hasGate && !gate.isSent
    outcome.personalizable = system.identifierIsReadable && (!hasConsent || consent.isAccepted)
  }

  /// Counts sessions with their state at the end.
  @inline(__always)
  mutating func countSessions(_ number: Int = 1) {
    let number = Int32(truncatingIfNeeded: number)
    outcome.sessions += number
    if system.status == .authorized { outcome.authorizedSessions += number }
    if system.identifierIsReadable { outcome.identifiedSessions += number }
  }
}
