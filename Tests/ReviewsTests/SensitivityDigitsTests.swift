import ExperimentDesign
import Rendering
import Studies
import Testing

@testable import Inference
@testable import Reviews

@Suite("The table of sensitivities")
struct SensitivityDigitsTests {
  @Test("what completes the sum of shares has no digit that the shares' errors do not support")
  func remainders() {
    #expect(SensitivityTable.remainder(0.0312, error: 0.02).text == "3%")
    #expect(SensitivityTable.remainder(0.0042, error: 0.02).text == "0%")
    #expect(SensitivityTable.remainder(0.0042, error: 0.0005).text == "0.4%")
    #expect(SensitivityTable.remainder(-0.0042, error: 0.02).text == "0%")
    #expect(SensitivityTable.remainder(0, error: 0).text == "0%")
  }

  @Test("a break-even value has the digits of its interval, and never more than five of use")
  func turningPoints() {
    func text(_ value: Double, _ lower: Double, _ upper: Double) -> String {
      SensitivityTable.turning(FlipPoint(value: value, lower: lower, upper: upper, rises: true)).text
    }
    #expect(text(0.5649, 0.5591, 0.5712) == "0.565 (0.559 to 0.571)")
    #expect(text(0.5649, 0.39, 0.72) == "0.56 (0.39 to 0.72)")
    #expect(text(0.000412345678, 0.000412345671, 0.000412345683) == "0.00041235 (0.00041235 to 0.00041235)")
    #expect(text(1234.5, 1100, 1400) == "1234 (1100 to 1400)")
    #expect(text(0.0004, 0.0004, 0.0004) == "0.000400 (0.000400 to 0.000400)")
  }
}
