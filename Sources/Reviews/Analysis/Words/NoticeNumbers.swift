import Foundation
import Inference
import Rendering

/// Numbers as notices of an analysis have them.
enum NoticeNumbers {
  /// A difference in points, to one decimal and with its sign: `+2.4`.
  static func points(_ difference: Double) -> String {
    let text = String(format: "%+.1f", difference * 100)
    return text == "-0.0" ? "+0.0" : text
  }

  /// `-1.4 to +0.8`, in points.
  static func interval(_ interval: ConfidenceInterval) -> String {
    "\(points(interval.lower)) to \(points(interval.upper))"
  }

  /// `p = 0.012`; below the smallest number, that it is so.
  static func chance(_ p: PValue) -> String {
    p.value < 1e-300 ? "p < 1e-300" : "p = \(digits(p.value))"
  }

  /// A share in per cent, without the sign.
  static func percent(_ share: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", share * 100)
  }

  /// To one decimal.
  static func decimal(_ value: Double) -> String { String(format: "%.1f", value) }

  /// A small number, to three digits.
  static func digits(_ value: Double) -> String { String(format: "%.3g", value) }

  /// `2,400 installs`, `1 install`.
  static func installs(_ count: Int) -> String {
    "\(SupportedDigits.grouped(count)) \(count == 1 ? "install" : "installs")"
  }

  /// `1 day`, `7 days`.
  static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}
