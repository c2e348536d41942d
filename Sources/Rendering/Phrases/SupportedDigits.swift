import Foundation

/// Prints a number with no more digits than its Monte Carlo error supports.
///
/// The error's first significant digit is the last digit printed: 0.25031 with an
/// error of 0.0042 reads 0.250, and the error 0.004. A number that claims more
/// digits would change with the seed. Beyond a hundredth of a percent, or the fifth digit of the number
/// itself, nobody can use a digit, and none is printed.
public enum SupportedDigits {
  /// Decimals that the error supports, from 0 to 9.
  ///
  /// An error of 0 (every trial agrees) supports `plain` decimals, as does an
  /// unknown one (a single trial).
  public static func decimals(error: Double?, plain: Int) -> Int {
    guard let error, error > 0, error.isFinite else { return plain }
    return min(9, max(0, Int((-log10(error)).rounded(.up))))
  }

  /// Decimals that show three digits of a number.
  public static func decimals(ofThreeDigits value: Double) -> Int {
    value == 0 ? 0 : max(0, 2 - Int(log10(abs(value)).rounded(.down)))
  }

  /// The most decimals that are of use for numbers that stand together, in the scale they are printed in.
  ///
  /// - Parameter isPercent: whether they are percent or percentage points.
  static func useful(for values: [Double], isPercent: Bool) -> Int {
    if isPercent { return 2 }
    let largest = values.map { abs($0) }.filter { $0.isFinite }.max() ?? 0
    guard largest > 0 else { return 9 }
    return min(9, max(0, 4 - Int(log10(largest).rounded(.down))))
  }

  /// An error with that many decimals; one that they are too few for is below the last of them.
  static func errorText(_ error: Double, decimals: Int) -> String {
    let smallest = pow(10, -Double(decimals))
    return error > 0 && error < smallest / 2
      ? "<\(text(smallest, decimals: decimals))" : text(error, decimals: decimals)
  }

  /// The value with that many decimals; never a negative zero.
  public static func text(_ value: Double, decimals: Int, signed: Bool = false) -> String {
    guard value.isFinite else { return "\(value)" }
    // Not `String(format:)`, as nothing else in a simulation needs Core Foundation.
    var text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400 + decimals) { text in
      let count = withVaList([Int32(decimals), value]) {
        vsnprintf(text.baseAddress, text.count, "%.*f", $0)
      }
      return String(decoding: UnsafeRawBufferPointer(text).prefix(Int(count)), as: UTF8.self)
    }
    if text.hasPrefix("-"), !text.contains(where: { ("1"..."9").contains($0) }) { text.removeFirst() }
    if signed, !text.hasPrefix("-"), text.contains(where: { ("1"..."9").contains($0) }) {
      text = "+" + text
    }
    return text
  }

  /// A number with the digits that an error of it supports.
  ///
  /// The rule of all numbers that are not percent: from a millionth to below a thousand million they are written out,
  /// beyond that with a power of ten, which the error decides too where it is the larger.
  public static func number(
    _ value: Double, error: Double?, plain: Int = 0, signed: Bool = false
  ) -> String {
    guard value.isFinite else { return "\(value)" }
    guard let power = exponent(for: [value, error ?? 0]) else {
      return text(
        rounded(value, error: error), decimals: decimals(error: error, plain: plain), signed: signed)
    }
    let decimals = min(4, decimals(error: error.map { scaled($0, by: power) }, plain: 3))
    return text(scaled(value, by: power), decimals: decimals, signed: signed) + "e\(power)"
  }

  /// A number that somebody gave, with all the digits that it has: `0.000001`, `2.5e-9`.
  public static func exact(_ value: Double) -> String {
    guard value != 0 else { return "0" }
    guard value.isFinite else { return "\(value)" }
    let power = exponent(for: [value])
    let digits = text(power.map { scaled(value, by: $0) } ?? value, decimals: 9)
    return trimmed(digits) + (power.map { "e\($0)" } ?? "")
  }

  /// A printed number without zeros at the end of its decimals: `0.5` of `0.50`.
  public static func trimmed(_ number: String) -> String {
    var digits = number
    guard digits.contains("."), !digits.contains("e") else { return number }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits
  }

  /// The power of ten that numbers which stand together are written with; `nil` where they are written out.
  static func exponent(for values: [Double]) -> Int? {
    let largest = values.map { abs($0) }.filter(\.isFinite).max() ?? 0
    guard largest > 0, largest < 1e-6 || largest >= 1e9 else { return nil }
    return Int(log10(largest).rounded(.down))
  }

  /// The value over a power of ten, in two steps, since 1e320 is no number and 1e-320 is one.
  static func scaled(_ value: Double, by exponent: Int) -> Double {
    let half = exponent / 2
    return value / pow(10, Double(half)) / pow(10, Double(exponent - half))
  }

  /// The value without digits before the decimal point that a large error does not support: with an error of 4,321
  /// a number goes by hundreds, as the error itself then does.
  static func rounded(_ value: Double, error: Double?) -> Double {
    guard let error, error.isFinite, error >= 100 else { return value }
    let step = pow(10, log10(error).rounded(.down) - 1)
    return (value / step).rounded() * step
  }

  /// A number above 0 rounded up to its first digit: `0.02` for 0.0131.
  public static func oneDigitUp(_ value: Double) -> String {
    guard value > 0, value.isFinite else { return "\(value)" }
    let digit = pow(10, log10(value).rounded(.down))
    let limit = (value / digit).rounded(.up) * digit
    return number(limit, error: limit)
  }

  /// A whole number with its thousands apart: `20,000`.
  public static func grouped(_ number: Int) -> String {
    var groups: [String] = []
    var rest = number.magnitude
    while rest >= 1000 {
      let group = String(rest % 1000)
      groups.insert(String(repeating: "0", count: 3 - group.count) + group, at: 0)
      rest /= 1000
    }
    groups.insert(String(rest), at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
