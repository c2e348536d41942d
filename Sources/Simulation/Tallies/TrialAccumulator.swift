import ExperimentDesign
import PromptFlow

/// The sums over some installs of one trial: one of its halves (``TrialHalves``), or a part of it.
///
/// Integers only, so that parts merge exactly in any order, and none too large for where it stands
/// (``ExperimentDesign/TallyLimits``). A class, since it
/// owns the memory it counts in and is handed on, never copied; one work unit
/// has it at a time.
final class TrialAccumulator: @unchecked Sendable {
  private let days: Int
  private let sums: UnsafeMutableBufferPointer<Int64>
  /// How many sums a segment has.
  private let size: Int
  /// Where the sums of a segment begin, by scenario and arm.
  private let starts: [[[Int]]]
  /// What the wide sums of other parts amount to, segment by segment; empty where none was merged.
  private var merged: [Int128] = []
  /// By scenario and arm.
  private let decisions: [[DecisionDays]]
  /// What sessions are worth, by scenario and segment.
  private var worths: [[SessionWorth]]

  init(_ experiment: Experiment) {
    days = Int(experiment.horizonDays.rounded(.up))
    let size = TallyWriter.size(days: days)
    self.size = size
    var count = 0
    starts = experiment.scenarios.map { scenario in
      experiment.arms.map { _ in
        scenario.segments.map { _ in
          count += size
          return count - size
        }
      }
    }
    sums = .allocate(capacity: count)
    sums.initialize(repeating: 0)
    decisions = experiment.scenarios.map { _ in experiment.arms.map { _ in DecisionDays() } }
    worths = experiment.scenarios.map {
      Array(repeating: SessionWorth(identified: 0, otherwise: 0), count: $0.segments.count)
    }
  }

  deinit { sums.deallocate() }

  /// Notes what a trial's sessions are worth in a scenario, before its installs are counted.
  func note(_ numbers: TrialScenario, scenario: Int) {
    for segment in worths[scenario].indices {
      worths[scenario][segment] = numbers.segment(segment) { $0.worth }
    }
  }

  /// Where the installs of a scenario are counted: by segment, then by arm.
  func writers(scenario: Int) -> [[TallyWriter]] {
    guard let all = sums.baseAddress else { return [] }
    return worths[scenario].indices.map { segment in
      zip(starts[scenario], decisions[scenario]).map { starts, decisions in
        TallyWriter(all + starts[segment], days: days, decisions: .passUnretained(decisions))
      }
    }
  }

  /// Adds another part of the same trial, which is not to be used any more.
  func merge(_ other: TrialAccumulator) {
    if merged.isEmpty { merged = Array(repeating: 0, count: sums.count / size * WideSum.count) }
    for number in merged.indices { merged[number] += other.wide(number) }
    for start in stride(from: 0, to: sums.count, by: size) {
      for place in [0..<TallyWriter.firstWide, TallyWriter.firstDay..<size].joined() {
        sums[start + place] += other.sums[start + place]
      }
    }
    for (own, others) in zip(decisions.joined(), other.decisions.joined()) { own.merge(others) }
  }

  /// A wide sum, by its number among those of all segments.
  private func wide(_ number: Int) -> Int128 {
    let (segment, sum) = number.quotientAndRemainder(dividingBy: WideSum.count)
    let own = Int128(sums[segment * size + TallyWriter.firstWide + sum])
    return merged.isEmpty ? own : merged[number] + own
  }

  /// The tallies of the installs that are in, by scenario, arm and segment, and over all segments.
  func tallies() -> (segments: [[[Tally]]], wholes: [[Tally]]) {
    let segments = zip(starts, worths).map { arms, worths in
      arms.map { starts in zip(starts, worths).map { tally($0, $1) } }
    }
    let wholes = zip(segments, decisions).map { arms, decisions in
      zip(arms, decisions).map { segments, decision in
        var whole = Tally(sum: segments, days: days)
        whole.medianDaysToDecision = decision.median
        return whole
      }
    }
    return (segments, wholes)
  }

  private func tally(_ start: Int, _ worth: SessionWorth) -> Tally {
    func numbers(_ first: Int, _ count: Int) -> [Int64] {
      Array(UnsafeMutableBufferPointer(rebasing: sums[(start + first)..<(start + first + count)]))
    }
    let allowedByDay = numbers(TallyWriter.firstDay, days + 1)
    let deniedByDay = numbers(TallyWriter.firstDay + days + 1, days + 1)
    var counts = numbers(0, Counter.count)
    counts[Counter.answeredAllow.rawValue] = allowedByDay.reduce(0, +)
    counts[Counter.answeredDeny.rawValue] = deniedByDay.reduce(0, +)
    return Tally(
      counts: counts, amounts: amounts(start, worth, lived: Double(counts[Counter.sessions.rawValue])),
      allowedByDay: allowedByDay, deniedByDay: deniedByDay,
      allowedScoreByDay: numbers(TallyWriter.firstDay + 2 * (days + 1), days + 1),
      gainedOverBaseline: sums[start + TallyWriter.gainedOverBaseline],
      lostToBaseline: sums[start + TallyWriter.lostToBaseline])
  }

  /// What is not counted in whole numbers of 64 bits, from sums that are exact; indexed by ``Amount/rawValue``.
  private func amounts(_ start: Int, _ worth: SessionWorth, lived: Double) -> [Double] {
    func exact(_ sum: WideSum) -> Int128 { wide(start / size * WideSum.count + sum.rawValue) }
    func number(_ wide: WideSum, per unit: Double = 1) -> Double { nearest(exact(wide)) / unit }
    let sessionsSquared = number(.sessionsSquared)
    let droppedHigh = exact(.eventsDroppedSquaredHigh) << Int128(WideSum.lowBits)
    var amounts = [Double](repeating: 0, count: Amount.count)
    func set(_ amount: Amount, _ number: Double) { amounts[amount.rawValue] = number }
    set(.sessionsSquared, sessionsSquared)
    set(.authorizedSessionsSquared, number(.authorizedSessionsSquared))
    set(.sessionsLostSquared, number(.sessionsLostSquared))
    set(.eventsDroppedSquared, nearest(droppedHigh + exact(.eventsDroppedSquaredLow)))
    set(.sessionsScore, lived + number(.sessionsScoreExcessMicro, per: 1e6))
    set(.authorizedSessionsScore, number(.authorizedSessionsScoreMicro, per: 1e6))
    set(
      .value,
      worth.sum(sessions: lived, identified: Double(sums[start + TallyWriter.identifiedSessions])))
    set(
      .valueSquared,
      worth.sumOfSquares(
        sessionsSquared: sessionsSquared, identifiedTimesSessions: number(.identifiedTimesSessions),
        identifiedSquared: number(.identifiedSquared)))
    set(
      .valueScore, worth.sum(sessions: lived, identified: number(.identifiedScoreMicro, per: 1e6)))
    return amounts
  }
}

/// The number nearest to a sum: that of `Double(sum)`, in a tenth of the time where 64 bits hold it, as they mostly do.
@inline(__always)
private func nearest(_ sum: Int128) -> Double {
  let narrow = Int64(truncatingIfNeeded: sum)
  return Int128(narrow) == sum ? Double(narrow) : Double(sum)
}
