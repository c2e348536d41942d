/// Sums over the answers of an arm and block, two answers at a time.
///
/// The same integers as ``BatchTally/addAsked(_:authorizedSessions:lived:_:)`` one by one.
struct AnswerSums: BitwiseCopyable {
  /// Longer lives are counted one by one: rounding needs the room, and their chances a table.
  static var longest: Int { AnswerScore.Chances.most }

  /// 2⁵²: adding it rounds to a whole number and leaves it in the low bits.
  private static var shift: Double { 0x1p52 }

  // Of numbers in fixed point, as they stand above 2⁵².
  private var authorized = SIMD2<UInt64>()
  private var authorizedSquared = SIMD2<UInt64>()
  private var sessions = SIMD2<UInt64>()
  private var sessionsSquared = SIMD2<UInt64>()
  private var sessionsTimesLived = SIMD2<UInt64>()
  private var allowed = SIMD2<UInt64>()
  private var allowedSquared = SIMD2<UInt64>()
  private var count: UInt64 = 0
  // Of some answers only, therefore without it.
  private var allowedAtOnce: UInt64 = 0
  private var allowedLate: UInt64 = 0
  private var allowedSquaredLate: UInt64 = 0
  // Of the answers as they were given: sessions that ended authorized.
  private var ended: Int64 = 0
  private var endedSquared: Int64 = 0
  private var endedTimesLived: Int64 = 0

  /// Adds two answers.
  ///
  /// - Parameters:
  ///   - isFirst: whether each is given in the first session, as 0 or 1.
  ///   - isEarly: whether the install event was out before, as 0 or 1.
  @inline(__always)
  mutating func add(
    _ score: AnswerScore.Pair, lived: SIMD2<Double>, isFirst: (UInt64, UInt64), isEarly: (UInt64, UInt64)
  ) {
    count &+= 1
    authorized &+= Self.nano(score.authorized)
    authorizedSquared &+= Self.nano(score.authorized * score.authorized)
    let sum = score.authorizedSessions
    sessions &+= Self.fixed(sum, 1e6)
    sessionsSquared &+= Self.fixed(sum * sum, 1e3)
    sessionsTimesLived &+= Self.fixed(sum * lived, 1e3)
    let nano = Self.nano(score.allows)
    let nanoSquared = Self.nano(score.allows * score.allows)
    allowed &+= nano
    allowedSquared &+= nanoSquared
    let low = Self.shift.bitPattern
    let late = (isEarly.0 &- 1, isEarly.1 &- 1)
    allowedAtOnce &+= (nano[0] &- low) & (0 &- isFirst.0)
    allowedAtOnce &+= (nano[1] &- low) & (0 &- isFirst.1)
    allowedLate &+= ((nano[0] &- low) & late.0) &+ ((nano[1] &- low) & late.1)
    allowedSquaredLate &+=
      ((nanoSquared[0] &- low) & late.0) &+ ((nanoSquared[1] &- low) & late.1)
  }

  /// Adds how one ends who lives few sessions.
  @inline(__always)
  mutating func addEnd(authorizedSessions: Int, lived: Int) {
    let sessions = Int64(authorizedSessions)
    ended &+= sessions
    endedSquared &+= sessions &* sessions
    endedTimesLived &+= sessions &* Int64(lived)
  }

  /// Adds the sums to those of an arm.
  func add(to tally: BatchTally) {
    tally.addScores(
      allowed: whole(allowed), squared: whole(allowedSquared), atOnce: Int64(bitPattern: allowedAtOnce),
      late: Int64(bitPattern: allowedLate), lateSquared: Int64(bitPattern: allowedSquaredLate))
    tally.addScores(
      authorized: whole(authorized), squared: whole(authorizedSquared), sessions: whole(sessions),
      sessionsSquared: whole(sessionsSquared), timesLived: whole(sessionsTimesLived))
    tally.addSessions(authorized: ended, squared: endedSquared, timesLived: endedTimesLived)
  }

  private func whole(_ sum: SIMD2<UInt64>) -> Int64 {
    Int64(bitPattern: sum[0] &+ sum[1] &- 2 &* count &* Self.shift.bitPattern)
  }

  @inline(__always)
  private static func nano(_ probability: SIMD2<Double>) -> SIMD2<UInt64> { fixed(probability, 1e9) }

  @inline(__always)
  private static func fixed(_ number: SIMD2<Double>, _ unit: Double) -> SIMD2<UInt64> {
    unsafeBitCast(number * unit + shift, to: SIMD2<UInt64>.self)
  }
}
