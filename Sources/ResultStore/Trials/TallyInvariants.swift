import ExperimentDesign

extension Tally {
  /// Why nothing that was simulated can have counted this; `nil` where it can.
  ///
  /// What the schema demands of a row, which a damaged file does not keep, and what it cannot state.
  ///
  /// - Parameters:
  ///   - installs: of a trial.
  ///   - days: entries of a list by day.
  func fault(installs most: Int, days: Int) -> String? {
    for (counter, limit) in Self.limits {
      guard self[counter] >= 0, self[counter] <= self[limit] else {
        return "\(counter.name) is not between 0 and \(limit.name)"
      }
    }
    guard (0...Int64(most)).contains(self[.installs]) else { return "more installs than the run has" }
    for (counter, ofALife) in Self.mostOfALife {
      // At most 4.3e9 installs of at most 2.1e9 fit into 64 bits.
      guard (0...self[.installs] * Int64(ofALife)).contains(self[counter]) else {
        return "\(counter.name) is out of range"
      }
    }
    let installs = 0...self[.installs]
    guard installs.contains(gainedOverBaseline), installs.contains(lostToBaseline) else {
      return "gained_over_baseline or lost_to_baseline is not between 0 and installs"
    }
    guard amounts.allSatisfy(\.isFinite) else { return "a sum is not finite" }
    let finals: [Counter] = [
      .finalAuthorized, .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted, .finalUndetermined,
      .finalNoATT,
    ]
    guard finals.reduce(0, { $0 + self[$1] }) == self[.installs] else {
      return "the final states do not sum to the installs"
    }
    guard allowedByDay.count == days, deniedByDay.count == days, allowedScoreByDay.count == days else {
      return "a list by day has another length than the horizon"
    }
    let scores = 0...self[.installs] * 1_000_000_000
    guard allowedByDay.allSatisfy(installs.contains), deniedByDay.allSatisfy(installs.contains),
      allowedScoreByDay.allSatisfy(scores.contains)
    else { return "a list by day is out of range" }
    guard allowedByDay.reduce(0, +) == self[.answeredAllow], deniedByDay.reduce(0, +) == self[.answeredDeny]
    else { return "the answers by day do not sum to the answers" }
    return nil
  }

  /// Counters that are at most another.
  private static let limits: [(Counter, Counter)] =
    ([
      .triggerReached, .prompted, .answeredAllow, .answeredDeny, .finalAuthorized, .finalDeniedByAnswer,
      .finalDeniedByDevice, .finalRestricted, .finalUndetermined, .finalNoATT, .attributed, .unreported,
      .trackedBeforePermission, .personalizable,
    ] as [Counter]).map { ($0, Counter.installs) }
    + [
      (.promptedFirstSession, .prompted), (.lostNotActive, .requests), (.lostBehindAlert, .requests),
      (.queuedRequests, .requests), (.prePromptContinues, .prePromptShows), (.sessions, .sessionsUndisturbed),
      (.authorizedSessions, .sessions),
    ]

  /// What one life has at most of what no other counter bounds: an activation may make 16 requests.
  private static let mostOfALife: [(Counter, Int)] =
    ([.alertsShown, .requests, .unansweredAlerts, .prePromptShows] as [Counter])
    .map { ($0, 16 * TallyLimits.sessionsOfALife) }
    + [
      (.sessionsUndisturbed, TallyLimits.sessionsOfALife), (.eventsDropped, TallyLimits.droppedEventsOfALife),
    ]
}
