import ExperimentDesign
import GRDB

/// The shape that every trial of a run has, read once per batch.
struct RunShape {
  var key: Int64
  var id: String
  var trials: Int
  /// Segments of each scenario.
  var segments: [Int]
  var arms: Int
  /// Ordinals of the parameters that are drawn, in the order of the draws.
  var drawn: [Int]

  init(key: Int64, in db: Database) throws {
    self.key = key
    let row = try Row.fetchOne(db, sql: "SELECT id, trials FROM run WHERE key = ?", arguments: [key])
    id = try row?.decode(forColumn: "id") ?? ""
    trials = try row?.decode(forColumn: "trials") ?? 0
    segments = try Int.fetchAll(
      db, sql: "SELECT count(*) FROM segment WHERE run = ? GROUP BY scenario ORDER BY scenario",
      arguments: [key])
    arms = try Int.fetchOne(db, sql: "SELECT count(*) FROM arm WHERE run = ?", arguments: [key]) ?? 0
    drawn = try Int.fetchAll(
      db, sql: "SELECT ordinal FROM parameter WHERE run = ? AND value IS NULL ORDER BY ordinal",
      arguments: [key])
  }

  /// Tallies in one trial.
  var rows: Int { segments.reduce(0, +) * arms }

  /// Refuses a result that would not come back as it went in.
  func check(_ result: TrialResult) throws(ResultStoreError) {
    guard (0..<trials).contains(result.trial) else {
      throw unfit(result, "expected a trial from 0 to \(trials - 1)")
    }
    guard result.draws.count == drawn.count else {
      throw unfit(result, "expected \(drawn.count) draws, found \(result.draws.count)")
    }
    guard result.tallies.count == segments.count, result.wholes.count == segments.count else {
      throw unfit(result, "expected \(segments.count) scenarios")
    }
    for scenario in segments.indices {
      guard result.tallies[scenario].count == arms, result.wholes[scenario].count == arms else {
        throw unfit(result, "expected \(arms) arms")
      }
      for arm in 0..<arms {
        guard result.tallies[scenario][arm].count == segments[scenario] else {
          throw unfit(result, "expected \(segments[scenario]) segments")
        }
        guard Self.whole(of: result.tallies[scenario][arm], like: result.wholes[scenario][arm]) else {
          throw unfit(result, "the segments do not sum to the whole of arm \(arm)")
        }
      }
    }
  }

  /// Whether `whole` is the sum of `segments`, the median aside.
  private static func whole(of segments: [Tally], like whole: Tally) -> Bool {
    guard let first = segments.first, first.medianDaysToDecision == nil else { return false }
    guard var sum = sum(of: segments) else { return false }
    sum.medianDaysToDecision = whole.medianDaysToDecision
    return sum == whole
  }

  /// The sum of the tallies of an arm's segments; `nil` when they cannot be summed:
  /// of differing lengths, or with numbers of people that nobody can have counted.
  static func sum(of segments: [Tally]) -> Tally? {
    guard let days = segments.first?.allowedByDay.count, days > 0 else { return nil }
    // Far above any count of installs, and no sum of segments can pass 64 bits.
    let people: ClosedRange<Int64> = 0...1 << 48
    let scores: ClosedRange<Int64> = 0...1 << 56
    let most = Int64.max / Int64(segments.count)
    for segment in segments {
      guard segment.counts.count == Counter.count, segment.amounts.count == Amount.count,
        segment.counts.allSatisfy((-most...most).contains), !segment.amounts.contains(where: \.isNaN),
        segment.allowedByDay.count == days,
        segment.deniedByDay.count == days, segment.allowedScoreByDay.count == days,
        segment.allowedScoreByDay.allSatisfy(scores.contains),
        segment.allowedByDay.allSatisfy(people.contains),
        segment.deniedByDay.allSatisfy(people.contains), people.contains(segment.gainedOverBaseline),
        people.contains(segment.lostToBaseline)
      else { return nil }
    }
    return Tally(sum: segments, days: days - 1)
  }

  private func unfit(_ result: TrialResult, _ reason: String) -> ResultStoreError {
    .unfit(run: id, trial: result.trial, reason: reason)
  }
}
