import Inference
import Rendering
import TestAnalysis
import TestData

/// The numbers of a guardrail: shares in per cent and points, values as they are.
struct GuardrailWords {
  var guardrail: Guardrail

  private var isShare: Bool { guardrail.column != .value }
  var unit: Phrase { isShare ? " pp" : "" }

  var numbers: AnalysisNumbers {
    AnalysisNumbers(
      unit: isShare ? .share : .number, deciding: guardrail.marginInUnits.map { [-$0] } ?? [])
  }

  /// `Day-7 retention`.
  static func name(_ column: GuardrailColumn) -> Phrase {
    switch column {
    case .retainedD1: "Day-1 retention"
    case .retainedD7: "Day-7 retention"
    case .value: "Value per install"
    }
  }

  /// `0.5 pp`, `0.021 (5%)`: in the unit of the difference beside it.
  var margin: Phrase {
    let share = guardrail.margin.isRelative ? Quantity.given(guardrail.margin.amount, .share) : nil
    guard let units = guardrail.marginInUnits else { return share ?? "–" }
    guard let share else {
      return Quantity.given(units, isShare ? .points : .number)
    }
    return "\(numbers.margin(units))\(unit) (\(share))"
  }

  /// `12.3%`, or the mean of the value.
  func level(_ arm: Int) -> Phrase {
    numbers.level(guardrail.arms[arm].mean, guardrail.comparisons.first { $0.option == arm }?.interval)
  }
}
