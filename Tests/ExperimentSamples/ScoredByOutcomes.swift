public import ExperimentDesign

extension Tally {
  /// The same counts, each outcome its own score: as where no probability is known.
  ///
  /// For tests that make tallies by hand. Trials stored before there were scores are read likewise.
  public func scoredByOutcomes() -> Tally {
    var tally = self
    tally[.authorizedScoreNano] = 1_000_000_000 * self[.finalAuthorized]
    tally[.allowedScoreNano] = 1_000_000_000 * self[.answeredAllow]
    tally[.sessionsScore] = Double(self[.sessions])
    tally[.authorizedSessionsScore] = Double(self[.authorizedSessions])
    tally[.attributedScoreNano] = 1_000_000_000 * self[.attributed]
    tally[.personalizableScoreNano] = 1_000_000_000 * self[.personalizable]
    tally[.valueScore] = self[.value]
    tally.allowedScoreByDay = allowedByDay.map { 1_000_000_000 * $0 }
    return tally
  }
}
