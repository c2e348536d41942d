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
  private let sums: UnsafeMutableBufferPointer<Int64>
  /// By scenario and arm.
  private let decisions: [DecisionDays]

  private static let counters = Counter.allCases.count

  init(_ experiment: Experiment) {
    armCount = experiment.arms.count
    segmentCounts = experiment.scenarios.map(\.segments.count)
    days = Int(experiment.horizonDays.rounded(.up))
    stride = Self.counters + 2 * (days + 1) + 2
    var bases: [Int] = []
    var slots = 0
    for segments in segmentCounts {
      bases.append(slots)
      slots += segments * armCount
    }
    self.bases = bases
    sums = .allocate(capacity: slots * stride)
    sums.initialize(repeating: 0)
    decisions = (0..<armCount * segmentCounts.count).map { _ in
      DecisionDays(horizon: experiment.horizonDays)
    }
  }

  deinit { sums.deallocate() }

  /// Counts one install under one arm.
  @inline(__always)
  func add(_ outcome: borrowing Outcome, scenario: Int, arm: Int, segment: Int) {
    let base = slot(scenario, arm, segment)
    if let all = sums.baseAddress { Self.add(outcome, to: all + base, days: days) }
    if outcome.answer != nil { decisions[scenario * armCount + arm].add(outcome.decisionDay) }
  }

  /// Adds one install to the sums of its arm and segment, which begin at `all`.
  private static func add(
    _ outcome: borrowing Outcome, to all: UnsafeMutablePointer<Int64>, days: Int
  ) {
    let sessions = Int64(outcome.sessions)
    let undisturbed = Int64(outcome.sessionsUndisturbed)
    let authorized = Int64(outcome.authorizedSessions)
    @inline(__always) func add(_ counter: Counter, _ value: Int64) { all[counter.rawValue] &+= value }
    @inline(__always) func add(_ counter: Counter, _ value: Int32) { all[counter.rawValue] &+= Int64(value) }
    @inline(__always) func count(_ counter: Counter, if condition: Bool) {
      all[counter.rawValue] &+= condition ? 1 : 0
    }
    all[Counter.installs.rawValue] &+= 1
    count(.triggerReached, if: outcome.triggerReached)
    add(.sessions, sessions)
    add(.sessionsUndisturbed, undisturbed)
    add(.sessionsSquared, sessions * sessions)
    let lost = undisturbed - sessions
    add(.sessionsLostSquared, lost * lost)
    if outcome.requests > 0 {
      add(.requests, outcome.requests)
      add(.lostNotActive, outcome.lostNotActive)
      add(.lostBehindAlert, outcome.lostBehindAlert)
      add(.queuedRequests, outcome.queuedRequests)
      count(.prompted, if: outcome.alertsShown > 0)
      count(.promptedFirstSession, if: outcome.promptedFirstSession)
      add(.alertsShown, outcome.alertsShown)
      add(.unansweredAlerts, outcome.unansweredAlerts)
      add(.authorizedSessions, authorized)
      add(.authorizedSessionsSquared, authorized * authorized)
    }
    if outcome.prePromptShows > 0 {
      add(.prePromptShows, outcome.prePromptShows)
      add(.prePromptContinues, outcome.prePromptContinues)
    }
    switch outcome.final {
    case .authorized: add(.finalAuthorized, 1 as Int64)
    case .deniedByAnswer: add(.finalDeniedByAnswer, 1 as Int64)
    case .deniedByDevice: add(.finalDeniedByDevice, 1 as Int64)
    case .restricted: add(.finalRestricted, 1 as Int64)
    case .undetermined: add(.finalUndetermined, 1 as Int64)
    case .noATT: add(.finalNoATT, 1 as Int64)
    }
    count(.attributed, if: outcome.attributed)
    count(.unreported, if: outcome.unreported)
    count(.trackedBeforePermission, if: outcome.trackedBeforePermission)
    count(.personalizable, if: outcome.personalizable)
    if outcome.eventsDropped > 0 {
      let dropped = Int64(outcome.eventsDropped)
      add(.eventsDropped, dropped)
      add(.eventsDroppedSquared, dropped * dropped)
    }
    if outcome.value != 0 {
      add(.valueNano, outcome.value)
      let micro = outcome.value / 1_000
      let (square, overflowed) = micro.multipliedReportingOverflow(by: micro)
      let position = Counter.valueMicroSquared.rawValue
      let (sum, sumOverflowed) = all[position].addingReportingOverflow(square)
      all[position] = overflowed || sumOverflowed ? .max : sum
    }
    if let answer = outcome.answer {
      let day = min(days, Int(outcome.decisionDay.rounded(.up)))
      switch answer {
      case .allow:
        add(.answeredAllow, 1 as Int64)
        all[counters + day] &+= 1
      case .deny:
        add(.answeredDeny, 1 as Int64)
        all[counters + days + 1 + day] &+= 1
      }
    }
  }

  /// Counts an install whose end differs from its end under the baseline.
  func addDiscordance(gained: Bool, scenario: Int, arm: Int, segment: Int) {
    let base = slot(scenario, arm, segment) + stride - 2
    sums[base + (gained ? 0 : 1)] &+= 1
  }

  func merge(_ other: TrialAccumulator) {
    for position in sums.indices {
      let (sum, overflowed) = sums[position].addingReportingOverflow(other.sums[position])
      sums[position] = overflowed ? .max : sum  // only a sum of squares of money can
    }
    for position in decisions.indices { decisions[position].merge(other.decisions[position]) }
  }

  /// The tallies, once every install of the trial is in.
  func result(trial: Int, draws: [Double]) -> TrialResult {
    var tallies: [[[Tally]]] = []
    var wholes: [[Tally]] = []
    for scenario in segmentCounts.indices {
      var arms: [[Tally]] = []
      var armWholes: [Tally] = []
      for arm in 0..<armCount {
        let segments = (0..<segmentCounts[scenario]).map { tally(slot(scenario, arm, $0)) }
        var whole = Tally(sum: segments, days: days)
        whole.medianDaysToDecision = decisions[scenario * armCount + arm].median
        arms.append(segments)
        armWholes.append(whole)
      }
      tallies.append(arms)
      wholes.append(armWholes)
    }
    return TrialResult(trial: trial, draws: draws, tallies: tallies, wholes: wholes)
  }

  private func tally(_ base: Int) -> Tally {
    var tally = Tally(days: days)
    tally.counts = Array(sums[base..<base + Self.counters])
    tally.allowedByDay = Array(sums[base + Self.counters..<base + Self.counters + days + 1])
    tally.deniedByDay = Array(sums[base + Self.counters + days + 1..<base + stride - 2])
    tally.gainedOverBaseline = sums[base + stride - 2]
    tally.lostToBaseline = sums[base + stride - 1]
    return tally
  }

  private func slot(_ scenario: Int, _ arm: Int, _ segment: Int) -> Int {
    (bases[scenario] + arm * segmentCounts[scenario] + segment) * stride
  }
}
