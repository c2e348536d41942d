/// Where the lives of an install under several arms begin to differ.
package struct Divergence: Encodable, Hashable, Sendable {
  /// The session, 1 for the install's own.
  package var session: Int
  /// Seconds since its process started.
  package var seconds: Double
}

extension InstallTrace {
  /// The first instant at which not all arms' lives are the same; `nil` where none is.
  package var divergence: Divergence? {
    guard let first = arms.first else { return nil }
    return arms.dropFirst().compactMap { first.divergence(from: $0) }
      .min { ($0.session, $0.seconds) < ($1.session, $1.seconds) }
  }
}

extension ArmTrace {
  /// Where two lives begin to differ.
  func divergence(from other: ArmTrace) -> Divergence? {
    for (own, others) in zip(sessions, other.sessions) where own != others {
      for (moment, otherMoment) in zip(own.moments, others.moments) where moment != otherMoment {
        return Divergence(session: own.number, seconds: min(moment.seconds, otherMoment.seconds))
      }
      let shared = min(own.moments.count, others.moments.count)
      let next = (own.moments.dropFirst(shared) + others.moments.dropFirst(shared)).first?.seconds
      return Divergence(session: own.number, seconds: next ?? min(own.seconds, others.seconds))
    }
    guard sessions.count != other.sessions.count else { return nil }
    return Divergence(session: min(sessions.count, other.sessions.count) + 1, seconds: 0)
  }
}
