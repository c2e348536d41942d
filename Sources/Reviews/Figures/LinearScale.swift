import Foundation
import Rendering

/// Values laid out along a line of a figure.
struct LinearScale {
  /// The values at the two ends.
  var domain: ClosedRange<Double>
  /// Where they stand, in units of the figure.
  var start: Double
  var end: Double

  /// Where a value stands.
  func position(_ value: Double) -> Double {
    let width = domain.upperBound - domain.lowerBound
    return width > 0 ? start + (value - domain.lowerBound) / width * (end - start) : (start + end) / 2
  }

  /// Round values inside the domain, about this many: steps of 1, 2 or 5 times a power of ten.
  func ticks(about count: Int) -> [Double] { Self.ticks(in: domain, about: count) }

  static func ticks(in domain: ClosedRange<Double>, about count: Int) -> [Double] {
    let width = domain.upperBound - domain.lowerBound
    guard width > 0, width.isFinite else { return [domain.lowerBound] }
    let step = roundStep(width / Double(max(1, count)))
    let first = (domain.lowerBound / step - 1e-9).rounded(.up)
    let last = (domain.upperBound / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is at least this.
  static func roundStep(_ least: Double) -> Double {
    let power = pow(10, log10(least).rounded(.down))
    for factor in [1.0, 2, 5] where factor * power >= least * 0.999_999 { return factor * power }
    return 10 * power
  }

  /// The domain widened by a share of itself, and never empty.
  static func widened(_ domain: ClosedRange<Double>, by share: Double) -> ClosedRange<Double> {
    let width = domain.upperBound - domain.lowerBound
    guard width > 0 else {
      let around = max(abs(domain.lowerBound) * 0.1, 1e-3)
      return (domain.lowerBound - around)...(domain.upperBound + around)
    }
    return (domain.lowerBound - width * share)...(domain.upperBound + width * share)
  }
}

/// Numbers along an axis, all with the decimals that their step needs.
///
/// - Parameters:
///   - scale: what they are multiplied by to be shown.
///   - suffix: behind each number.
func axisNumbers(
  _ values: [Double], scale: Double, suffix: String = "", isSigned: Bool = false
) -> [String] {
  let step = values.count > 1 ? abs(values[1] - values[0]) * scale : abs(values.first ?? 1) * scale
  let decimals = step > 0 ? max(0, Int((-log10(step) - 1e-9).rounded(.up))) : 0
  return values.map {
    SupportedDigits.text($0 * scale, decimals: decimals, signed: isSigned).replacing("-", with: "−") + suffix
  }
}
