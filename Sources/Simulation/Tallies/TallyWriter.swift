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
  /// Requests that were shown at once, and answered.
  static var askedOnce: Int { gainedOverBaseline + 2 }
  /// Pre-prompts that were continued at their first showing, to such a request.
  static var continuedOnce: Int { gainedOverBaseline + 3 }
  static var identifiedSessions: Int { gainedOverBaseline + 4 }
  static var firstWide: Int { gainedOverBaseline + 5 }
  static var firstDay: Int { firstWide + WideSum.count }
  // What a tally's number is worked out from stands where it will.
  static var lostSessions: Int { Counter.sessions.rawValue }

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

  /// How the install stands in the end, or how several alike stand.
  @inline(__always)
  func addEnd(triggerReached: Bool, final: FinalState, times: Int64 = 1) {
    if triggerReached { all[Counter.triggerReached.rawValue] &+= times }
    all[Counter.finalAuthorized.rawValue + final.rawValue] &+= times
  }

  /// Sessions of the undisturbed life that were not lived.
  @inline(__always)
  func addLoss(undisturbed: Int, lived: Int) {
    guard lived != undisturbed else { return }
    let undisturbed = Int64(undisturbed)
    let lived = Int64(lived)
    let lost = undisturbed - lived
    all[Self.lostSessions] &+= lost
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

  /// A request at the trigger that was shown and answered at once.
  @inline(__always)
  func addSingleAsk(isFirstSession: Bool, isPrimed: Bool, times: Int64 = 1) {
    all[Self.askedOnce] &+= times
    if isFirstSession { all[Counter.promptedFirstSession.rawValue] &+= times }
    if isPrimed { all[Self.continuedOnce] &+= times }
  }

  /// The one request of a device that answers by itself, for a number of installs.
  @inline(__always)
  func addSingleRequests(_ times: Int64 = 1) { all[Counter.requests.rawValue] &+= times }

  /// Sums over installs that hold the identifier iff they are authorized.
  func addSessions(authorized: Int64, squared: Int64, timesLived: Int64) {
    add(.authorizedSessions, authorized)
    add(.authorizedSessionsSquared, squared)
    all[Self.identifiedSessions] &+= authorized
    add(.identifiedSquared, squared)
    add(.identifiedTimesSessions, timesLived)
  }

  /// Sums over the scores of installs that hold the identifier iff they are authorized.
  ///
  /// - Parameters:
  ///   - score: 1e-6 of a session.
  ///   - squared: 1e-3 of a session squared.
  ///   - timesLived: 1e-3 of a session squared.
  func addSessionScores(_ score: Int64, squared: Int64, timesLived: Int64) {
    add(.authorizedSessionsScoreMicro, score)
    add(.authorizedSessionsScoreSquaredMilli, squared)
    add(.identifiedScoreMicro, score)
    add(.identifiedScoreSquaredMilli, squared)
    add(.identifiedScoreTimesSessionsMilli, timesLived)
  }

  /// First answers in the session of the install; see ``addScoreAtOnce(_:)``.
  func addAnswersAtOnce(isAllowed: Bool, times: Int64) {
    decisions._withUnsafeGuaranteedRef { $0.add(0, times: times) }
    all[Self.firstDay + (isAllowed ? 0 : days + 1)] &+= times
  }

  /// The sum of their probabilities of allowing, 1e-9.
  func addScoreAtOnce(_ nano: Int64) { all[Self.firstDay + 2 * (days + 1)] &+= nano }

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
  ///   - isPersonalizable: whether being authorized opens the install to personalised ads.
  ///   - isAttributed: whether the install event went out with the answer.
  @inline(__always)
  func addScore(
    _ score: AnswerScore, lived: Int, identifiedBefore: Int, isPersonalizable: Bool,
    isAttributed: Bool
  ) {
    let allowed = Self.nano(score.allows)
    add(.allowedScoreNano, allowed)
    let allowedSquared = Self.nano(score.allows * score.allows)
    add(.allowedScoreSquaredNano, allowedSquared)
    let authorized = Self.nano(score.authorized)
    let authorizedSquared = Self.nano(score.authorized * score.authorized)
    add(.authorizedScoreNano, authorized)
    add(.authorizedScoreSquaredNano, authorizedSquared)
    if isPersonalizable {
      add(.personalizableScoreNano, authorized)
      add(.personalizableScoreSquaredNano, authorizedSquared)
    }
    if isAttributed {
      add(.attributedScoreNano, allowed)
      add(.attributedScoreSquaredNano, allowedSquared)
    }
    let sessions = score.authorizedSessions
    let sum = Self.fixed(sessions, 1e6)
    let square = Self.fixed(sessions * sessions, 1e3)
    add(.authorizedSessionsScoreMicro, sum)
    add(.authorizedSessionsScoreSquaredMilli, square)
    let excess = score.sessions - Double(lived)
    if excess != 0 { add(.sessionsScoreExcessMicro, Int64((excess * 1e6).rounded())) }
    guard identifiedBefore == 0 else {
      addIdentifiedScore(Double(identifiedBefore) + sessions, sessions: score.sessions)
      return
    }
    add(.identifiedScoreMicro, sum)
    add(.identifiedScoreSquaredMilli, square)
    add(.identifiedScoreTimesSessionsMilli, Self.fixed(sessions * score.sessions, 1e3))
  }

  /// Expected sessions with a readable identifier.
  @inline(__always)
  func addIdentifiedScore(_ identified: Double, sessions: Double) {
    add(.identifiedScoreMicro, Self.fixed(identified, 1e6))
    add(.identifiedScoreSquaredMilli, Self.fixed(identified * identified, 1e3))
    add(.identifiedScoreTimesSessionsMilli, Self.fixed(identified * sessions, 1e3))
  }

  /// The probability that the install event carried the identifier.
  @inline(__always)
  func addAttributedScore(_ score: Double) {
    guard score != 0 else { return }
    add(.attributedScoreNano, Self.nano(score))
    add(.attributedScoreSquaredNano, Self.nano(score * score))
  }

  /// The probability of being open to personalised ads at the horizon.
  @inline(__always)
  func addPersonalizableScore(_ score: Double) {
    guard score != 0 else { return }
    add(.personalizableScoreNano, Self.nano(score))
    add(.personalizableScoreSquaredNano, Self.nano(score * score))
  }

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

  /// A probability, or its square, in 1e-9.
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

  /// A number of installs that end open to personalised ads.
  func addPersonalizable(times: Int64) { add(.personalizable, times) }

  /// Installs of which some end authorized under this arm or under the baseline and not under the other.
  func addDiscordance(gained: Int64, lost: Int64) {
    all[Self.gainedOverBaseline] &+= gained
    all[Self.lostToBaseline] &+= lost
  }

  /// Everything that became of an install.
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

/// The writers of a scenario's arms for one segment.
struct TallyWriters: BitwiseCopyable {
  /// Where lives are counted that are the same under every arm.
  let lives: UnsafeMutablePointer<Int64>
  let sums: UnsafeMutablePointer<Int64>
  /// From one arm's sums to the next one's.
  let stride: Int
  let days: Int
  let decisions: UnsafeMutablePointer<Unmanaged<DecisionDays>>

  /// An install that lives under every arm, and its undisturbed life.
  @inline(__always)
  func addLife(sessions: Int) {
    let sessions = Int64(sessions)
    lives[0] &+= 1
    lives[1] &+= sessions
    lives[2] &+= sessions * sessions
  }

  /// The same of some installs, by the sums of their sessions and of the squares.
  func addLives(_ installs: Int64, sessions: Int64, squared: Int64) {
    lives[0] &+= installs
    lives[1] &+= sessions
    lives[2] &+= squared
  }

  /// Lives that were cut because they had more sessions than a tally counts.
  func addOverlong(_ installs: Int) { lives[3] &+= Int64(installs) }

  @inline(__always)
  subscript(arm: Int) -> TallyWriter {
    TallyWriter(sums + arm * stride, days: days, decisions: decisions[arm])
  }
}
