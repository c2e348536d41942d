import Foundation
import Inference
import Rendering

/// Rates, intervals and p-values of an analysis as a person reads them.
///
/// Rates are printed in per cent with as many decimals as half the interval's width supports.
struct AnalysisNumbers {
  /// Decimals of a number in per cent, by the interval around it.
  ///
  /// - Parameters:
  ///   - interval: half of its width is the error; without one `plain` decimals.
  ///   - scale: what it is printed in units of: 100 for per cent.
  ///   - plain: at least as many decimals for shares.
  ///   - deciding: numbers that an end must not read as unless it is one: 0, or a margin.
  static func decimals(
    _ interval: ConfidenceInterval?, scale: Double = 100, plain: Int = 1, deciding: [Double] = []
  ) -> Int {
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

  /// `20.6%`; a dash where there is no rate.
  static func rate(_ rate: Double?, _ interval: ConfidenceInterval?) -> String {
    guard let rate else { return "–" }
    return SupportedDigits.text(rate * 100, decimals: decimals(interval)) + "%"
  }

  /// `18.9 to 22.4`, in per cent or points; an end of a difference that is not 0 never reads as 0.
  static func interval(
    _ interval: ConfidenceInterval?, signed: Bool = false, deciding: [Double] = []
  ) -> String {
    guard let interval else { return "–" }
    let ends = ends(interval, signed: signed, deciding: deciding)
    return "\(ends.lower) to \(ends.upper)"
  }

  /// Both ends in points.
  static func ends(
    _ interval: ConfidenceInterval, signed: Bool = true, deciding: [Double] = []
  ) -> (lower: String, upper: String) {
    let decimals = decimals(interval, deciding: deciding + (signed ? [0] : []))
    let ends = [interval.lower, interval.upper].map {
      SupportedDigits.text($0 * 100, decimals: decimals, signed: signed)
    }
    return (ends[0], ends[1])
  }

  /// `+4.2`, in points.
  static func points(_ difference: Double?, _ interval: ConfidenceInterval?, signed: Bool = true) -> String {
    guard let difference else { return "–" }
    return SupportedDigits.text(
      difference * 100, decimals: decimals(interval, deciding: [0]), signed: signed)
  }

  /// `0.5 pp`, as somebody gave it.
  static func exactPoints(_ margin: Double) -> String {
    SupportedDigits.trimmed(SupportedDigits.text(margin * 100, decimals: 3)) + " pp"
  }

  /// Rounded up to two digits: 4,700 of 4,635.
  static func twoDigitsUp(_ number: Double) -> Double {
    guard number >= 100 else { return number.rounded(.up) }
    let step = pow(10, log10(number).rounded(.down) - 1)
    return (number / step).rounded(.up) * step
  }

  /// `2,400 installs`, `1 install`.
  static func installs(_ count: Int) -> String {
    "\(SupportedDigits.grouped(count)) \(count == 1 ? "install" : "installs")"
  }

  /// `1 day`, `7 days`.
  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// `1.20`, with decimals for the ends of its interval to differ.
  static func ratio(_ ratio: Double?) -> String {
    guard let ratio else { return "–" }
    return SupportedDigits.text(ratio, decimals: ratio >= 100 ? 0 : 2)
  }

  /// `1.07 to 1.35`; `∞` where a ratio has no upper end.
  static func ratioInterval(_ interval: ConfidenceInterval?) -> String {
    guard let interval else { return "–" }
    return "\(ratio(interval.lower)) to \(interval.upper.isFinite ? ratio(interval.upper) : "∞")"
  }

  /// `0.023`, `3.1e-9`; from the logarithm, so that nothing reads as 0.
  static func p(_ p: PValue?) -> String {
    guard let p else { return "–" }
    if p.ln > log(0.001) { return SupportedDigits.text(p.value, decimals: p.value < 0.1 ? 4 : 3) }
    let power = p.ln / log(10)
    guard power > -1e9 else { return "0" }
    var exponent = Int(power.rounded(.down))
    var mantissa = pow(10, power - Double(exponent))
    if mantissa >= 9.95 {
      mantissa = 1
      exponent += 1
    }
    return SupportedDigits.text(mantissa, decimals: 1) + "e\(exponent)"
  }

  /// An expected loss in points, to two digits: `0.0029`; `<0.0001` below.
  static func loss(_ loss: Double?) -> String {
    guard let loss else { return "–" }
    let points = loss * 100
    if points < 0.0001 { return points > 0 ? "<0.0001" : "0" }
    return SupportedDigits.text(points, decimals: min(4, max(1, 1 - Int(log10(points).rounded(.down)))))
  }

  /// `99.9%`, never rounded to certainty.
  static func probability(_ probability: Double?) -> String {
    guard let probability else { return "–" }
    if probability > 0.999 { return ">99.9%" }
    if probability < 0.001 { return "<0.1%" }
    return SupportedDigits.text(probability * 100, decimals: 1) + "%"
  }

  /// `95%`, as long as the level needs.
  static func level(_ level: ConfidenceLevel) -> String {
    SupportedDigits.trimmed(SupportedDigits.text(level.value * 100, decimals: 4)) + "%"
  }
}
