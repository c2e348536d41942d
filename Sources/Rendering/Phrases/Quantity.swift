/// A number of an answer with what is known of it; the one place that decides on its digits.
///
/// In full it has the digits that its error supports, and the error: `25.0 ± 0.4%`. On a first screen it has those that
/// a reader can use, and never more: `25.0%`, `+1.2 pp`.
package struct Quantity: Sendable {
  /// What it is counted in.
  package enum Unit: Equatable, Sendable {
    /// A fraction, shown in per cent.
    case share
    /// A difference of fractions, shown in percentage points.
    case points
    /// A number per install.
    case number
    case days

    package var isPercent: Bool { self == .share || self == .points }

    /// What the number is multiplied by to be shown.
    package var scale: Double { isPercent ? 100 : 1 }

    /// Decimals where no error says how many.
    package var plainDecimals: Int { isPercent ? 1 : 3 }

    /// Behind a number.
    package var suffix: String {
      switch self {
      case .share: "%"
      case .points: " pp"
      case .number: ""
      case .days: " days"
      }
    }

    /// What differences of it are counted in.
    package var difference: Unit { self == .share ? .points : self }
  }

  /// How it is shown.
  package struct Look: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// With its sign, be it positive too.
    package static let signed = Look(rawValue: 1)
    /// Without its unit, which a heading or an axis has.
    package static let bare = Look(rawValue: 2)
  }

  package var value: Double
  /// The Monte Carlo standard error; 0 where all trials agree, `nil` where one trial is all there is.
  package var error: Double?
  /// An interval around it.
  package var range: (lower: Double, upper: Double)?
  package var unit: Unit

  package init(
    _ value: Double, _ unit: Unit, error: Double? = nil, range: (lower: Double, upper: Double)? = nil
  ) {
    (self.value, self.unit, self.error, self.range) = (value, unit, error, range)
  }

  /// The number without its sign.
  package var magnitude: Quantity {
    var quantity = self
    quantity.value = abs(value)
    return quantity
  }

  /// What is shown of it, a number without a unit.
  var scaled: Quantity {
    Quantity(
      value * unit.scale, .number, range: range.map { ($0.lower * unit.scale, $0.upper * unit.scale) })
  }

  private func number(_ text: String, _ look: Look, power: Int? = nil) -> Phrase {
    Phrase(number: text + (power.map { "e\($0)" } ?? "") + (look.contains(.bare) ? "" : unit.suffix))
  }

  // MARK: - In full

  /// `25.0 ± 0.4%`; without an error where it has none.
  package func full(_ look: Look = []) -> Phrase {
    let isSigned = look.contains(.signed)
    // Trials that all agree have one value, which is exact as far as it goes.
    if error == 0 {
      let scaled = value * unit.scale
      guard unit.isPercent || SupportedDigits.exponent(for: [scaled]) == nil else {
        return number(SupportedDigits.number(scaled, error: nil, signed: isSigned), look)
      }
      let isWhole = scaled == scaled.rounded() && abs(scaled) < 1e9
      let decimals = isWhole ? 0 : unit.plainDecimals
      return number(SupportedDigits.text(scaled, decimals: decimals, signed: isSigned), look)
    }
    let digits = Digits(of: [value], error: error, unit)
    let mean = digits.text(value, isSigned: isSigned)
    guard let error else { return number(mean, look, power: digits.power) }
    let both = "\(mean) ± \(digits.errorText(error))"
    return number(digits.power == nil ? both : "(\(both))", look, power: digits.power)
  }

  /// The error with as many decimals as the number; `nil` where there is none.
  package var errorAlone: Phrase? {
    error.map { Phrase(number: Digits(of: [value], error: error, unit).errorText($0)) }
  }

  /// The number alone with the digits that its error supports: `25.0%`.
  package func mean(_ look: Look = []) -> Phrase {
    let digits = Digits(of: [value], error: error, unit)
    return number(digits.text(value, isSigned: look.contains(.signed)), look, power: digits.power)
  }

  /// Both ends of the range, with the digits of the number: `-0.4 to +3.1`; a dash for none.
  package func ends(_ look: Look = .bare) -> Phrase {
    guard let range else { return "–" }
    let digits = Digits(of: [value, range.lower, range.upper], error: error, unit)
    let texts = [range.lower, range.upper].map { digits.text($0, isSigned: look.contains(.signed)) }
    guard let power = digits.power else {
      return "\(number: texts[0]) to \(number(texts[1], look))"
    }
    return "\(number: "(" + texts[0]) to \(number(texts[1] + ")", look, power: power))"
  }

  /// A loss, which is at least 0: `1.1 ± 0.1`, or `under 0.02` where its error is more than half of it.
  ///
  /// The limit is two errors above the loss, rounded up to one digit, and of a share at least a hundredth of a point.
  package func loss(_ look: Look = .bare) -> Phrase {
    guard let error, error > 0, value < 2 * error else { return full(look) }
    let most = (value + 2 * error) * unit.scale
    return "under \(number(SupportedDigits.oneDigitUp(unit.isPercent ? max(0.01, most) : most), look))"
  }

  /// A number that somebody gave, with all the digits that it has: `0.5 pp`, `20%`.
  package static func given(_ value: Double, _ unit: Unit) -> Phrase {
    Phrase(number: SupportedDigits.exact(value * unit.scale) + unit.suffix)
  }

  /// A number of a file or of a bound, with the digits that an error of it supports, however it is known.
  package static func written(_ value: Double, _ unit: Unit, error: Double, plain: Int = 0) -> Phrase {
    let digits = SupportedDigits.number(value * unit.scale, error: error * unit.scale, plain: plain)
    return Phrase(number: digits + unit.suffix)
  }

  /// At most this: rounded up to one digit.
  package static func atMost(_ value: Double, _ unit: Unit) -> Phrase {
    Phrase(number: SupportedDigits.oneDigitUp(value * unit.scale) + unit.suffix)
  }
}

/// How numbers that stand together are written: with some decimals, over a power of ten where they are very large or
/// very small; shares end at a hundredth of a percent.
private struct Digits {
  var power: Int?
  private var decimals: Int
  private let scale: Double
  private let error: Double?

  init(of values: [Double], error: Double?, _ unit: Quantity.Unit) {
    scale = unit.scale
    let values = values.map { $0 * unit.scale }
    let size = error.map { $0 * unit.scale }
    self.error = size
    power = unit.isPercent ? nil : SupportedDigits.exponent(for: values + [size ?? 0])
    if let power {
      decimals = min(
        4, SupportedDigits.decimals(error: size.map { SupportedDigits.scaled($0, by: power) }, plain: 3))
    } else {
      decimals = min(
        SupportedDigits.decimals(error: size, plain: unit.plainDecimals),
        SupportedDigits.useful(for: values, isPercent: unit.isPercent))
    }
  }

  /// Without the power of ten.
  func text(_ value: Double, isSigned: Bool) -> String {
    let shown =
      power.map { SupportedDigits.scaled(value * scale, by: $0) }
      ?? SupportedDigits.rounded(value * scale, error: error)
    return SupportedDigits.text(shown, decimals: decimals, signed: isSigned)
  }

  func errorText(_ error: Double) -> String {
    let shown =
      power.map { SupportedDigits.scaled(error * scale, by: $0) }
      ?? SupportedDigits.rounded(error * scale, error: error * scale)
    return SupportedDigits.errorText(shown, decimals: decimals)
  }
}
