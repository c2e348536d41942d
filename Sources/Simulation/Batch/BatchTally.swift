import ExperimentDesign
import PromptFlow

/// What became of the installs of one arm and segment that met nothing out of the ordinary.
///
/// Much that a ``TallyWriter`` counts follows from few facts about such an install. So it is counted by
/// these facts, in one addition, and what each means is worked out once for all of a work unit.
struct BatchTally: BitwiseCopyable {
  private let all: UnsafeMutablePointer<Int64>

  /// Numbers per arm and segment.
  static var size: Int { firstScore + scores }

  /// How an install ends that was not shown the alert.
  enum Unasked: Int {
    case restricted = 0
    case deniedByDevice = 1
    case undetermined = 2
    /// The install event went out nevertheless.
    case undeterminedSent = 3
  }

  // Unasked ends, twice: with the trigger not reached, and reached.
  private static var unasked: Int { 8 }
  /// Asked: whether in the first session, the install event was out before, the answer allowed, and the
  /// install ends authorized; one bit each.
  private static var asked: Int { 16 }
  private static var singleRequests: Int { unasked + asked }
  private static var gained: Int { singleRequests + 1 }
  private static var lost: Int { singleRequests + 2 }
  private static var differenceSquared: Int { singleRequests + 3 }
  private static var authorizedSessions: Int { singleRequests + 4 }
  private static var authorizedSquared: Int { singleRequests + 5 }
  private static var authorizedTimesLived: Int { singleRequests + 6 }
  private static var firstScore: Int { singleRequests + 7 }
  // Scores: of all, of the first session's, and of those whose install event waits for the answer.
  private static var allowed: Int { firstScore }
  private static var allowedSquared: Int { firstScore + 1 }
  private static var allowedAtOnce: Int { firstScore + 2 }
  private static var allowedLate: Int { firstScore + 3 }
  private static var allowedSquaredLate: Int { firstScore + 4 }
  private static var authorized: Int { firstScore + 5 }
  private static var authorizedScoreSquared: Int { firstScore + 6 }
  private static var sessions: Int { firstScore + 7 }
  private static var sessionsSquared: Int { firstScore + 8 }
  private static var sessionsTimesLived: Int { firstScore + 9 }
  private static var scores: Int { 10 }

  init(_ all: UnsafeMutablePointer<Int64>) { self.all = all }

  /// An install that was shown no alert.
  @inline(__always)
  func addUnasked(_ end: Unasked, triggerReached: Bool, times: Int = 1) {
    all[end.rawValue + (triggerReached ? 4 : 0)] &+= Int64(times)
  }

  /// The single requests of a number of devices that answer by themselves.
  @inline(__always)
  func addSingleRequests(_ times: Int) { all[Self.singleRequests] &+= Int64(times) }

  /// An install that was asked once, at the trigger, and answered.
  ///
  /// - Parameters:
  ///   - facts: one bit each, see above.
  ///   - authorizedSessions: sessions that ended authorized.
  ///   - lived: sessions that were lived.
  @inline(__always)
  func addAsked(_ facts: Int, authorizedSessions: Int, lived: Int, _ score: AnswerScore) {
    addAnswer(facts)
    let ended = Int64(authorizedSessions)
    addSessions(authorized: ended, squared: ended &* ended, timesLived: ended &* Int64(lived))
    let allowed = TallyWriter.nano(score.allows)
    let squared = TallyWriter.nano(score.allows * score.allows)
    let isLate = facts & 2 == 0
    addScores(
      allowed: allowed, squared: squared, atOnce: facts & 1 == 1 ? allowed : 0, late: isLate ? allowed : 0,
      lateSquared: isLate ? squared : 0)
    let sessions = score.authorizedSessions
    addScores(
      authorized: TallyWriter.nano(score.authorized),
      squared: TallyWriter.nano(score.authorized * score.authorized),
      sessions: TallyWriter.fixed(sessions, 1e6),
      sessionsSquared: TallyWriter.fixed(sessions * sessions, 1e3),
      timesLived: TallyWriter.fixed(sessions * score.sessions, 1e3))
  }

  /// The facts of an answer alone.
  @inline(__always)
  func addAnswer(_ facts: Int) { all[Self.unasked + facts] &+= 1 }

  /// Sessions that ended authorized, their squares, and their products with the sessions that were lived.
  @inline(__always)
  func addSessions(authorized: Int64, squared: Int64, timesLived: Int64) {
    all[Self.authorizedSessions] &+= authorized
    all[Self.authorizedSquared] &+= squared
    all[Self.authorizedTimesLived] &+= timesLived
  }

  /// Probabilities of allowing, and their squares, in 1e-9.
  ///
  /// - Parameters:
  ///   - atOnce: of answers in the first session.
  ///   - late: of answers that the install event waits for.
  @inline(__always)
  func addScores(allowed: Int64, squared: Int64, atOnce: Int64, late: Int64, lateSquared: Int64) {
    all[Self.allowed] &+= allowed
    all[Self.allowedSquared] &+= squared
    all[Self.allowedAtOnce] &+= atOnce
    all[Self.allowedLate] &+= late
    all[Self.allowedSquaredLate] &+= lateSquared
  }

  /// Expected ends, in 1e-9, and sessions, in 1e-6, their squares and products in 1e-3.
  @inline(__always)
  func addScores(
    authorized: Int64, squared: Int64, sessions: Int64, sessionsSquared: Int64, timesLived: Int64
  ) {
    all[Self.authorized] &+= authorized
    all[Self.authorizedScoreSquared] &+= squared
    all[Self.sessions] &+= sessions
    all[Self.sessionsSquared] &+= sessionsSquared
    all[Self.sessionsTimesLived] &+= timesLived
  }

  /// How the ends of some installs compare with those under the baseline.
  @inline(__always)
  func addDiscordance(squares: Int64, gained: Int64, lost: Int64) {
    all[Self.differenceSquared] &+= squares
    all[Self.gained] &+= gained
    all[Self.lost] &+= lost
  }

  /// How the end compares with the end under the baseline.
  @inline(__always)
  func addDiscordance(
    _ isAuthorized: Bool, _ isAuthorizedUnderBaseline: Bool, scores: Double, _ underBaseline: Double
  ) {
    let difference = scores - underBaseline
    all[Self.differenceSquared] &+= TallyWriter.nano(difference * difference)
    if isAuthorized != isAuthorizedUnderBaseline {
      all[isAuthorized ? Self.gained : Self.lost] &+= 1
    }
  }

  /// Adds everything to where the other installs of the arm and segment are counted.
  func add(to writer: TallyWriter, hasGate: Bool, isPrimed: Bool) {
    addUnasked(to: writer, hasGate: hasGate)
    addAsked(to: writer, hasGate: hasGate, isPrimed: isPrimed)
    addScores(to: writer, hasGate: hasGate)
    writer.addSingleRequests(all[Self.singleRequests])
    writer.addDiscordance(gained: all[Self.gained], lost: all[Self.lost])
    writer.add(.authorizedScoreDifferenceSquaredNano, all[Self.differenceSquared])
    writer.addSessions(
      authorized: all[Self.authorizedSessions], squared: all[Self.authorizedSquared],
      timesLived: all[Self.authorizedTimesLived])
  }

  private func addUnasked(to writer: TallyWriter, hasGate: Bool) {
    for reached in [false, true] {
      let base = reached ? 4 : 0
      let finals: [(Unasked, FinalState)] = [
        (.restricted, .restricted), (.deniedByDevice, .deniedByDevice), (.undetermined, .undetermined),
        (.undeterminedSent, .undetermined),
      ]
      for (end, final) in finals {
        writer.addEnd(triggerReached: reached, final: final, times: all[base + end.rawValue])
      }
      guard hasGate else { continue }
      writer.add(.unreported, all[base + Unasked.undetermined.rawValue])
      writer.add(.trackedBeforePermission, all[base + Unasked.undeterminedSent.rawValue])
    }
  }

  private func addAsked(to writer: TallyWriter, hasGate: Bool, isPrimed: Bool) {
    for facts in 0..<Self.asked {
      let times = all[Self.unasked + facts]
      guard times != 0 else { continue }
      let isFirstSession = facts & 1 != 0
      let isEarly = facts & 2 != 0
      let isAllowed = facts & 4 != 0
      let isAuthorized = facts & 8 != 0
      writer.addSingleAsk(isFirstSession: isFirstSession, isPrimed: isPrimed, times: times)
      writer.addEnd(
        triggerReached: true, final: isAuthorized ? .authorized : .deniedByAnswer, times: times)
      if isAuthorized { writer.addPersonalizable(times: times) }
      if isFirstSession { writer.addAnswersAtOnce(isAllowed: isAllowed, times: times) }
      guard hasGate else { continue }
      if isEarly {
        writer.add(.trackedBeforePermission, times)
      } else if isAllowed {
        writer.add(.attributed, times)  // R118
      }
    }
  }

  private func addScores(to writer: TallyWriter, hasGate: Bool) {
    writer.add(.allowedScoreNano, all[Self.allowed])
    writer.add(.allowedScoreSquaredNano, all[Self.allowedSquared])
    writer.addScoreAtOnce(all[Self.allowedAtOnce])
    if hasGate {
      writer.add(.attributedScoreNano, all[Self.allowedLate])
      writer.add(.attributedScoreSquaredNano, all[Self.allowedSquaredLate])
    }
    for counter in [Counter.authorizedScoreNano, .personalizableScoreNano] {
      writer.add(counter, all[Self.authorized])
    }
    for counter in [Counter.authorizedScoreSquaredNano, .personalizableScoreSquaredNano] {
      writer.add(counter, all[Self.authorizedScoreSquared])
    }
    writer.addSessionScores(
      all[Self.sessions], squared: all[Self.sessionsSquared], timesLived: all[Self.sessionsTimesLived])
  }
}
