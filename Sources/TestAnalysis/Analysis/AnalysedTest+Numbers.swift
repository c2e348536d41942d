import Foundation
import Inference

extension AnalysedTest {
  /// A difference in points, to one decimal and with its sign: `+2.4`.
  func points(_ difference: Double) -> String {
    let text = String(format: "%+.1f", difference * 100)
    return text == "-0.0" ? "+0.0" : text
  }

  /// `p = 0.012`; below the smallest number, that it is so.
  func chance(_ p: PValue) -> String {
    p.value < 1e-300 ? "p < 1e-300" : "p = \(number(p.value))"
  }

  /// `1 day`, `7 days`.
  func daysInWords(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

  /// A small number, to three digits.
  func number(_ value: Double) -> String { String(format: "%.3g", value) }
}
