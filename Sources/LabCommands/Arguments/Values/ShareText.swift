import ArgumentParser
import TextFormats

/// Shares and differences of shares as people write them: `20%` or `0.2`, `2pp` or `0.02`.
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

  /// A number that was read.
  ///
  /// - Throws: `ValidationError` with what was expected where there is none, or another than may stand there.
  private static func checked(
    _ value: Double?, _ text: String, expected: String, _ isLegal: (Double) -> Bool
  ) throws -> Double {
    guard let value, isLegal(value) else {
      throw ValidationError("expected \(expected), found \(text.cited).")
    }
    return value
  }

  /// Reads a rate, a chance or the power of a test: above 0 and below 1.
  static func readShare(_ text: String) throws -> Double {
    try checked(share(text), text, expected: "a number above 0 and below 1, as 0.2 or 20%") {
      $0 > 0 && $0 < 1
    }
  }

  /// Reads the difference of two rates; a percentage could be one of the baseline.
  static func readDifference(_ text: String) throws -> Double {
    try checked(
      difference(text), text, expected: "a difference of rates between -1 and 1, as 2pp or 0.02"
    ) { abs($0) < 1 }
  }

  /// Reads how precise something must be, in units of the objective.
  static func readPrecision(_ text: String) throws -> Double {
    try checked(
      difference(text), text, expected: "a number above 0, as 0.1pp (percentage points) or 0.001"
    ) { $0 > 0 }
  }

  /// Reads a confidence, from 0.5 to 0.9999.
  static func readConfidence(_ text: String) throws -> Double {
    try checked(share(text), text, expected: "a confidence from 50% to 99.99%, as 95% or 0.95") {
      $0 >= 0.5 && $0 <= 0.9999
    }
  }

  /// Reads a margin of shares: the smallest difference that matters, above 0.
  static func readMargin(_ text: String) throws -> Double {
    try checked(
      try readNonNegativeMargin(text), text, expected: "a margin above 0 and below 1, as 0.5pp or 0.005"
    ) { $0 > 0 }
  }

  /// Reads a margin of shares, which may be 0; one of a tenth or more has its unit, since 0.5 is 50 percentage points.
  static func readNonNegativeMargin(_ text: String) throws -> Double {
    try checked(
      difference(text), text,
      expected: "a margin from 0 to below 0.1, as 0.005, or in percentage points, as 0.5pp"
    ) { $0 >= 0 && $0 < (text.hasSuffix("pp") ? 1 : 0.1) }
  }
}

/// A margin in units of a metric that is not known yet: of shares as `0.5pp` or `0.005`, of other metrics any number.
struct MarginOfMetric {
  private let text: String
  private let size: Double

  /// - Throws: `ValidationError` unless it is a number of at least 0.
  init(text: String) throws {
    guard let size = ShareText.difference(text), size >= 0 else {
      throw ValidationError("expected a margin from 0, as 0.5pp or 0.005, found \(text.cited).")
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
