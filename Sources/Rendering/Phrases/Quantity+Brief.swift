/// Numbers of a first screen: as many digits as a reader can use, never more than the error supports.
extension Quantity {
  /// `20.0%`, `9.84`, `2.2 pp`.
  ///
  /// - Parameters:
  ///   - negligible: of a difference, what it is said to be below: `< 0.05 pp`.
  ///   - decimals: of a share, at most.
  package func brief(_ look: Look = [], negligible: Double? = nil, decimals: Int = 1) -> Phrase {
    let suffix = look.contains(.bare) ? "" : unit.suffix
    if let negligible {
      if value == 0, error ?? 0 == 0 { return Phrase(number: "0" + suffix) }
      if abs(value) < negligible {
        return "< \(number: SupportedDigits.oneDigitUp(negligible * unit.scale) + suffix)"
      }
    }
    guard unit.isPercent else { return mean(look) }
    if unit == .share, value > 0, value < 0.0005 { return Phrase(number: "<0.05%") }
    let supported = min(decimals, SupportedDigits.decimals(error: error.map { $0 * 100 }, plain: decimals))
    return Self.fixed(value, unit, supported, look)
  }

  /// Numbers that stand in one column: shares with as many decimals as the least certain of them supports.
  package static func column(_ quantities: [Quantity?]) -> [Phrase] {
    let error = quantities.compactMap { $0?.error }.max()
    let decimals = min(1, SupportedDigits.decimals(error: error.map { $0 * 100 }, plain: 1))
    return quantities.map { $0?.brief(decimals: decimals) ?? "–" }
  }

  /// `28%`: whole per cent, one decimal below 1%.
  package var rough: Phrase { brief(decimals: value < 0.01 && value > 0 ? 1 : 0) }

  /// `-4.2 to +10.3 pp`; `nil` where the trials are too few for a range.
  package func briefRange(_ look: Look = []) -> Phrase? {
    guard let range, error != 0 else { return nil }
    let ends = [range.lower, range.upper].map { end in
      unit.isPercent
        ? SupportedDigits.text(100 * end, decimals: 1, signed: true)
        : SupportedDigits.number(
          end * unit.scale, error: (range.upper - range.lower) / 20 * unit.scale, plain: 2, signed: true)
    }
    let suffix = look.contains(.bare) ? "" : unit.suffix
    return "\(number: ends[0]) to \(number: ends[1] + suffix)"
  }

  /// `+1.2 pp (90% range -3.7 to +6.4)`: a difference and its range, as far as it has one.
  package func withRange(negligible: Double) -> Phrase {
    let range: Phrase? = briefRange(.bare).map { " (90% range \($0))" }
    return "\(brief(.signed, negligible: negligible))\(range)"
  }

  /// A chance of something, never rounded to certainty: `67%`, `0.5%`, `<0.1%`; whole per cent from 1% on.
  package static func chance(_ share: Double?) -> Phrase {
    guard let share else { return "–" }
    if share > 0.9995 { return share == 1 ? "\(number: "100%")" : "\(number: ">99.9%")" }
    if share > 0, share < 0.001 { return "\(number: "<0.1%")" }
    if share > 0, share < 0.01 { return fixed(share, .share, 1) }
    // One that is just too small for a word of confidence is not rounded up to it.
    let isBelowWord = [0.8, 0.95].contains { $0 - 0.005 <= share && share < $0 }
    return fixed(share, .share, share > 0.99 || isBelowWord ? 1 : 0)
  }

  /// A chance that some draws gave, never said more surely than they can show: 50 without an exception are `>94%`.
  package static func chance(_ share: Double?, draws: Int) -> Phrase {
    guard let share else { return "–" }
    let bound = min(0.5, 3 / Double(max(1, draws)))
    if share > 1 - bound { return Phrase(number: ">" + limit(1 - bound)) }
    return share < bound ? Phrase(number: "<" + limit(bound)) : chance(share)
  }

  /// The least or most that draws can show, rounded away from certainty: `94%`, `99.7%`.
  private static func limit(_ share: Double) -> String {
    let percent = 100 * share
    let isNearEnd = percent > 99 || percent < 1
    let step = isNearEnd ? 10.0 : 1
    let rounded = percent > 50 ? (percent * step + 1e-9).rounded(.down) : (percent * step - 1e-9).rounded(.up)
    return SupportedDigits.text(rounded / step, decimals: isNearEnd ? 1 : 0) + "%"
  }

  /// A number with some decimals, whatever its error: `20.6%`, `+0.50 pp`.
  package static func fixed(_ value: Double, _ unit: Unit, _ decimals: Int, _ look: Look = []) -> Phrase {
    let number = SupportedDigits.text(value * unit.scale, decimals: decimals, signed: look.contains(.signed))
    return Phrase(number: number + (look.contains(.bare) ? "" : unit.suffix))
  }

  /// A power in whole percent: `80%`, `<1%`, `>99%`.
  package static func power(_ power: Double) -> Phrase {
    power < 0.005
      ? Phrase(number: "<1%") : power > 0.995 ? Phrase(number: ">99%") : fixed(power, .share, 0)
  }

  /// A chance of a few percent, with the digit that tells it from 0: `0.6%`.
  package static func smallChance(_ chance: Double) -> Phrase {
    chance < 0.0005 ? Phrase(number: "<0.1%") : fixed(chance, .share, 1)
  }

  /// How many, with the thousands apart and the digits that the error supports: `11,300`.
  package static func count(_ value: Double, error: Double) -> Phrase {
    guard value.isFinite, abs(value) < 1e15 else {
      return Phrase(number: SupportedDigits.number(value, error: error))
    }
    var step = 1.0
    while step * 10 <= error { step *= 10 }
    return Phrase(number: SupportedDigits.grouped(Int((value / step).rounded() * step)))
  }
}
