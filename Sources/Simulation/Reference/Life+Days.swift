import RandomStreams

/// When it opens the app, and until when.
extension Life {
  /// Draws how many sessions there are.
  @inline(__always)
  mutating func drawSessions(_ people: TrialSegment, horizon: Double) {
    let length = LifeLength(stream, leaving: leavingProbability, people)
    (sessionCount, leavesAtLast, visits) = (length.sessions, length.leavesAtLast, length.visits)
    self.horizon = horizon
  }

  /// The uniform that decides whether a session is the last: below the leaving probability, it is.
  ///
  /// That the undisturbed life goes on, or ends here, is known; within that it is drawn anew.
  @inline(__always)
  func leavingUniform(of session: Int) -> Double {
    let u = stream.uniform(purpose: DrawPurpose.leaving, index: UInt32(truncatingIfNeeded: session))
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
  func day(of session: Int) -> Double {
    session == 0 ? 0 : VisitDays.day(of: session, number: visits, horizon: horizon, stream)
  }
}
