import ExperimentDesign
import RandomStreams

/// How many sessions a life has: those that the person endures, or those that start by the horizon, whichever are
/// fewer.
///
/// Without a horizon it is geometric: by inversion, the person leaves after the first n with
/// (1 − p)ⁿ ≤ u. Without leaving it is one more than the visits by the horizon. No life has more than
/// ``ExperimentDesign/TallyLimits/sessionsOfALife``, which nobody lives.
struct LifeLength {
  /// Sessions lived.
  let sessions: Int
  /// Whether the life ends since the person leaves, not at the horizon.
  let leavesAtLast: Bool
  /// How many sessions would start by the horizon after the first if the person never left; 0 where nobody asked.
  let visits: Int

  /// One life, drawn from its install's stream.
  @inline(__always)
  init(_ stream: AddressedStream, leaving: Double, _ people: TrialSegment) {
    let u = Self.uniform(stream)
    guard Self.comesBack(u, leaving: leaving) else {
      (sessions, leavesAtLast, visits) = (1, true, 0)
      return
    }
    visits = Self.visits(stream, people)
    let endured = Self.endured(u, 1 - leaving)
    sessions = Int(Self.sessions(endured: endured, visits: Double(visits)))
    leavesAtLast = endured < Double(visits + 2)
  }

  /// The uniform that decides how many sessions a person endures.
  @inline(__always)
  static func uniform(_ stream: AddressedStream) -> Double {
    stream.uniform(purpose: DrawPurpose.sessionCount)
  }

  /// Whether a person lives a second session.
  @inline(__always)
  static func comesBack(_ u: Double, leaving: Double) -> Bool { 1 - leaving > u }

  /// Sessions until a person leaves who comes back; what is behind the point means nothing.
  @inline(__always)
  private static func endured(_ u: Double, _ staying: Double) -> Double {
    let log = ElementaryFunctions.log(staying)
    return log < 0 ? 1 + ElementaryFunctions.log(u) / log : .infinity
  }

  /// The same of two people.
  ///
  /// - Parameter logs: of what they stay with after a session.
  @inline(__always)
  static func endured(_ u: SIMD2<Double>, logs: SIMD2<Double>) -> SIMD2<Double> {
    let sessions = 1 + ElementaryFunctions.logOfNormals(u) / logs
    return sessions.replacing(with: .infinity, where: logs .>= 0)
  }

  /// How many sessions start by the horizon after the first if the person never leaves.
  @inline(__always)
  static func visits(_ stream: AddressedStream, _ people: TrialSegment) -> Int {
    let visits = people.visits.draw(from: stream, at: Address(purpose: DrawPurpose.visitCount))
    return min(visits, TallyLimits.sessionsOfALife - 1)
  }

  /// Sessions lived by a person who comes back; what is behind the point means nothing.
  ///
  /// - Parameter endured: sessions until the person leaves, at least 2.
  @inline(__always)
  static func sessions<Number: Lane>(endured: Number, visits: Number) -> Number {
    .lesser(endured, 1 + visits)
  }
}
