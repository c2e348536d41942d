import ExperimentDesign
import Inference
import Rendering
import Studies

/// Numbers of the short answer: as many digits as a reader can use, never more than the error supports.
struct AnswerNumbers {
  var unit: Unit
  /// What two options may differ by and still count as equally good, in the unit of the objective.
  var margin: Double

  /// `20.0%`, `9.84`.
  func level(_ estimate: Estimate?) -> String { levels([estimate])[0] }

  /// Levels that stand in one column: shares with as many decimals as the least certain of them supports.
  func levels(_ estimates: [Estimate?]) -> [String] {
    levels(estimates.map { estimate in estimate.map { ($0.overTrials.mean, $0.overTrials.mcse) } })
  }

  /// Means with their Monte Carlo errors that stand in one column, as many decimals as the least certain supports.
  func levels(_ means: [(mean: Double, mcse: Double?)?]) -> [String] {
    let errors = means.compactMap { $0?.mcse }
    let decimals = SupportedDigits.decimals(error: errors.max().map { $0 * 100 }, plain: 1)
    return means.map { level in
      guard let level else { return "–" }
      guard unit == .share else {
        return EstimateText(unit: unit).value(level.mean, error: level.mcse) + unit.suffix
      }
      return percent(level.mean, error: level.mcse, decimals: min(1, decimals))
    }
  }

  /// `28%`: whole per cent, one decimal below 1%.
  static func rough(_ estimate: Estimate?) -> String {
    guard let estimate else { return "–" }
    let mean = estimate.overTrials.mean
    return AnswerNumbers(unit: .share, margin: 0)
      .percent(mean, error: estimate.overTrials.mcse, decimals: mean < 0.01 && mean > 0 ? 1 : 0)
  }

  /// `67%`, `0.5%`, `<0.1%`; whole per cent from 1% on.
  static func chance(_ number: MonteCarloNumber?) -> String { chance(number?.value) }

  /// The same of a share.
  static func chance(_ share: Double?) -> String {
    guard let share else { return "–" }
    if share > 0.9995 { return share == 1 ? "100%" : ">99.9%" }
    if share >= 0.01 || share == 0 {
      // One that is just too small for a word of confidence is not rounded up to it.
      let isBelowWord = [0.8, 0.95].contains { $0 - 0.005 <= share && share < $0 }
      return SupportedDigits.text(100 * share, decimals: share > 0.99 || isBelowWord ? 1 : 0) + "%"
    }
    return share < 0.001 ? "<0.1%" : SupportedDigits.text(100 * share, decimals: 1) + "%"
  }

  /// The least or most that draws can show, rounded away from certainty: `94%`, `99.7%`.
  static func bound(_ share: Double) -> String {
    let percent = 100 * share
    let isNearEnd = percent > 99 || percent < 1
    let step = isNearEnd ? 10.0 : 1
    let rounded = percent > 50 ? (percent * step + 1e-9).rounded(.down) : (percent * step - 1e-9).rounded(.up)
    return SupportedDigits.text(rounded / step, decimals: isNearEnd ? 1 : 0) + "%"
  }

  /// A count with its thousands apart and the digits that its error supports.
  static func rounded(_ value: Double, error: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return SupportedDigits.number(value, error: error) }
    guard error > 0 else { return SupportedDigits.grouped(Int(value.rounded())) }
    var step = 1.0
    while step * 10 <= error { step *= 10 }
    return SupportedDigits.grouped(Int((value / step).rounded() * step))
  }

  /// `2.2 pp`; what is below a tenth of the margin is said to be.
  func difference(_ estimate: Estimate, signed: Bool = false) -> String {
    let mean = estimate.overTrials.mean
    if mean == 0, estimate.overTrials.mcse ?? 0 == 0 { return "0\(suffix)" }
    if abs(mean) < margin / 10 {
      return "< \(SupportedDigits.oneDigitUp(margin * unit.scale / 10))\(suffix)"
    }
    let shown = signed ? mean : abs(mean)
    let error = estimate.overTrials.mcse
    guard unit == .share else {
      return EstimateText(unit: unit).number(shown, error: error, signed: signed) + suffix
    }
    let decimals = min(1, SupportedDigits.decimals(error: error.map { $0 * 100 }, plain: 1))
    return SupportedDigits.text(100 * shown, decimals: decimals, signed: signed) + suffix
  }

  /// `0.3 pp`, `< 0.05 pp`: a number that is at least 0, as a loss.
  func amount(_ number: MonteCarloNumber) -> String {
    guard unit == .share else {
      return EstimateText(unit: unit).number(number.value, error: number.mcse, signed: false) + suffix
    }
    let text = number.value < 0.0005 ? "< 0.05" : SupportedDigits.text(100 * number.value, decimals: 1)
    return text + suffix
  }

  /// `-4.2 to +10.3 pp`; `nil` where the trials are too few for a range.
  func range(_ estimate: Estimate, isLoss: Bool = false) -> String? {
    guard let range = estimate.uncertaintyInterval90, estimate.overTrials.mcse != 0 else { return nil }
    let ends = isLoss ? [-range.upper, -range.lower] : [range.lower, range.upper]
    let texts = ends.map { end in
      unit == .share
        ? SupportedDigits.text(100 * end, decimals: 1, signed: true)
        : EstimateText(unit: unit).number(end, error: (range.upper - range.lower) / 20, signed: true)
    }
    return (estimate.isAtMost ? "within " : "") + texts.joined(separator: " to ") + suffix
  }

  /// `-2.2 (-10.3 to +4.2)`, without the unit; `nil` where the trials are too few for a range.
  func differenceAndRange(_ estimate: Estimate) -> String? {
    guard let range = range(estimate) else { return nil }
    return "\(bare(difference(estimate, signed: true))) (\(bare(range)))"
  }

  /// Without the unit, which a heading or an axis has.
  func bare(_ text: String) -> String {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
  }

  /// Behind a difference.
  var suffix: String {
    switch unit {
    case .share: " pp"
    case .number: ""
    case .days: " days"
    }
  }

  private func percent(_ share: Double, error: Double?, decimals: Int) -> String {
    let supported = SupportedDigits.decimals(error: error.map { $0 * 100 }, plain: decimals)
    if share > 0, share < 0.0005 { return "<0.05%" }
    return SupportedDigits.text(100 * share, decimals: min(decimals, supported)) + "%"
  }
}

extension EstimateText {
  /// A mean with the digits that its error supports, for a sentence.
  func number(_ mean: Double, error: Double?, signed: Bool) -> String {
    SupportedDigits.number(mean * unit.scale, error: error.map { $0 * unit.scale }, plain: 2, signed: signed)
  }
}
