import ExperimentDesign
import PromptFlow

/// Where the installs of one arm and segment are counted.
///
/// A view of memory that a ``TrialAccumulator`` owns; it lives no longer than the loop that counts.
/// Sums are of one work unit, within which 64 bits hold them all (``ExperimentDesign/TallyLimits``), so
/// none is checked. What is zero for most installs is added behind a branch that is seldom taken.
struct TallyWriter: BitwiseCopyable {
  private let all: UnsafeMutablePointer<Int64>
  private let days: Int
  private let decisions: Unmanaged<DecisionDays>

  // Behind the counters.
  // Computed, as a stored one that the compiler cannot fold is looked up at every install.
  static var gainedOverBaseline: Int { Counter.count }
  static var lostToBaseline: Int { gainedOverBaseline + 1 }
  static var identifiedSessions: Int { gainedOverBaseline + 2 }
  static var firstWide: Int { gainedOverBaseline + 3 }
  static var firstDay: Int { firstWide + WideSum.count }

  /// Numbers per arm and segment.
  static func size(days: Int) -> Int { firstDay + 3 * (days + 1) }

  init(_ all: UnsafeMutablePointer<Int64>, days: Int, decisions: Unmanaged<DecisionDays>) {
    self.all = all
    self.days = days
    self.decisions = decisions
  }

  @inline(__always)
  func add(_ counter: Counter, _ value: Int64) { all[counter.rawValue] &+= value }
  @inline(__always)
  private func add(_ counter: Counter, _ value: Int32) { all[counter.rawValue] &+= Int64(value) }

  @inline(__always)
  func add(_ sum: WideSum, _ value: Int64) { all[Self.firstWide + sum.rawValue] &+= value }

  /// Adds one where a condition holds; an addition of nothing costs less than a branch.
  @inline(__always)
  func count(_ counter: Counter, if condition: Bool) {
    all[counter.rawValue] &+= condition ? 1 : 0
  }

  /// Installs with their undisturbed lives, by the sums of their sessions and of the squares.
  @inline(__always)
  func addLives(_ installs: Int64, sessions: Int64, squared: Int64) {
    add(.installs, installs)
    add(.sessions, sessions)
    add(.sessionsUndisturbed, sessions)
    add(.sessionsSquared, squared)
  }

  /// How the install stands in the end, or how several alike stand.
  @inline(__always)
  func addEnd(triggerReached: Bool, final: FinalState, times: Int = 1) {
    if triggerReached { all[Counter.triggerReached.rawValue] &+= Int64(times) }
    all[Counter.finalAuthorized.rawValue + final.rawValue] &+= Int64(times)
  }

  /// Sessions of the undisturbed life that were not lived.
  @inline(__always)
  func addLoss(undisturbed: Int, lived: Int) {
    guard lived != undisturbed else { return }
    let undisturbed = Int64(undisturbed)
    let lived = Int64(lived)
    let lost = undisturbed - lived
    add(.sessions, -lost)
    add(.sessionsSquared, lived * lived - undisturbed * undisturbed)
    add(.sessionsLostSquared, lost * lost)
  }

  /// Requests, alerts and pre-prompts.
  @inline(__always)
  func addAsks(_ outcome: borrowing Outcome) {
    if outcome.requests > 0 {
      add(.requests, outcome.requests)
      let trouble =
        outcome.lostNotActive | outcome.lostBehindAlert | outcome.queuedRequests
        | outcome.unansweredAlerts
      if trouble != 0 {
        add(.lostNotActive, outcome.lostNotActive)
        add(.lostBehindAlert, outcome.lostBehindAlert)
        add(.queuedRequests, outcome.queuedRequests)
        add(.unansweredAlerts, outcome.unansweredAlerts)
      }
      count(.prompted, if: outcome.alertsShown > 0)
      count(.promptedFirstSession, if: outcome.promptedFirstSession)
      add(.alertsShown, outcome.alertsShown)
    }
    if outcome.prePromptShows > 0 {
      add(.prePromptShows, outcome.prePromptShows)
      add(.prePromptContinues, outcome.prePromptContinues)
    }
  }

  /// Requests at the trigger that were shown and answered at once.
  ///
  /// - Parameter first: how many of them in the first session.
  func addSingleAsks(_ times: Int, first: Int, isPrimed: Bool) {
    for counter in [Counter.requests, .prompted, .alertsShown] { add(counter, Int64(times)) }
    add(.promptedFirstSession, Int64(first))
    guard isPrimed else { return }
    add(.prePromptShows, Int64(times))
    add(.prePromptContinues, Int64(times))
  }

  /// Sessions that ended authorized, and with the identifier readable.
  @inline(__always)
  func addSessions(authorized: Int, identified: Int, lived: Int) {
    if authorized > 0 {
      let authorized = Int64(authorized)
      add(.authorizedSessions, authorized)
      add(.authorizedSessionsSquared, authorized * authorized)
    }
    if identified > 0 {
      let identified = Int64(identified)
      all[Self.identifiedSessions] &+= identified
      add(.identifiedSquared, identified * identified)
      add(.identifiedTimesSessions, identified * Int64(lived))
    }
  }

  /// The first answer, the day of its session and the probability of allowing then.
  @inline(__always)
  func addAnswer(isAllowed: Bool, day: Double, allows: Double) {
    decisions._withUnsafeGuaranteedRef { $0.add(day) }
    let day = wholeDay(day)
    all[Self.firstDay + (isAllowed ? 0 : days + 1) + day] &+= 1
    all[Self.firstDay + 2 * (days + 1) + day] &+= Self.nano(allows)
  }

  /// The score of an answered alert.
  ///
  /// - Parameters:
  ///   - lived: sessions that were lived in fact.
  ///   - identifiedBefore: sessions before the answer with a readable identifier.
  @inline(__always)
  func addScore(_ score: AnswerScore, lived: Int, identifiedBefore: Int = 0) {
    add(.allowedScoreNano, probability: score.allows)
    add(.authorizedScoreNano, probability: score.authorized)
    let sessions = score.authorizedSessions
    add(.authorizedSessionsScoreMicro, Self.fixed(sessions, 1e6))
    let excess = score.sessions - Double(lived)
    if excess != 0 { add(.sessionsScoreExcessMicro, Int64((excess * 1e6).rounded())) }
    add(.identifiedScoreMicro, Self.fixed(Double(identifiedBefore) + sessions, 1e6))
  }

  /// What an outcome that a probability decides is counted by.
  @inline(__always)
  func add(_ score: Counter, probability: Double) { add(score, Self.nano(probability)) }

  /// The day in whose interval (d − 1, d] a time lies; 0 for day 0 itself.
  @inline(__always)
  private func wholeDay(_ day: Double) -> Int {
    let whole = Int(day)
    return min(days, Double(whole) < day ? whole + 1 : whole)
  }

  /// A number that is not negative in fixed point.
  @inline(__always)
  static func fixed(_ number: Double, _ unit: Double) -> Int64 {
    let scaled = number * unit
    return scaled < 0x1p51 ? rounded(scaled) : Int64(scaled)
  }

  /// A probability in 1e-9.
  @inline(__always)
  static func nano(_ probability: Double) -> Int64 { rounded(probability * 1e9) }

  /// A number from 0 to 2⁵¹, rounded.
  @inline(__always)
  private static func rounded(_ number: Double) -> Int64 {
    // Adding 2⁵² rounds to a whole number and leaves it in the low bits.
    Int64(bitPattern: (number + 0x1p52).bitPattern &- 0x4330_0000_0000_0000)
  }

  /// Events that a gate dropped.
  @inline(__always)
  func addDropped(_ events: Int32) {
    guard events > 0 else { return }
    let dropped = Int64(events)
    add(.eventsDropped, dropped)
    let squared = dropped * dropped
    add(.eventsDroppedSquaredLow, squared & (1 << WideSum.lowBits - 1))
    add(.eventsDroppedSquaredHigh, squared >> WideSum.lowBits)
  }

  /// Installs of which some end authorized under this arm or under the baseline and not under the other.
  func addDiscordance(gained: Int64, lost: Int64) {
    all[Self.gainedOverBaseline] &+= gained
    all[Self.lostToBaseline] &+= lost
  }

  /// Everything that became of an install.
  @inline(__always)
  func add(_ outcome: borrowing Outcome) {
    let undisturbed = Int(outcome.sessionsUndisturbed)
    let lived = Int(outcome.sessions)
    addEnd(triggerReached: outcome.triggerReached, final: outcome.final)
    addLoss(undisturbed: undisturbed, lived: lived)
    addAsks(outcome)
    count(.attributed, if: outcome.attributed)
    count(.unreported, if: outcome.unreported)
    count(.trackedBeforePermission, if: outcome.trackedBeforePermission)
    count(.personalizable, if: outcome.personalizable)
    addDropped(outcome.eventsDropped)
    addSessions(
      authorized: Int(outcome.authorizedSessions), identified: Int(outcome.identifiedSessions),
      lived: lived)
    if let answer = outcome.answer {
      addAnswer(isAllowed: answer == .allow, day: outcome.decisionDay, allows: outcome.allows)
    }
  }
}

/// What comes of a life that was asked, and met nothing that only the machines follow.
extension TallyWriter {
  /// Counts a life in which the alert was answered, its asks and its losses aside.
  ///
  /// - Parameters:
  ///   - allows: the probability of allowing that decided the answer.
  ///   - day: of the answer's session.
  ///   - end: whether the install ends authorized, and how many of the `lived` sessions were.
  ///   - isSent: whether the install event went out before the answer; `nil` where no event is.
  @inline(__always)
  func addAnswered(
    isAllowed: Bool, allows: Double, day: Double, end: (isAuthorized: Bool, sessions: Int), lived: Int,
    _ score: AnswerScore, isSent: Bool?
  ) {
    addEnd(triggerReached: true, final: end.isAuthorized ? .authorized : .deniedByAnswer)
    addAnswer(isAllowed: isAllowed, day: day, allows: allows)
    addSessions(authorized: end.sessions, identified: end.sessions, lived: lived)
    count(.trackedBeforePermission, if: isSent == true)
    count(.attributed, if: isSent == false && isAllowed)  // R118
    count(.personalizable, if: end.isAuthorized)
    addScore(score, lived: lived)
    add(.personalizableScoreNano, probability: score.authorized)
    if isSent == false { add(.attributedScoreNano, probability: score.allows) }
  }

  /// Counts a life in which nobody answered, its asks and its losses aside.
  ///
  /// - Parameter isSent: whether the install event went out; `nil` where no event is.
  @inline(__always)
  func addUnanswered(isSent: Bool?) {
    addEnd(triggerReached: true, final: .undetermined)
    count(.trackedBeforePermission, if: isSent == true)
    count(.unreported, if: isSent == false)
  }
}
