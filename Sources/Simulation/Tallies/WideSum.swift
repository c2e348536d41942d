/// What is summed over installs and can pass 64 bits in a trial, though not in a work unit.
///
/// A ``TallyWriter`` keeps each in 64 bits, a ``TrialAccumulator`` adds units up in 128.
enum WideSum: Int, CaseIterable {
  case sessionsSquared
  case authorizedSessionsSquared
  case sessionsLostSquared
  /// The square's last ``lowBits`` bits.
  case eventsDroppedSquaredLow
  /// The square's other bits.
  case eventsDroppedSquaredHigh
  case identifiedSquared
  case identifiedTimesSessions
  /// 1e-6 of a session more than were lived.
  case sessionsScoreExcessMicro
  /// 1e-6 of a session.
  case authorizedSessionsScoreMicro
  /// 1e-6 of a session.
  case identifiedScoreMicro

  /// How many there are; a constant to the compiler, as the number of all cases is not.
  static var count: Int { 1 + WideSum.identifiedScoreMicro.rawValue }

  /// Where a square of dropped events is cut in two: each half of a unit's fits 64 bits.
  static var lowBits: Int64 { 40 }
}
