import ExperimentDesign
import PromptFlow
import RandomStreams

extension ArmPlayer {
  /// Plays the whole life and counts what came of it.
  ///
  /// - Returns: whether the install stands authorized at the horizon.
  mutating func play(
    _ life: inout Life, _ arm: TrialArm, _ people: TrialSegment, _ writer: TallyWriter
  ) -> Bool {
    playByMachines(&life, arm, people)
    writer.add(outcome)
    score(&life, arm, people, writer)
    return outcome.final == .authorized
  }

  /// Plays the whole life; what came of it stands in ``outcome``.
  @inline(__always)
  mutating func playByMachines(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    begin(life, arm)
    outcome.sessionsUndisturbed = Int32(truncatingIfNeeded: life.sessionCount)
    playSessions(&life, arm, people)
  }

  /// Plays a life on from where it was kept, with the other answer.
  mutating func playOtherAnswer(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    willAllow.toggle()
    answer(&life, arm, people)
    playOn(&life, arm, people)
    if goesOn(&life) { playSessions(&life, arm, people) } else { finish() }
  }

  /// Plays from the start of a session to the end of the life.
  private mutating func playSessions(_ life: inout Life, _ arm: TrialArm, _ people: TrialSegment) {
    let count = life.sessionCount
    while session < count {
      if passes { passSessions(&life, arm, people) }
      guard session < count else { break }
      playSession(&life, arm, people)
      guard goesOn(&life) else { break }
    }
    finish()
  }

  /// Counts a session that is over; whether another can follow it.
  @inline(__always)
  private mutating func goesOn(_ life: inout Life) -> Bool {
    countSessions()
    let over = session
    session += 1
    // After the last, what drives away drives nobody.
    return session < life.sessionCount && !life.isDrivenAway(after: over, stayProbability: stayProbability)
  }

  @inline(__always)
  mutating func finish() {
    outcome.triggerReached = flow.hasTriggered
    outcome.final = FinalState(system)
    outcome.unreported = hasGate && !gate.isSent
    outcome.personalizable = identifierIsReadable && (!hasConsent || consent.isAccepted)
  }

  /// Counts sessions with their state at the end.
  @inline(__always)
  mutating func countSessions(_ number: Int = 1) {
    let number = Int32(truncatingIfNeeded: number)
    outcome.sessions += number
    if status == .authorized { outcome.authorizedSessions += number }
    if identifierIsReadable { outcome.identifiedSessions += number }
  }
}
