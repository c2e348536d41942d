import Inference
import Testing

@testable import Reviews

@Suite("Numbers of a real test")
struct AnalysisNumbersTests {
  private func interval(_ lower: Double, _ upper: Double) -> ConfidenceInterval {
    ConfidenceInterval(lower: lower, upper: upper, level: .ninetyFive)
  }

  @Test("an end of a difference that is not 0, or not the margin, does not read as it")
  func deciding() {
    #expect(AnalysisNumbers.interval(interval(0.016, 0.068), signed: true) == "+1.6 to +6.8")
    #expect(AnalysisNumbers.interval(interval(0.0002, 0.056), signed: true) == "+0.02 to +5.60")
    #expect(AnalysisNumbers.interval(interval(0, 0.056), signed: true) == "0.0 to +5.6")
    #expect(
      AnalysisNumbers.interval(interval(0.001, 0.0046), signed: true, deciding: [0.005]) == "+0.10 to +0.46")
  }

  @Test("a size to go on to is rounded up to two digits")
  func sizes() {
    #expect(AnalysisNumbers.twoDigitsUp(4_632) == 4_700)
    #expect(AnalysisNumbers.twoDigitsUp(99) == 99)
  }
}
