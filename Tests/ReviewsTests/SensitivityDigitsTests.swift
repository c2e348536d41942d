import ExperimentDesign
import Rendering
import Studies
import Testing

@testable import Inference
@testable import Reviews

@Suite("The table of sensitivities")
struct SensitivityDigitsTests {
  private func ranked(_ correlation: Double, trials: Int) -> String {
    SensitivityTable.correlation(RankedAssumption(parameter: "x", correlation: correlation, trials: trials))
      .text
  }

  @Test("a rank correlation of few trials has one decimal, of many two")
  func correlations() {
    // (1 - 0.09) sqrt(1.045 / 37) = 0.153 and (1 - 0.7225) sqrt(1.36125 / 37) = 0.053.
    #expect(ranked(0.304, trials: 40) == "+0.3")
    #expect(ranked(0.853, trials: 40) == "+0.85")
    #expect(ranked(-0.304, trials: 400) == "-0.30")
    #expect(ranked(1, trials: 40) == "+1.00")
    #expect(ranked(0.51, trials: 3) == "+0.5")
    #expect(ranked(0.30412, trials: 4_000_000) == "+0.30")
  }

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

  @Test("the error of a rank correlation narrows with the trials, and is unknown for three")
  func errors() {
    let few = RankedAssumption(parameter: "x", correlation: 0.5, trials: 28)
    // 0.75 sqrt(1.125 / 25).
    #expect(abs((few.error ?? 0) - 0.159_099) < 1e-6)
    #expect(RankedAssumption(parameter: "x", correlation: 0.5, trials: 3).error == nil)
    #expect(RankedAssumption(parameter: "x", correlation: -1, trials: 9).error == 0)
  }
}
