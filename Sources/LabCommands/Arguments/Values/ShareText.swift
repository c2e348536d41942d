import ArgumentParser
import Rendering

/// Shares and differences of shares as people write them.
enum ShareText {
  /// `2pp`, `2 pp` or `0.02`; `nil` for anything else.
  static func difference(_ text: String) -> Double? {
    let isPoints = text.hasSuffix("pp")
    return number(isPoints ? text.dropLast(2) : text[...]).map { isPoints ? $0 / 100 : $0 }
  }

  /// `20%` or `0.2`; `nil` for anything else.
  private static func share(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    return number(isPercent ? text.dropLast() : text[...]).map { isPercent ? $0 / 100 : $0 }
  }

  private static func number(_ text: Substring) -> Double? {
    let digits = text.trimmingPrefix(" ")
    guard let value = Double(digits.prefix { $0 != " " }), value.isFinite,
      digits.drop(while: { $0 != " " }).allSatisfy({ $0 == " " })
    else { return nil }
    return value
  }

  /// Reads a rate or a chance.
  ///
  /// - Throws: `ValidationError` unless it is above 0 and below 1.
  static func readShare(_ text: String) throws -> Double {
    guard let share = share(text), share > 0, share < 1 else {
      let percent = share(text).map { $0 >= 1 && $0 < 100 && !text.hasSuffix("%") } ?? false
      throw ValidationError(
        "expected a number above 0 and below 1, as 0.2 or 20%, found '\(text)'."
          + (percent ? " Did you mean '\(text)%'?" : ""))
    }
    return share
  }

  /// Reads the power of a test.
  ///
  /// - Throws: `ValidationError` unless it is above 0 and below 1.
  static func readPower(_ text: String) throws -> Double {
    guard let power = share(text), power > 0, power < 1 else {
      let isPercent = share(text).map { $0 >= 10 && $0 < 100 && !text.hasSuffix("%") } ?? false
      throw ValidationError(
        "expected a power above 0% and below 100%, as 80% or 0.8, found '\(text)'."
          + (isPercent
            ? " Did you mean '\(text)%'?"
            : " No test is certain to show its result. Ask for less, such as '80%'."))
    }
    return power
  }

  /// Reads the difference of two rates.
  ///
  /// - Throws: `ValidationError` for a percentage, which could be of the baseline, and outside of −1 to 1.
  static func readDifference(_ text: String) throws -> Double {
    guard let difference = difference(text), abs(difference) < 1 else {
      let hint =
        text.hasSuffix("%")
        ? number(text.dropLast()).map(percentHint) : Self.difference(text).map { pointsHint(text, $0) }
      throw ValidationError(
        "expected a difference of rates between -1 and 1, as 2pp or 0.02, found '\(text)'.\(hint ?? "")")
    }
    return difference
  }

  /// Reads how precise something must be, in units of the objective: of shares as 0.1pp or 0.001.
  ///
  /// - Throws: `ValidationError` unless it is above 0, and for a percentage.
  static func readPrecision(_ text: String) throws -> Double {
    guard let precision = difference(text), precision > 0 else {
      let points = text.hasSuffix("%") ? number(text.dropLast()).flatMap { $0 > 0 ? $0 : nil } : nil
      throw ValidationError(
        "expected a number above 0, as 0.1pp (percentage points) or 0.001, found '\(text)'."
          + (points.map { " Did you mean '\(SupportedDigits.exact($0))pp'?" } ?? ""))
    }
    return precision
  }

  /// What a percentage in place of a difference was probably meant as.
  private static func percentHint(_ percent: Double) -> String {
    abs(percent) < 100
      ? " A percentage can be read in two ways: write \(SupportedDigits.exact(percent))pp for percentage points."
      : ""
  }

  /// What a difference of 1 or more was probably meant as.
  private static func pointsHint(_ text: String, _ difference: Double) -> String {
    if text.hasSuffix("pp") || abs(difference) >= 100 {
      return " Rates differ by less than 100pp."
    }
    return " Did you mean '\(text)pp', percentage points?"
  }

  /// Reads a confidence, as 95% or 0.95.
  ///
  /// - Throws: `ValidationError` outside of 0.5 to 0.9999.
  static func readConfidence(_ text: String) throws -> Double {
    guard let confidence = share(text), confidence >= 0.5, confidence <= 0.9999 else {
      let percent = share(text).map { $0 >= 50 && $0 < 100 && !text.hasSuffix("%") } ?? false
      throw ValidationError(
        "expected a confidence from 50% to 99.99%, as 95% or 0.95, found '\(text)'."
          + (percent ? " Did you mean '\(text)%'?" : ""))
    }
    return confidence
  }

  /// Reads a margin of shares: the smallest difference that matters.
  ///
  /// - Throws: `ValidationError` unless it is above 0 and below 1, and for a large one without its unit.
  static func readMargin(_ text: String) throws -> Double {
    let margin = try readNonNegativeMargin(text)
    guard margin > 0 else {
      throw ValidationError("expected a margin above 0 and below 1, as 0.5pp or 0.005, found '\(text)'.")
    }
    return margin
  }

  /// Reads a margin of shares, which may be 0.
  ///
  /// - Throws: `ValidationError` unless it is at least 0 and below 1, and for a large one without its unit.
  static func readNonNegativeMargin(_ text: String) throws -> Double {
    try requireUnit(text)
    guard let margin = difference(text), margin >= 0, margin < 1 else {
      let points = text.hasSuffix("%") ? number(text.dropLast()) : nil
      let hint = points.map { " Did you mean '\(SupportedDigits.exact($0))pp', percentage points?" } ?? ""
      throw ValidationError(
        "expected a margin from 0 to below 1, as 0.5pp or 0.005, found '\(text)'.\(hint)")
    }
    return margin
  }

  /// Asks for the unit where a margin of a tenth or more has none: `0.5` is 50 percentage points, and hardly meant so.
  private static func requireUnit(_ text: String) throws {
    guard !text.hasSuffix("pp"), let margin = difference(text), margin >= 0.1 else { return }
    let number = SupportedDigits.exact(margin)
    let asPoints = margin < 100 ? "'\(number)pp', or " : ""
    throw ValidationError(
      "'\(text)' is \(SupportedDigits.exact(margin * 100)) percentage points. Write \(asPoints)"
        + "'\(SupportedDigits.exact(margin * 100))pp' if that is meant.")
  }
}

/// A margin in units of a metric that is not known yet: of shares as `0.5pp` or `0.005`, of other metrics any number.
struct MarginOfMetric {
  private let text: String
  private let size: Double

  /// - Throws: `ValidationError` unless it is a number of at least 0.
  init(text: String) throws {
    guard let size = ShareText.difference(text), size >= 0 else {
      _ = try ShareText.readNonNegativeMargin(text)
      throw ValidationError("expected a margin from 0, as 0.5pp or 0.005, found '\(text)'.")
    }
    self.text = text
    self.size = size
  }

  /// The margin for a metric.
  ///
  /// - Throws: `ValidationError` for shares as ``ShareText/readNonNegativeMargin(_:)``.
  func value(isShare: Bool) throws -> Double {
    isShare ? try ShareText.readNonNegativeMargin(text) : size
  }
}
