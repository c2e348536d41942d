import Inference
import Rendering

/// Estimates as a cell or a phrase, with no more digits than they support.
struct EstimateText {
  var unit: Unit

  /// Decimals that the error of a mean supports and that are of use, for numbers beside it too.
  func decimals(of mean: Double, error: Double?, beside others: [Double] = []) -> Int {
    min(
      SupportedDigits.decimals(error: error.map { $0 * unit.scale }, plain: unit.plainDecimals),
      SupportedDigits.useful(for: ([mean] + others).map { $0 * unit.scale }, isPercent: unit == .share))
  }

  /// `25.0 ± 0.4`, in the unit's scale; without an error where it has none.
  func cell(_ mean: MonteCarloMean, signed: Bool = false) -> String {
    cell(mean.mean, error: mean.mcse, signed: signed)
  }

  /// `91 ± 2`, in the unit's scale.
  func cell(_ number: MonteCarloNumber) -> String {
    cell(number.value, error: number.mcse, signed: false)
  }

  /// A mean and its Monte Carlo error, in the unit's scale.
  func cell(_ mean: Double, error: Double?, signed: Bool) -> String {
    // Trials that all agree have one value, which is exact as far as it goes.
    if error == 0 { return exact(mean * unit.scale, signed: signed) }
    if let power = exponent(of: [mean, error ?? 0]) {
      return powered(mean, error: error, power, signed: signed)
    }
    let decimals = decimals(of: mean, error: error)
    let rounded = SupportedDigits.rounded(mean * unit.scale, error: error.map { $0 * unit.scale })
    let value = SupportedDigits.text(rounded, decimals: decimals, signed: signed)
    guard let error else { return value }
    let size = SupportedDigits.rounded(error * unit.scale, error: error * unit.scale)
    return "\(value) ± \(SupportedDigits.errorText(size, decimals: decimals))"
  }

  /// The power of ten of numbers that are too small or too large to be written out; `nil` for shares, which end at a
  /// hundredth of a percent.
  private func exponent(of values: [Double]) -> Int? {
    unit == .share ? nil : SupportedDigits.exponent(for: values.map { $0 * unit.scale })
  }

  /// `(1.24 ± 0.03)e-12`: both over one power of ten, with the digits that the error supports.
  private func powered(_ mean: Double, error: Double?, _ power: Int, signed: Bool) -> String {
    let size = error.map { SupportedDigits.scaled($0 * unit.scale, by: power) }
    let decimals = min(4, SupportedDigits.decimals(error: size, plain: 3))
    let value = SupportedDigits.text(
      SupportedDigits.scaled(mean * unit.scale, by: power), decimals: decimals, signed: signed)
    guard let size else { return "\(value)e\(power)" }
    return "(\(value) ± \(SupportedDigits.errorText(size, decimals: decimals)))e\(power)"
  }

  private func exact(_ value: Double, signed: Bool) -> String {
    if unit != .share, SupportedDigits.exponent(for: [value]) != nil {
      return SupportedDigits.number(value, error: nil, signed: signed)
    }
    let isWhole = value == value.rounded() && abs(value) < 1e9
    return SupportedDigits.text(value, decimals: isWhole ? 0 : unit.plainDecimals, signed: signed)
  }

  /// A level in a table: `25.0 ± 0.4%`.
  func level(_ estimate: Estimate?) -> String {
    guard let estimate else { return "–" }
    return cell(estimate.overTrials) + (unit == .share ? "%" : "")
  }

  /// A difference in a table: `+1.8 ± 0.1`.
  func difference(_ estimate: Estimate?) -> String {
    guard let estimate else { return "–" }
    return cell(estimate.overTrials, signed: true)
  }

  /// A loss, which is at least 0: `1.1 ± 0.1`, or `under 0.02` where its error is more than half of it.
  ///
  /// The limit is two errors above the loss, rounded up to one digit, and of a share at least a hundredth of a point.
  func loss(_ number: MonteCarloNumber) -> String {
    guard number.mcse > 0, number.value < 2 * number.mcse else { return cell(number) }
    let most = (number.value + 2 * number.mcse) * unit.scale
    return "under \(SupportedDigits.oneDigitUp(unit == .share ? max(0.01, most) : most))"
  }

  /// An interval in a table: `-0.4 to +3.1`, or `within -0.4 to +3.1` where it is the most that the inputs allow.
  func interval(_ interval: CentralInterval?, of estimate: Estimate?, signed: Bool) -> String {
    guard let interval, let estimate else { return "–" }
    let isAtMost = estimate.isAtMost && interval == estimate.uncertaintyInterval90
    return (isAtMost ? "within " : "")
      + text(
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
    let scaled = error.map { $0 * unit.scale }
    if let power = exponent(of: ends + [mean, error ?? 0]) {
      let decimals = min(
        4, SupportedDigits.decimals(error: scaled.map { SupportedDigits.scaled($0, by: power) }, plain: 3))
      let texts = ends.map {
        SupportedDigits.text(
          SupportedDigits.scaled($0 * unit.scale, by: power), decimals: decimals, signed: signed)
      }
      return "(\(texts[0]) to \(texts[1]))e\(power)"
    }
    let decimals = decimals(of: mean, error: error, beside: ends)
    let texts = ends.map {
      SupportedDigits.text(
        SupportedDigits.rounded($0 * unit.scale, error: scaled), decimals: decimals, signed: signed)
    }
    return "\(texts[0]) to \(texts[1])"
  }

  /// The number alone, for a sentence.
  func value(_ estimate: Estimate, magnitude: Bool = false) -> String {
    let mean = estimate.overTrials.mean
    return value(magnitude ? abs(mean) : mean, error: estimate.overTrials.mcse)
  }

  /// A mean in the unit's scale, with the digits that its error supports.
  func value(_ mean: Double, error: Double?) -> String {
    let size = error.map { $0 * unit.scale }
    if exponent(of: [mean, error ?? 0]) != nil {
      return SupportedDigits.number(mean * unit.scale, error: size)
    }
    return SupportedDigits.text(
      SupportedDigits.rounded(mean * unit.scale, error: size), decimals: decimals(of: mean, error: error))
  }
}
