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
    let endured = Self.endured(stream.uniform(purpose: DrawPurpose.sessionCount), leaving: leaving)
    guard endured > 1 else {
      (sessions, leavesAtLast, visits) = (1, true, 0)
      return
    }
    visits = min(
      people.visits.draw(from: stream, at: Address(purpose: DrawPurpose.visitCount)),
      TallyLimits.sessionsOfALife - 1)
    sessions = Int(min(endured, 1 + Double(visits)))
    leavesAtLast = endured < Double(visits + 2)
  }

  /// Whether a person lives a second session.
  @inline(__always)
  static func comesBack(_ stream: AddressedStream, leaving: Double) -> Bool {
    1 - leaving > stream.uniform(purpose: DrawPurpose.sessionCount)
  }

  /// Sessions until the person leaves; what is behind the point means nothing.
  @inline(__always)
  static func endured(_ u: Double, leaving: Double) -> Double {
    guard 1 - leaving > u else { return 1 }
    let log = ElementaryFunctions.log(1 - leaving)
    return log < 0 ? 1 + ElementaryFunctions.log(u) / log : .infinity
  }
}
