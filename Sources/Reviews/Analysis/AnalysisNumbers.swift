import Foundation
import Inference
import Rendering

/// Rates, intervals and p-values of an analysis as a person reads them: with as many decimals as half of an interval's
/// width supports.
struct AnalysisNumbers {
  /// What levels are in; differences of shares are in points.
  var unit = Unit.share
  /// Numbers that an end of a difference must not read as unless it is one: a margin.
  var deciding: [Double] = []

  /// Shares, in per cent and points.
  static let shares = AnalysisNumbers()

  private func decimals(_ interval: Interval?, deciding: [Double] = []) -> Int {
    guard let interval else { return unit.plainDecimals }
    let half = (interval.upper - interval.lower) / 2 * unit.scale
    var decimals = max(
      unit.isPercent ? 1 : 0, SupportedDigits.decimals(error: half / 2, plain: unit.plainDecimals))
    func isHidden(_ end: Double) -> Bool {
      deciding.contains { limit in
        limit != end && Quantity.fixed(limit, unit, decimals) == Quantity.fixed(end, unit, decimals)
      }
    }
    while decimals < 5, isHidden(interval.lower) || isHidden(interval.upper) { decimals += 1 }
    return decimals
  }

  /// `20.6%`; a dash where there is none.
  func level(_ level: Double?, _ interval: Interval?) -> Phrase {
    level.map { Quantity.fixed($0, unit, decimals(interval)) } ?? "–"
  }

  /// `18.9 to 22.4`.
  func levels(_ interval: Interval?) -> Phrase {
    guard let interval else { return "–" }
    let ends = [interval.lower, interval.upper].map { Quantity.fixed($0, unit, decimals(interval), .bare) }
    return "\(ends[0]) to \(ends[1])"
  }

  /// `+4.2`, in points.
  func difference(
    _ difference: Double?, _ interval: Interval? = nil, _ look: Quantity.Look = .signed
  ) -> Phrase {
    guard let difference else { return "–" }
    return Quantity.fixed(
      difference, unit, decimals(interval, deciding: [0] + deciding), look.union(.bare))
  }

  /// `-1.4 to +0.8`; an end that is not 0 never reads as 0.
  func differences(_ interval: Interval?) -> Phrase {
    interval.map { "\(lower(of: $0)) to \(difference($0.upper, $0))" } ?? "–"
  }

  /// The lower end of a difference.
  func lower(of interval: Interval) -> Phrase { difference(interval.lower, interval) }

  /// A margin with a digit more than a difference without an interval.
  func margin(_ margin: Double) -> Phrase { Quantity.fixed(margin, unit, unit.plainDecimals + 1, .bare) }

  // MARK: - Of any unit

  /// `1.20`, with decimals for the ends of its interval to differ.
  static func ratio(_ ratio: Double?) -> Phrase {
    ratio.map { Quantity.fixed($0, .number, $0 >= 100 ? 0 : 2) } ?? "–"
  }

  /// `1.07 to 1.35`; `∞` where a ratio has no upper end.
  static func ratioInterval(_ interval: Interval?) -> Phrase {
    guard let interval else { return "–" }
    return "\(ratio(interval.lower)) to \(interval.upper.isFinite ? ratio(interval.upper) : "∞")"
  }

  /// `0.023`, `3.1e-9`; nothing reads as 0.
  static func p(_ p: PValue?) -> Phrase {
    guard let p else { return "–" }
    if p.value > 0.001 { return Quantity.fixed(p.value, .number, p.value < 0.1 ? 4 : 3) }
    guard p.value > 0 else { return Phrase(number: "<1e-300") }
    let power = log10(p.value)
    var exponent = Int(power.rounded(.down))
    var mantissa = pow(10, power - Double(exponent))
    if mantissa >= 9.95 {
      mantissa = 1
      exponent += 1
    }
    return Phrase(number: "\(SupportedDigits.text(mantissa, decimals: 1))e\(exponent)")
  }

  /// An expected loss in points, to two digits: `0.0029`; `<0.0001` below.
  static func loss(_ loss: Double?) -> Phrase {
    guard let loss else { return "–" }
    if 100 * loss < 0.0001 { return Phrase(number: loss > 0 ? "<0.0001" : "0") }
    let digits = 1 - Int(log10(100 * loss).rounded(.down))
    return Quantity.fixed(loss, .points, min(4, max(1, digits)), .bare)
  }

  /// `99.9%`, never rounded to certainty.
  static func probability(_ probability: Double?) -> Phrase {
    guard let probability else { return "–" }
    if probability > 0.999 { return Phrase(number: ">99.9%") }
    return probability < 0.001 ? Phrase(number: "<0.1%") : Quantity.fixed(probability, .share, 1)
  }
}
