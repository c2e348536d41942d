import RandomStreams

/// What becomes of an install in expectation over its one answer and later visits to Settings.
///
/// Everything else of its life (sessions until the answer, its seconds, the annoyance of the alert)
/// is as drawn: none of it depends on what is answered. Authorized with probability P at the answer,
/// an install that visits Settings once per later session, with ρ to re-enable and ν to revoke, is
/// authorized after j of them with probability π + (P − π)(1 − ρ − ν)^j, π = ρ/(ρ + ν). Where a
/// denial alone leads to the settings link (R39), which changes one chance and can end the life,
/// both branches are followed with their weights.
struct AnswerScore {
  /// P: the probability of allowing.
  let allows: Double
  /// The probability of being authorized at the horizon.
  let authorized: Double
  /// Expected sessions that end authorized, that of the answer included.
  let authorizedSessions: Double
  /// Expected sessions of the whole life.
  let sessions: Double

  /// The chances per later session to change the answer.
  struct Settings: BitwiseCopyable {
    let reenable: Double
    let revoke: Double
    /// π.
    fileprivate let rest: Double

    init(reenable: Double, revoke: Double) {
      self.reenable = reenable
      self.revoke = revoke
      rest = reenable + revoke > 0 ? reenable / (reenable + revoke) : 0
    }
  }

  /// A life whose length does not depend on the answer.
  ///
  /// - Parameters:
  ///   - answeredIn: the session of the answer, 0-based.
  ///   - lived: sessions lived in all.
  @inline(__always)
  init(allows: Double, answeredIn: Int, lived: Int, _ settings: Settings) {
    self.allows = allows
    (authorized, authorizedSessions) = Self.chain(from: allows, steps: lived - answeredIn - 1, settings)
    sessions = Double(lived)
  }

  /// A life that a denial may shorten.
  ///
  /// - Parameters:
  ///   - livedAllowing: sessions lived by who allows.
  ///   - livedDenying: sessions lived by who denies.
  ///   - firstReenable: the chance to re-enable in the session after a denial.
  init(
    allows: Double, answeredIn: Int, livedAllowing: Int, livedDenying: Int, firstReenable: Double,
    _ settings: Settings
  ) {
    self.allows = allows
    let allowing = Self.chain(from: 1, steps: livedAllowing - answeredIn - 1, settings)
    let later = livedDenying - answeredIn - 1
    let denying =
      later > 0 ? Self.chain(from: firstReenable, steps: later - 1, settings) : (end: 0, sum: 0)
    authorized = allows * allowing.end + (1 - allows) * denying.end
    authorizedSessions = allows * allowing.sum + (1 - allows) * denying.sum
    sessions = allows * Double(livedAllowing) + (1 - allows) * Double(livedDenying)
  }

  /// The probability after a number of steps, and the sum of the probabilities from the start on.
  @inline(__always)
  private static func chain(
    from start: Double, steps: Int, _ settings: Settings
  ) -> (end: Double, sum: Double) {
    let change = settings.reenable + settings.revoke
    let count = Double(steps + 1)
    guard change > 0 else { return (start, start * count) }
    let above = start - settings.rest
    let power = power(1 - change, steps)
    // Of the powers; where they hardly fall, to second order, as the quotient cancels.
    let sum =
      change * count > 1e-4
      ? (1 - power * (1 - change)) / change
      : count * (1 - change * (count - 1) / 2 * (1 - change * (count - 2) / 3))
    return (settings.rest + above * power, settings.rest * count + above * sum)
  }

  /// A whole power by repeated squaring.
  @inline(__always)
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var left = exponent
    while left > 0 {
      if left & 1 == 1 { result *= square }
      square *= square
      left >>= 1
    }
    return result
  }
}
