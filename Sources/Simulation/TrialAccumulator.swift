import ExperimentDesign
import PromptFlow

/// The sums of one trial, or of a part of its installs.
///
/// Integers only, so that parts merge exactly in any order. A class, since it
/// owns the memory it counts in and is handed on, never copied; one work unit
/// has it at a time.
final class TrialAccumulator: @unchecked Sendable {
  private let armCount: Int
  private let segmentCounts: [Int]
  private let days: Int
  private let stride: Int
  /// Position of the first segment of a scenario's first arm.
  private let bases: [Int]
  private let sums: UnsafeMutablePointer<Int64>
  private let sumCount: Int
  /// Position of what is counted of lives that are the same under every arm.
  private let lives: Int
  /// Installs, sessions and squares of sessions.
  private static let numbersPerLife = 3
  /// By scenario and arm.
  private let decisionOwners: [DecisionDays]
  private let decisions: UnsafeMutablePointer<Unmanaged<DecisionDays>>

  /// What sessions are worth, by scenario and segment.
  private var worths: [[SessionWorth]]

  init(_ experiment: Experiment) {
    armCount = experiment.arms.count
    segmentCounts = experiment.scenarios.map(\.segments.count)
    days = Int(experiment.horizonDays.rounded(.up))
    stride = Ledger.size(days: days)
    var bases: [Int] = []
    var slots = 0
    for segments in segmentCounts {
      bases.append(slots)
      slots += segments * armCount
    }
    self.bases = bases
    sumCount = slots * stride + segmentCounts.reduce(0, +) * Self.numbersPerLife
    lives = slots * stride
    sums = .allocate(capacity: sumCount)
    sums.initialize(repeating: 0, count: sumCount)
    worths = segmentCounts.map { Array(repeating: SessionWorth(identified: 0, otherwise: 0), count: $0) }
    decisionOwners = (0..<armCount * segmentCounts.count).map { _ in
      DecisionDays(horizon: experiment.horizonDays)
    }
    decisions = .allocate(capacity: decisionOwners.count)
    decisions.initialize(from: decisionOwners.map { .passUnretained($0) }, count: decisionOwners.count)
  }

  deinit {
    sums.deallocate()
    decisions.deallocate()
  }

  /// Notes what a trial's sessions are worth in a scenario, before its installs are counted.
  func note(_ numbers: ScenarioNumbers, scenario: Int) {
    for segment in worths[scenario].indices {
      worths[scenario][segment] = numbers.segment(segment) {
        SessionWorth(identified: $0.valueIdentified, otherwise: $0.valueOtherwise)
      }
    }
  }

  /// Where the installs of each segment are counted under the scenario's arms.
  func ledgers(scenario: Int) -> [Ledgers] {
    (0..<segmentCounts[scenario]).map { segment in
      Ledgers(
        lives: sums + life(scenario, segment), sums: sums + slot(scenario, 0, segment),
        stride: segmentCounts[scenario] * stride, days: days,
        decisions: decisions + scenario * armCount)
    }
  }

  func merge(_ other: TrialAccumulator) {
    for position in 0..<sumCount { sums[position] &+= other.sums[position] }
    for (own, others) in zip(decisionOwners, other.decisionOwners) { own.merge(others) }
  }

  /// The tallies, once every install of the trial is in.
  func result(trial: Int, draws: [Double]) -> TrialResult {
    var tallies: [[[Tally]]] = []
    var wholes: [[Tally]] = []
    for scenario in segmentCounts.indices {
      var arms: [[Tally]] = []
      var armWholes: [Tally] = []
      for arm in 0..<armCount {
        let segments = (0..<segmentCounts[scenario]).map {
          tally(slot(scenario, arm, $0), life(scenario, $0), worths[scenario][$0])
        }
        var whole = Tally(sum: segments, days: days)
        whole.medianDaysToDecision = decisionOwners[scenario * armCount + arm].median
        arms.append(segments)
        armWholes.append(whole)
      }
      tallies.append(arms)
      wholes.append(armWholes)
    }
    return TrialResult(trial: trial, draws: draws, tallies: tallies, wholes: wholes)
  }

  private func tally(_ base: Int, _ life: Int, _ worth: SessionWorth) -> Tally {
    var tally = Tally(days: days)
    func numbers(_ first: Int, _ count: Int) -> [Int64] {
      Array(UnsafeBufferPointer(start: sums + base + first, count: count))
    }
    tally.counts = numbers(0, Counter.count)
    tally[.installs] += sums[life]
    tally[.sessionsUndisturbed] += sums[life + 1]
    tally[.sessionsSquared] += sums[life + 2]
    for counter in [Counter.requests, .prompted, .alertsShown] {
      tally[counter] += sums[base + Ledger.clearAsks]
    }
    for counter in [Counter.prePromptShows, .prePromptContinues] {
      tally[counter] += sums[base + Ledger.clearPrePrompts]
    }
    let lived = tally[.sessionsUndisturbed] - sums[base + Ledger.lostSessions]
    tally[.sessions] = lived
    tally[.valueNano] = worth.nano(sessions: lived, identified: sums[base + Ledger.identifiedSessions])
    tally[.valueMicroSquared] = worth.microSquared(
      sessionsSquared: Double(tally[.sessionsSquared]),
      identifiedTimesSessions: Double(sums[base + Ledger.identifiedTimesSessions]),
      identifiedSquared: Double(sums[base + Ledger.identifiedSquared]))
    tally[.sessionsScoreMicro] = lived &* 1_000_000 &+ sums[base + Ledger.sessionsScoreExcess]
    let identified = sums[base + Ledger.identifiedScore]
    tally[.valueScoreNano] = worth.nano(sessions: lived, identifiedMicro: identified)
    tally[.valueScoreMicroSquared] = worth.microSquared(
      sessionsSquared: Double(tally[.sessionsSquared]),
      identifiedTimesSessions: Double(sums[base + Ledger.identifiedScoreTimesSessions]) * 1e-3,
      identifiedSquared: Double(sums[base + Ledger.identifiedScoreSquared]) * 1e-3)
    tally.allowedByDay = numbers(Ledger.firstDay, days + 1)
    tally.deniedByDay = numbers(Ledger.firstDay + days + 1, days + 1)
    tally[.answeredAllow] = tally.allowedByDay.reduce(0, +)
    tally[.answeredDeny] = tally.deniedByDay.reduce(0, +)
    tally.allowedScoreByDay = numbers(Ledger.firstDay + 2 * (days + 1), days + 1)
    tally.gainedOverBaseline = sums[base + Ledger.gainedOverBaseline]
    tally.lostToBaseline = sums[base + Ledger.lostToBaseline]
    return tally
  }

  private func life(_ scenario: Int, _ segment: Int) -> Int {
    lives + (segmentCounts[..<scenario].reduce(0, +) + segment) * Self.numbersPerLife
  }

  private func slot(_ scenario: Int, _ arm: Int, _ segment: Int) -> Int {
    (bases[scenario] + arm * segmentCounts[scenario] + segment) * stride
  }
}
