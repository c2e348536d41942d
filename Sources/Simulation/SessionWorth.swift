/// What a session is worth, and what many are: money from counts of sessions.
///
/// An install with s sessions, i of them identified, is worth s·otherwise + i·(identified −
/// otherwise), so its sum and its square follow from the sums of s, i, s², s·i and i².
struct SessionWorth {
  /// 1e-9 of the currency unit.
  var identified: Int64
  /// 1e-9 of the currency unit.
  var otherwise: Int64

  /// The sum over installs, 1e-9 of the currency unit; saturates.
  func nano(sessions: Int64, identified count: Int64) -> Int64 {
    let sum =
      Int128(sessions) * Int128(otherwise) + Int128(count) * (Int128(identified) - Int128(otherwise))
    return Int64(clamping: sum)
  }

  /// The sum over installs, 1e-9 of the currency unit, with identified sessions in millionths.
  func nano(sessions: Int64, identifiedMicro count: Int64) -> Int64 {
    let gain = Int128(count) * (Int128(identified) - Int128(otherwise)) / 1_000_000
    return Int64(clamping: Int128(sessions) * Int128(otherwise) + gain)
  }

  /// The sum of squares over installs, squares of 1e-6 of the currency unit; saturates.
  func microSquared(
    sessionsSquared: Double, identifiedTimesSessions: Double, identifiedSquared: Double
  ) -> Int64 {
    // A variance is all it is for: a double has digits enough, and cannot overflow here.
    let worth = Double(otherwise) * 1e-3
    let gain = (Double(identified) - Double(otherwise)) * 1e-3
    let sum =
      worth * worth * sessionsSquared + 2 * worth * gain * identifiedTimesSessions
      + gain * gain * identifiedSquared
    return sum < 0x1p63 ? Int64(sum.rounded()) : .max
  }
}
