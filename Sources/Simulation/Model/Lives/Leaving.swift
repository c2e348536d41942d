/// How annoyance adds to the probability of leaving for good after a session (model, section 5).
enum Leaving {
  /// The probability of leaving, annoyance included.
  ///
  /// - Parameters:
  ///   - leaving: the probability without it.
  ///   - stayProbability: that no annoyance of the session makes the person leave.
  @inline(__always)
  static func probability(_ leaving: Double, stayProbability: Double) -> Double {
    1 - (1 - leaving) * stayProbability
  }

  /// The uniform that decides after a session of which is known that the undisturbed life goes on: not below the
  /// probability of leaving without annoyance, and else as drawn.
  @inline(__always)
  static func uniform(ofStaying u: Double, _ leaving: Double) -> Double { leaving + (1 - leaving) * u }
}
