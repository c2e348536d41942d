import Foundation

/// Prints a number with no more digits than its simulation error supports.
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

  /// The most decimals that are of use for numbers that stand together, in the scale they are printed in.
  ///
  /// - Parameter isPercent: whether they are percent or percentage points.
  public static func useful(for values: [Double], isPercent: Bool) -> Int {
    if isPercent { return 2 }
    let largest = values.map { abs($0) }.filter { $0.isFinite }.max() ?? 0
    guard largest > 0 else { return 9 }
    return min(9, max(0, 4 - Int(log10(largest).rounded(.down))))
  }

  /// An error with that many decimals; one that they are too few for is below the last of them.
  public static func errorText(_ error: Double, decimals: Int) -> String {
    let smallest = pow(10, -Double(decimals))
    return error > 0 && error < smallest / 2
      ? "<\(text(smallest, decimals: decimals))" : text(error, decimals: decimals)
  }

  /// The value with that many decimals; never a negative zero.
  public static func text(_ value: Double, decimals: Int, signed: Bool = false) -> String {
    guard value.isFinite else { return "\(value)" }
    var text = String(format: "%.\(decimals)f", value)
    if text.hasPrefix("-"), !text.contains(where: { ("1"..."9").contains($0) }) { text.removeFirst() }
    if signed, !text.hasPrefix("-"), text.contains(where: { ("1"..."9").contains($0) }) {
      text = "+" + text
    }
    return text
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
