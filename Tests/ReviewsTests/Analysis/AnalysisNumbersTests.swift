import Inference
import Testing

@testable import Reviews

@Suite("Numbers of a real test")
struct AnalysisNumbersTests {
  private func interval(_ lower: Double, _ upper: Double) -> Interval {
    Interval(lower: lower, upper: upper)
  }

  @Test("an end of a difference that is not 0, or not the margin, does not read as it")
  func deciding() {
    #expect(AnalysisNumbers.shares.differences(interval(0.016, 0.068)).text == "+1.6 to +6.8")
    #expect(AnalysisNumbers.shares.differences(interval(0.0002, 0.056)).text == "+0.02 to +5.60")
    #expect(AnalysisNumbers.shares.differences(interval(0, 0.056)).text == "0.0 to +5.6")
    #expect(
      AnalysisNumbers(deciding: [0.005]).differences(interval(0.001, 0.0046)).text == "+0.10 to +0.46")
  }
}
