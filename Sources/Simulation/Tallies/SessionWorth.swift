/// What a session is worth, and what many are: money from sums of sessions.
///
/// An install with s sessions, i of them identified, is worth s·otherwise + i·(identified −
/// otherwise), so its sum and its square follow from the sums of s, i, s², s·i and i². Nothing is
/// rounded to a fraction of the currency unit, so that the unit decides nothing.
struct SessionWorth {
  /// Units of the currency.
  var identified: Double
  /// Units of the currency.
  var otherwise: Double

  /// The sum over installs.
  func sum(sessions: Double, identified count: Double) -> Double {
    sessions * otherwise + count * (identified - otherwise)
  }

  /// The sum of squares over installs.
  func sumOfSquares(
    sessionsSquared: Double, identifiedTimesSessions: Double, identifiedSquared: Double
  ) -> Double {
    let gain = identified - otherwise
    // Rounding can leave a little less than nothing where nothing is left.
    return max(
      0,
      otherwise * otherwise * sessionsSquared + 2 * otherwise * gain * identifiedTimesSessions
        + gain * gain * identifiedSquared)
  }
}
