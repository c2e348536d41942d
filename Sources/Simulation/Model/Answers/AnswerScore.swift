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

  /// Later chances to change the answer.
  ///
  /// Lives of few sessions, most of them, find the powers of what one session leaves in a table.
  final class Settings: Sendable {
    /// (1 − ρ − ν) to the power of a number of steps, and the sum of the powers from 0 on to it.
    struct Steps: BitwiseCopyable {
      let power: Double
      let sum: Double
    }

    let reenable: Double
    let revoke: Double
    /// π.
    fileprivate let rest: Double
    private let few: FixedList<Steps>
    /// Steps in the table, and one.
    private static let most = 256

    init(reenable: Double, revoke: Double) {
      self.reenable = reenable
      self.revoke = revoke
      let change = reenable + revoke
      rest = change > 0 ? reenable / change : 0
      few = FixedList(count: Self.most) { list in
        list.initialize(to: Self.steps(0, power: 1, change: change))
        var square = 1 - change
        var first = 1
        while first < Self.most {
          // A power by repeated squaring multiplies by the square of its highest bit last.
          for number in first..<min(2 * first, Self.most) {
            let power = list[number - first].power * square
            (list + number).initialize(to: Self.steps(number, power: power, change: change))
          }
          square *= square
          first *= 2
        }
      }
    }

    @inline(__always)
    fileprivate func steps(_ number: Int) -> Steps {
      guard number >= few.count else { return few[number] }
      let change = reenable + revoke
      return Self.steps(number, power: AnswerScore.power(1 - change, number), change: change)
    }

    /// - Parameter power: 1 − ρ − ν to that number.
    @inline(__always)
    private static func steps(_ number: Int, power: Double, change: Double) -> Steps {
      let count = Double(number + 1)
      guard change > 0 else { return Steps(power: 1, sum: count) }
      // Where the powers hardly fall, to second order, as the quotient cancels.
      let sum =
        change * count > 1e-4
        ? (1 - power * (1 - change)) / change
        : count * (1 - change * (count - 1) / 2 * (1 - change * (count - 2) / 3))
      return Steps(power: power, sum: sum)
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
    let taken = settings.steps(steps)
    let rest = settings.rest
    let above = start - rest
    return (rest + above * taken.power, rest * Double(steps + 1) + above * taken.sum)
  }

  /// A whole power by repeated squaring.
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
