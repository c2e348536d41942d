import ExperimentDesign
import RandomStreams

/// When it opens the app, and until when.
extension Life {
  /// Draws how many sessions there are until the person leaves or the horizon is passed.
  ///
  /// Without a horizon it is geometric: by inversion, the person leaves after the first n with
  /// (1 − p)ⁿ ≤ u. Without leaving it is one more than the visits by the horizon. It is the lesser.
  @inline(__always)
  mutating func drawSessions(_ people: TrialSegment, horizon: Double) {
    let sessions = Self.sessions(stream, leavingProbability, people)
    isOverlong = sessions.count > TallyLimits.sessionsOfALife
    sessionCount = min(sessions.count, TallyLimits.sessionsOfALife)
    leavesAtLast = sessions.leavesAtLast
    visitDays.begin(number: sessions.visits, horizon: horizon)
  }

  /// - Returns: how many there are, whether the person leaves after the last, and how many would start
  ///   by the horizon after the first if the person never left, where that was asked.
  @inline(__always)
  static func sessions(
    _ stream: AddressedStream, _ leavingProbability: Double, _ people: TrialSegment
  ) -> (count: Int, leavesAtLast: Bool, visits: Int) {
    let u = stream.uniform(purpose: Purpose.sessionCount)
    let endured: Double
    switch people.leaving {
    case .constant: endured = people.sessionsUntilChurn.sessions(at: u)
    case .strips, .beta:
      guard 1 - leavingProbability > u else { return (1, true, 0) }
      endured = SessionsUntilChurn.many(u, 1 - leavingProbability)
    }
    guard endured >= 2 else { return (1, true, 0) }
    let visits = people.visits.draw(from: stream, at: Address(purpose: Purpose.visitCount))
    return endured < Double(visits + 2) ? (Int(endured), true, visits) : (visits + 1, false, visits)
  }

  /// The uniform that decides whether a session is the last: below the leaving probability, it is.
  ///
  /// That the undisturbed life goes on, or ends here, is known; within that it is drawn anew.
  @inline(__always)
  func leavingUniform(of session: Int) -> Double {
    let u = stream.uniform(purpose: Purpose.leaving, index: UInt32(truncatingIfNeeded: session))
    return leavesAtLast && session + 1 == sessionCount
      ? leavingProbability * u : Leaving.uniform(ofStaying: u, leavingProbability)
  }

  /// Whether the person leaves for good after a session, given how much annoyance was borne in it.
  ///
  /// Annoyance adds to the undisturbed probability and is decided by the same uniform, so that an
  /// arm's life is a prefix of the undisturbed one.
  ///
  /// - Parameter stayProbability: the probability that no annoyance of the session makes the person leave.
  @inline(__always)
  func isDrivenAway(after session: Int, stayProbability: Double) -> Bool {
    stayProbability < 1
      && leavingUniform(of: session)
        < Leaving.probability(leavingProbability, stayProbability: stayProbability)
  }

  /// Days from install to a session's start.
  @inline(__always)
  mutating func day(of session: Int) -> Double { visitDays.day(of: session, stream) }
}
