import Foundation
import Inference
import Rendering

/// Rates, intervals and p-values of an analysis as a person reads them: with as many decimals as half of an interval's
/// width supports.
struct AnalysisNumbers {
  /// What numbers are printed in units of: 100 for per cent and points.
  var scale = 100.0
  /// Decimals without an interval, and at least as many of shares.
  var plain = 1
  /// Numbers that an end of a difference must not read as unless it is one: a margin.
  var deciding: [Double] = []

  /// Shares, in per cent and points.
  static let shares = AnalysisNumbers()

  private func decimals(_ interval: ConfidenceInterval?, deciding: [Double] = []) -> Int {
    guard let interval else { return plain }
    let half = (interval.upper - interval.lower) / 2 * scale
    var decimals = max(scale == 1 ? 0 : 1, SupportedDigits.decimals(error: half / 2, plain: plain))
    func isHidden(_ end: Double) -> Bool {
      deciding.contains { limit in
        limit != end
          && SupportedDigits.text(limit * scale, decimals: decimals)
            == SupportedDigits.text(end * scale, decimals: decimals)
      }
    }
    while decimals < 5, isHidden(interval.lower) || isHidden(interval.upper) { decimals += 1 }
    return decimals
  }

  private func number(_ value: Double, _ decimals: Int, signed: Bool = false, unit: String = "") -> Phrase {
    Phrase(number: SupportedDigits.text(value * scale, decimals: decimals, signed: signed) + unit)
  }

  /// `20.6%`; a dash where there is none.
  func level(_ level: Double?, _ interval: ConfidenceInterval?) -> Phrase {
    guard let level else { return "–" }
    return number(level, decimals(interval), unit: scale == 100 ? "%" : "")
  }

  /// `18.9 to 22.4`.
  func levels(_ interval: ConfidenceInterval?) -> Phrase {
    guard let interval else { return "–" }
    let decimals = decimals(interval)
    return "\(number(interval.lower, decimals)) to \(number(interval.upper, decimals))"
  }

  /// `+4.2`, in points.
  func difference(_ difference: Double?, _ interval: ConfidenceInterval? = nil, signed: Bool = true) -> Phrase
  {
    guard let difference else { return "–" }
    return number(difference, decimals(interval, deciding: [0] + deciding), signed: signed)
  }

  /// `-1.4 to +0.8`; an end that is not 0 never reads as 0.
  func differences(_ interval: ConfidenceInterval?) -> Phrase {
    guard let interval else { return "–" }
    return "\(lower(of: interval)) to \(end(interval.upper, of: interval))"
  }

  /// The lower end of a difference.
  func lower(of interval: ConfidenceInterval) -> Phrase { end(interval.lower, of: interval) }

  private func end(_ end: Double, of interval: ConfidenceInterval) -> Phrase {
    number(end, decimals(interval, deciding: [0] + deciding), signed: true)
  }

  /// A margin with a digit more than a difference without an interval.
  func margin(_ margin: Double) -> Phrase { number(margin, plain + 1) }

  // MARK: - Of any scale

  /// `1.20`, with decimals for the ends of its interval to differ.
  static func ratio(_ ratio: Double?) -> Phrase {
    guard let ratio else { return "–" }
    return Phrase(number: SupportedDigits.text(ratio, decimals: ratio >= 100 ? 0 : 2))
  }

  /// `1.07 to 1.35`; `∞` where a ratio has no upper end.
  static func ratioInterval(_ interval: ConfidenceInterval?) -> Phrase {
    guard let interval else { return "–" }
    return "\(ratio(interval.lower)) to \(interval.upper.isFinite ? ratio(interval.upper) : "∞")"
  }

  /// `0.023`, `3.1e-9`; from the logarithm, so that nothing reads as 0.
  static func p(_ p: PValue?) -> Phrase {
    guard let p else { return "–" }
    if p.ln > log(0.001) {
      return Phrase(number: SupportedDigits.text(p.value, decimals: p.value < 0.1 ? 4 : 3))
    }
    let power = p.ln / log(10)
    guard power > -1e9 else { return Phrase(number: "0") }
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
    let points = loss * 100
    if points < 0.0001 { return Phrase(number: points > 0 ? "<0.0001" : "0") }
    return Phrase(
      number: SupportedDigits.text(points, decimals: min(4, max(1, 1 - Int(log10(points).rounded(.down))))))
  }

  /// `99.9%`, never rounded to certainty.
  static func probability(_ probability: Double?) -> Phrase {
    guard let probability else { return "–" }
    if probability > 0.999 { return Phrase(number: ">99.9%") }
    if probability < 0.001 { return Phrase(number: "<0.1%") }
    return Phrase(number: SupportedDigits.text(probability * 100, decimals: 1) + "%")
  }
}
