import Inference
import Testing

@Suite("What a simulated difference shows")
struct SimulatedVerdictTests {
  private func verdict(
    _ lower: Double, _ upper: Double, mcse: Double? = 0.001, less: Bool = false, vary: Bool = true
  ) -> Verdict {
    Verdict(
      mean: (lower + upper) / 2, mcse: mcse,
      uncertaintyInterval90: vary ? Interval(lower: lower, upper: upper) : nil, parametersVary: vary,
      margin: 0.005, lessIsBetter: less)
  }

  @Test("better and worse lie on one side of 0, equivalent inside the margin, all by the Monte Carlo error")
  func verdicts() {
    #expect(verdict(0.002, 0.05) == .better && verdict(-0.05, -0.002) == .worse)
    // 1.645 errors of 0.001 reach across 0 and across the margin.
    #expect(verdict(0.0016, 0.05) == .unknown)
    #expect(verdict(-0.003, 0.003) == .equivalent && verdict(-0.004, 0.003) == .unknown)
    #expect(verdict(0.002, 0.003) == .equivalent)
  }

  @Test("without uncertain parameters the mean is judged; without an error nothing is")
  func certain() {
    #expect(verdict(0.01, 0.01, vary: false) == .better)
    #expect(verdict(0, 0, mcse: 0, vary: false) == .equivalent)
    #expect(verdict(0.01, 0.01, mcse: nil) == .unknown)
    let unclear = Verdict(
      mean: 1, mcse: 0.1, uncertaintyInterval90: nil, parametersVary: true, margin: 0.005, lessIsBetter: false
    )
    #expect(unclear == .unknown)
    let agreed = Verdict(
      mean: 0, mcse: 0, uncertaintyInterval90: nil, parametersVary: true, margin: 0.005, lessIsBetter: false)
    #expect(agreed == .equivalent)
  }
}
