import Inference

/// Estimates as a cell or a phrase, with no more digits than they support.
struct EstimateText {
  var unit: Unit

  /// Decimals that the error of a mean supports and that are of use, for numbers beside it too.
  func decimals(of mean: Double, error: Double?, beside others: [Double] = []) -> Int {
    min(
      SupportedDigits.decimals(error: error.map { $0 * unit.scale }, plain: unit.plainDecimals),
      SupportedDigits.useful(for: ([mean] + others).map { $0 * unit.scale }, isPercent: unit == .share))
  }

  /// `25.0 ± 0.4`, in the unit's scale; without an error where there is none.
  func cell(_ mean: MonteCarloMean, signed: Bool = false) -> String {
    cell(mean.mean, error: mean.mcse, signed: signed)
  }

  /// `91 ± 2`, in the unit's scale.
  func cell(_ number: MonteCarloNumber) -> String {
    cell(number.value, error: number.mcse, signed: false)
  }

  /// A mean and its simulation error, in the unit's scale.
  func cell(_ mean: Double, error: Double?, signed: Bool) -> String {
    // Trials that all agree have one value, which is exact as far as it goes.
    if error == 0 { return exact(mean * unit.scale, signed: signed) }
    let decimals = decimals(of: mean, error: error)
    let value = SupportedDigits.text(mean * unit.scale, decimals: decimals, signed: signed)
    guard let error else { return value }
    return "\(value) ± \(SupportedDigits.errorText(error * unit.scale, decimals: decimals))"
  }

  private func exact(_ value: Double, signed: Bool) -> String {
    let isWhole = value == value.rounded() && abs(value) < 1e9
    return SupportedDigits.text(value, decimals: isWhole ? 0 : unit.plainDecimals, signed: signed)
  }

  /// A level in a table: `25.0 ± 0.4 %`.
  func level(_ estimate: Estimate?) -> String {
    guard let estimate else { return "–" }
    return cell(estimate.overTrials) + (unit == .share ? " %" : "")
  }

  /// A difference in a table: `+1.8 ± 0.1`.
  func difference(_ estimate: Estimate?) -> String {
    guard let estimate else { return "–" }
    return cell(estimate.overTrials, signed: true)
  }

  /// An interval in a table: `-0.4 to +3.1`.
  func interval(_ interval: CentralInterval?, of estimate: Estimate?, signed: Bool) -> String {
    guard let interval, let estimate else { return "–" }
    return text(
      of: interval, beside: estimate.overTrials.mean, error: estimate.overTrials.mcse, signed: signed)
  }

  /// Where 90 of 100 tests would lie, in a table: `-18.7 to +0.8`.
  ///
  /// The digits follow the spread that it speaks of: a tenth of its standard deviation or so is the last,
  /// however well the mean is known.
  func testInterval(_ interval: CentralInterval?, of estimate: Estimate?, signed: Bool) -> String {
    guard let interval, let estimate else { return "–" }
    let spread = (interval.upper - interval.lower) / 20
    return text(
      of: interval, beside: estimate.overTrials.mean,
      error: spread > 0 ? max(spread, estimate.overTrials.mcse ?? 0) : estimate.overTrials.mcse,
      signed: signed)
  }

  /// Both ends of an interval, with the digits of the mean that it belongs to.
  func text(of interval: CentralInterval, beside mean: Double, error: Double?, signed: Bool) -> String {
    let ends = [interval.lower, interval.upper]
    let decimals = decimals(of: mean, error: error, beside: ends)
    let texts = ends.map { SupportedDigits.text($0 * unit.scale, decimals: decimals, signed: signed) }
    return "\(texts[0]) to \(texts[1])"
  }

  /// The number alone, for a sentence.
  func value(_ estimate: Estimate, magnitude: Bool = false) -> String {
    let mean = estimate.overTrials.mean
    return SupportedDigits.text(
      (magnitude ? abs(mean) : mean) * unit.scale,
      decimals: decimals(of: mean, error: estimate.overTrials.mcse))
  }
}
