import ExperimentDesign
import Foundation
import GRDB

/// Which column of `tally` holds what, in one order for writing and reading.
enum TallyColumns {
  /// One per counter and per amount, in their order, then what is neither.
  static let all: [String] =
    Counter.allCases.map(\.name) + Amount.allCases.map(\.name)
    + [
      "gained_over_baseline", "lost_to_baseline", "allowed_by_day", "denied_by_day",
      "allowed_score_by_day",
    ]

  /// What the table's columns of numbers are made by.
  static let definitions =
    (Counter.allCases.map { definition($0.name, partOf: whole(of: $0)) }
    + Amount.allCases.map { "\($0.name) REAL NOT NULL" }
    + ["gained_over_baseline", "lost_to_baseline"].map { definition($0, partOf: .installs) })
    .joined(separator: ",\n  ")

  private static func definition(_ name: String, partOf whole: Counter?) -> String {
    "\(name) INTEGER NOT NULL CHECK (\(name) \(whole.map { "BETWEEN 0 AND \($0.name)" } ?? ">= 0"))"
  }

  /// What a counter never exceeds: what the row of a metric counts it among; `nil` where that is not known.
  private static func whole(of counter: Counter) -> Counter? {
    for case .share(let sum, let population) in Metric.allCases.map(\.definition.measure) {
      guard sum == .count(counter) else { continue }
      switch population {
      case .installs: return .installs
      case .prompted: return .prompted
      case .requests: return .requests
      case .prePromptShowings: return .prePromptShows
      case .answered: continue
      }
    }
    // Parts that are no metric of their own.
    switch counter {
    case .finalDeniedByAnswer, .finalDeniedByDevice, .finalRestricted, .finalNoATT, .answeredDeny:
      return .installs
    case .lostNotActive, .lostBehindAlert, .queuedRequests: return .requests
    case .sessions: return .sessionsUndisturbed
    case .authorizedSessions: return .sessions
    case _: return nil
    }
  }

  /// What the columns ``all`` hold of a tally.
  static func values(_ tally: Tally) -> [any StatementBinding] {
    let discordant = [tally.gainedOverBaseline, tally.lostToBaseline]
    let days = [tally.allowedByDay, tally.deniedByDay, tally.allowedScoreByDay]
    return tally.counts as [any StatementBinding] + tally.amounts + discordant
      + days.map(StoredText.list)
  }

  /// The checksum of what is stored of a trial, with the noise as it is stored.
  static func checksum(
    trial: Int, draws: [Double], tallies: [[[Tally]]], medians: [Double?], _ noise: Data
  ) -> Int64 {
    var checksum = Checksum()
    checksum.combine(trial)
    for draw in draws { checksum.combine(draw) }
    for tally in tallies.joined().joined() {
      checksum.combine(tally.counts)
      for amount in tally.amounts { checksum.combine(amount) }
      checksum.combine(tally.gainedOverBaseline)
      checksum.combine(tally.lostToBaseline)
      checksum.combine(tally.allowedByDay)
      checksum.combine(tally.deniedByDay)
      checksum.combine(tally.allowedScoreByDay)
    }
    for median in medians { checksum.combine(median ?? -1) }
    checksum.combine(noise)
    return checksum.value
  }

  /// The tally in a row that begins with the columns ``all``; `nil` when a list of days is unreadable.
  static func tally(in row: Row) throws -> Tally? {
    let rest = Counter.count + Amount.count
    let days = try (rest + 2..<rest + 5).map { StoredText.counts(try row.decode(atIndex: $0)) }
    guard let allowed = days[0], let denied = days[1], let scores = days[2] else { return nil }
    return Tally(
      counts: try (0..<Counter.count).map { try row.decode(atIndex: $0) },
      amounts: try (Counter.count..<rest).map { try row.decode(atIndex: $0) },
      allowedByDay: allowed, deniedByDay: denied, allowedScoreByDay: scores,
      gainedOverBaseline: try row.decode(atIndex: rest), lostToBaseline: try row.decode(atIndex: rest + 1))
  }
}
