import Inference
import Rendering
import TestAnalysis

/// The numbers of a guardrail: shares in per cent and points, values as they are.
struct GuardrailWords {
  var guardrail: Guardrail

  private var isShare: Bool { guardrail.column != .value }
  private var scale: Double { isShare ? 100 : 1 }
  var unit: String { isShare ? " pp" : "" }

  /// `Day-7 retention`.
  static func name(_ column: GuardrailColumn) -> String {
    switch column {
    case .retainedD1: "Day-1 retention"
    case .retainedD7: "Day-7 retention"
    case .value: "Value per install"
    }
  }

  /// `0.5 pp`, `0.021 (5%)`: in the unit of the difference beside it.
  var margin: String {
    let margin = guardrail.margin
    let share = margin.isRelative ? "\(SupportedDigits.exact(margin.amount * 100))%" : nil
    guard let units = guardrail.marginInUnits else { return share ?? "–" }
    guard let share else { return SupportedDigits.exact(units * scale) + unit }
    return SupportedDigits.text(units * scale, decimals: decimals(nil) + 1) + unit + " (\(share))"
  }

  private func decimals(_ interval: ConfidenceInterval?) -> Int {
    AnalysisNumbers.decimals(
      interval, scale: scale, plain: isShare ? 1 : 3,
      deciding: [0] + [guardrail.marginInUnits.map(-)].compactMap { $0 })
  }

  /// `12.3%`, or the mean of the value.
  func level(_ arm: Int) -> String {
    guard let mean = guardrail.arms[arm].mean else { return "–" }
    let own = guardrail.comparisons.first { $0.arm == arm }?.interval
    let decimals = AnalysisNumbers.decimals(own, scale: scale, plain: isShare ? 1 : 3)
    return SupportedDigits.text(mean * scale, decimals: decimals) + (isShare ? "%" : "")
  }

  /// `-0.3`, in points or in units of the value.
  func difference(_ comparison: Guardrail.Comparison) -> String {
    guard let difference = comparison.difference else { return "–" }
    return SupportedDigits.text(difference * scale, decimals: decimals(comparison.interval), signed: true)
  }

  /// `-1.4 to +0.8`.
  func interval(_ interval: ConfidenceInterval?) -> String {
    guard let interval else { return "–" }
    let decimals = decimals(interval)
    return [interval.lower, interval.upper].map {
      SupportedDigits.text($0 * scale, decimals: decimals, signed: true)
    }.joined(separator: " to ")
  }
}
