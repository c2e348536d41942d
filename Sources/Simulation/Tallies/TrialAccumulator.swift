import ExperimentDesign
import PromptFlow

/// The sums over some installs of one trial: one of its halves (``TrialHalves``), or a part of it.
///
/// Integers only, so that parts merge exactly in any order, and none too large for where it stands
/// (``ExperimentDesign/TallyLimits``). A class, since it
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
  /// What ``WideSum``s amounted to in the parts that were merged, and squares of sessions of lives.
  private var wides: [Int128]
  /// Position of what is counted of lives that are the same under every arm.
  private let lives: Int
  /// Arms and segments of all scenarios together.
  private let slots: Int
  /// Installs, sessions, squares of sessions, and lives that are too long to be counted.
  private static let numbersPerLife = 4
  /// By scenario and arm.
  private let decisionOwners: [DecisionDays]
  private let decisions: UnsafeMutablePointer<Unmanaged<DecisionDays>>

  /// What sessions are worth, by scenario and segment.
  private var worths: [[SessionWorth]]

  init(_ experiment: Experiment) {
    armCount = experiment.arms.count
    segmentCounts = experiment.scenarios.map(\.segments.count)
    days = Int(experiment.horizonDays.rounded(.up))
    stride = TallyWriter.size(days: days)
    var bases: [Int] = []
    var slots = 0
    for segments in segmentCounts {
      bases.append(slots)
      slots += segments * armCount
    }
    self.bases = bases
    self.slots = slots
    wides = []
    sumCount = slots * stride + segmentCounts.reduce(0, +) * Self.numbersPerLife
    lives = slots * stride
    sums = .allocate(capacity: sumCount)
    sums.initialize(repeating: 0, count: sumCount)
    worths = segmentCounts.map { Array(repeating: SessionWorth(identified: 0, otherwise: 0), count: $0) }
    decisionOwners = (0..<armCount * segmentCounts.count).map { _ in DecisionDays() }
    decisions = .allocate(capacity: decisionOwners.count)
    decisions.initialize(from: decisionOwners.map { .passUnretained($0) }, count: decisionOwners.count)
  }

  deinit {
    sums.deallocate()
    decisions.deallocate()
  }

  /// Notes what a trial's sessions are worth in a scenario, before its installs are counted.
  func note(_ numbers: TrialScenario, scenario: Int) {
    for segment in worths[scenario].indices {
      worths[scenario][segment] = numbers.segment(segment) { $0.worth }
    }
  }

  /// Where the installs of each segment are counted under the scenario's arms.
  func writers(scenario: Int) -> [TallyWriters] {
    (0..<segmentCounts[scenario]).map { segment in
      TallyWriters(
        lives: sums + life(scenario, segment), sums: sums + slot(scenario, 0, segment),
        stride: segmentCounts[scenario] * stride, days: days,
        decisions: decisions + scenario * armCount)
    }
  }

  /// Lives that had more sessions than a tally counts.
  var overlongLives: Int64 {
    (0..<segmentCounts.reduce(0, +)).reduce(0) { $0 + sums[lives + $1 * Self.numbersPerLife + 3] }
  }

  /// Adds another part of the same trial, which is not to be used any more.
  func merge(_ other: TrialAccumulator) {
    widen()
    other.widen()
    for position in wides.indices { wides[position] += other.wides[position] }
    for position in 0..<sumCount { sums[position] += other.sums[position] }
    for (own, others) in zip(decisionOwners, other.decisionOwners) { own.merge(others) }
  }

  /// Moves the sums that may not fit 64 bits to where they do.
  private func widen() {
    if wides.isEmpty {
      wides = Array(repeating: 0, count: slots * WideSum.count + segmentCounts.reduce(0, +))
    }
    func move(_ position: Int, to wide: Int) {
      wides[wide] += Int128(sums[position])
      sums[position] = 0
    }
    for slot in 0..<slots {
      for sum in 0..<WideSum.count {
        move(slot * stride + TallyWriter.firstWide + sum, to: slot * WideSum.count + sum)
      }
    }
    for life in 0..<segmentCounts.reduce(0, +) {
      move(lives + life * Self.numbersPerLife + 2, to: slots * WideSum.count + life)
    }
  }

  /// The tallies of the installs that are in, by scenario, arm and segment, and over all segments.
  func tallies() -> (segments: SegmentGrid<Tally>, wholes: ArmGrid<Tally>) {
    let shape = GridShape(arms: armCount, segments: segmentCounts)
    let segments = SegmentGrid(shape) { scenario, arm, segment in
      let (scenario, segment) = (scenario.rawValue, segment.rawValue)
      return tally(
        slot(scenario, arm.rawValue, segment), life(scenario, segment), worths[scenario][segment])
    }
    let wholes = ArmGrid(shape) { scenario, arm in
      var whole = Tally(sum: segments[scenario, arm], days: days)
      whole.medianDaysToDecision = decisionOwners[scenario.rawValue * armCount + arm.rawValue].median
      return whole
    }
    return (segments, wholes)
  }

  private func tally(_ base: Int, _ life: Int, _ worth: SessionWorth) -> Tally {
    func numbers(_ first: Int, _ count: Int) -> [Int64] {
      Array(UnsafeBufferPointer(start: sums + base + first, count: count))
    }
    let allowedByDay = numbers(TallyWriter.firstDay, days + 1)
    let deniedByDay = numbers(TallyWriter.firstDay + days + 1, days + 1)
    var counts = numbers(0, Counter.count)
    counts.withUnsafeMutableBufferPointer { counts in
      func add(_ number: Int64, to counters: Counter...) {
        for counter in counters { counts[counter.rawValue] += number }
      }
      func set(_ counter: Counter, _ number: Int64) { counts[counter.rawValue] = number }
      add(sums[life], to: .installs)
      add(sums[life + 1], to: .sessionsUndisturbed)
      add(sums[base + TallyWriter.askedOnce], to: .requests, .prompted, .alertsShown)
      add(sums[base + TallyWriter.continuedOnce], to: .prePromptShows, .prePromptContinues)
      let undisturbed = counts[Counter.sessionsUndisturbed.rawValue]
      set(.sessions, undisturbed - sums[base + TallyWriter.lostSessions])
      set(.answeredAllow, allowedByDay.reduce(0, +))
      set(.answeredDeny, deniedByDay.reduce(0, +))
    }
    return Tally(
      counts: counts, amounts: amounts(base, life, worth, lived: Double(counts[Counter.sessions.rawValue])),
      allowedByDay: allowedByDay, deniedByDay: deniedByDay,
      allowedScoreByDay: numbers(TallyWriter.firstDay + 2 * (days + 1), days + 1),
      gainedOverBaseline: sums[base + TallyWriter.gainedOverBaseline],
      lostToBaseline: sums[base + TallyWriter.lostToBaseline])
  }

  /// What is not counted in whole numbers of 64 bits, from sums that are exact; indexed by ``Amount/rawValue``.
  private func amounts(_ base: Int, _ life: Int, _ worth: SessionWorth, lived: Double) -> [Double] {
    func exact(_ sum: WideSum) -> Int128 {
      let merged = wides.isEmpty ? 0 : wides[base / stride * WideSum.count + sum.rawValue]
      return merged + Int128(sums[base + TallyWriter.firstWide + sum.rawValue])
    }
    func number(_ sum: WideSum, per unit: Double = 1) -> Double { nearest(exact(sum)) / unit }
    let lifeNumber = (life - lives) / Self.numbersPerLife
    let undisturbedSquared =
      Int128(sums[life + 2]) + (wides.isEmpty ? 0 : wides[slots * WideSum.count + lifeNumber])
    let sessionsSquared = nearest(exact(.sessionsSquared) + undisturbedSquared)
    let droppedHigh = exact(.eventsDroppedSquaredHigh) << Int128(WideSum.lowBits)
    var amounts = [Double](repeating: 0, count: Amount.count)
    func set(_ amount: Amount, _ number: Double) { amounts[amount.rawValue] = number }
    set(.sessionsSquared, sessionsSquared)
    set(.authorizedSessionsSquared, number(.authorizedSessionsSquared))
    set(.sessionsLostSquared, number(.sessionsLostSquared))
    set(.eventsDroppedSquared, nearest(droppedHigh + exact(.eventsDroppedSquaredLow)))
    set(.sessionsScore, lived + number(.sessionsScoreExcessMicro, per: 1e6))
    set(.authorizedSessionsScore, number(.authorizedSessionsScoreMicro, per: 1e6))
    set(.authorizedSessionsScoreSquared, number(.authorizedSessionsScoreSquaredMilli, per: 1e3))
    set(
      .value,
      worth.sum(sessions: lived, identified: Double(sums[base + TallyWriter.identifiedSessions])))
    set(
      .valueSquared,
      worth.sumOfSquares(
        sessionsSquared: sessionsSquared, identifiedTimesSessions: number(.identifiedTimesSessions),
        identifiedSquared: number(.identifiedSquared)))
    set(
      .valueScore, worth.sum(sessions: lived, identified: number(.identifiedScoreMicro, per: 1e6)))
    set(
      .valueScoreSquared,
      worth.sumOfSquares(
        sessionsSquared: sessionsSquared,
        identifiedTimesSessions: number(.identifiedScoreTimesSessionsMilli, per: 1e3),
        identifiedSquared: number(.identifiedScoreSquaredMilli, per: 1e3)))
    return amounts
  }

  private func life(_ scenario: Int, _ segment: Int) -> Int {
    lives + (segmentCounts[..<scenario].reduce(0, +) + segment) * Self.numbersPerLife
  }

  private func slot(_ scenario: Int, _ arm: Int, _ segment: Int) -> Int {
    (bases[scenario] + arm * segmentCounts[scenario] + segment) * stride
  }
}

/// The number nearest to a sum: that of `Double(sum)`, in a tenth of the time where 64 bits hold it, as they mostly do.
@inline(__always)
private func nearest(_ sum: Int128) -> Double {
  let narrow = Int64(truncatingIfNeeded: sum)
  return Int128(narrow) == sum ? Double(narrow) : Double(sum)
}
