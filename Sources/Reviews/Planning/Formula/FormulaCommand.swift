import Inference
import Rendering
import Studies

/// The command that plans a test from its rates alone, for a reader who wants to vary them.
enum FormulaCommand {
  /// With the fewest digits that give the same size to two digits.
  ///
  /// - Parameters:
  ///   - baseline: the share in the baseline.
  ///   - difference: the difference to detect.
  ///   - installsPerArm: the size, by the standard level and power.
  /// - Returns: `nil` where no 12 decimals give the size.
  static func words(baseline: Double, difference: Double, installsPerArm: Double) -> String? {
    guard let target = try? PowerTarget() else { return nil }
    for decimals in 1...12 {
      let rate = SupportedDigits.text(100 * baseline, decimals: decimals)
      let lift = SupportedDigits.text(100 * difference, decimals: decimals)
      guard let first = Double(rate), let second = Double(lift), second != 0,
        let installs = try? target.baselineSize(baseline: first / 100, arm: (first + second) / 100)
      else { continue }
      guard twoDigitsUp(installs) == twoDigitsUp(installsPerArm) else { continue }
      return
        "att-lab plan --baseline \(SupportedDigits.trimmed(rate))% --lift \(SupportedDigits.trimmed(lift))pp"
    }
    return nil
  }
}
