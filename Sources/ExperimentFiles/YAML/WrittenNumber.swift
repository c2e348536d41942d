import Foundation

extension Double {
  /// The number with six digits, as a file has it.
  var sixDigits: String { String(format: "%.6g", self) }
}
