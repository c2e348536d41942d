import Inference
import Rendering
import Testing

@testable import Reviews

@Suite("Digits that the Monte Carlo error supports")
struct SupportedDigitsTests {
  @Test(
    "the error's first significant digit is the last digit printed",
    arguments: [
      (0.25031, 0.0042, "0.250"), (0.25031, 0.04, "0.25"), (25.031, 0.4, "25.0"), (25.031, 3, "25"),
      (1234.5, 40, "1234"), (0.25031, 0.1, "0.3"), (0.000012, 0.000003, "0.000012"),
    ])
  func digits(value: Double, error: Double, expected: String) {
    let decimals = SupportedDigits.decimals(error: error, plain: 1)
    #expect(SupportedDigits.text(value, decimals: decimals) == expected)
  }

  @Test("the error itself is printed with at most two digits, at the same decimal place as the value")
  func errors() {
    for exponent in -6...1 {
      for lead in [1.0, 1.4, 5, 9.4, 9.96] {
        var error = lead
        for _ in 0..<abs(exponent) { error = exponent < 0 ? error / 10 : error * 10 }
        let text = SupportedDigits.text(error, decimals: SupportedDigits.decimals(error: error, plain: 1))
        let digits = text.filter(\.isNumber).drop { $0 == "0" }
        #expect((1...2).contains(digits.count) || error >= 99, "\(error) reads \(text)")
      }
    }
  }

  @Test("no table has more digits than anybody can use, however small the error")
  func useful() {
    let percent = EstimateText(unit: .share)
    #expect(percent.cell(0.9999990, error: 9.96e-7, signed: false) == "100.00 ± <0.01")
    #expect(percent.cell(3e-8, error: 2e-8, signed: true) == "0.00 ± <0.01")
    #expect(percent.cell(0.2503, error: 0.004, signed: false) == "25.0 ± 0.4")
    let interval = CentralInterval(lower: -0.00681488, upper: 0.00681494)
    #expect(percent.text(of: interval, beside: 3e-8, error: 2e-8, signed: true) == "-0.68 to +0.68")
    let plain = EstimateText(unit: .number)
    #expect(plain.cell(9.843123, error: 2e-6, signed: false) == "9.8431 ± <0.0001")
    #expect(plain.cell(0.000012, error: 0.000003, signed: false) == "0.000012 ± 0.000003")
  }

  @Test(
    "what is too small or too large to be written out has a power of ten, and no digit that the error does not support",
    arguments: [
      (1.2345e-12, 3e-14, "(1.23 ± 0.03)e-12"), (4e-13, 1.1e-12, "(0 ± 1)e-12"),
      (0, 2e-11, "(0 ± 2)e-11"), (1.23456789e12, 4e9, "(1.235 ± 0.004)e12"), (-5e9, 2e8, "(-5.0 ± 0.2)e9"),
      (3e-300, 1e-301, "(3.0 ± 0.1)e-300"), (1e300, 1e299, "(1.0 ± 0.1)e300"),
      (1_234_567, 4_321, "1234600 ± 4300"), (1_234_567, 43, "1234567 ± 43"),
      (2e-6, 3e-7, "0.0000020 ± 0.0000003"),
      (987_654_321, 1e5, "987650000 ± 100000"),
    ])
  func extremes(value: Double, error: Double, expected: String) {
    #expect(EstimateText(unit: .number).cell(value, error: error, signed: false) == expected)
  }

  @Test("numbers without an error, and those that somebody gave, follow the same rule")
  func extremesWithoutError() {
    let plain = EstimateText(unit: .number)
    #expect(plain.cell(1.5e-12, error: nil, signed: true) == "+1.500e-12")
    #expect(plain.cell(2e12, error: 0, signed: false) == "2.000e12")
    let interval = CentralInterval(lower: -1e-12, upper: 2.5e-12)
    #expect(plain.text(of: interval, beside: 1e-12, error: 1e-13, signed: true) == "(-1.0 to +2.5)e-12")
    #expect(SupportedDigits.exact(0.000001) == "0.000001" && SupportedDigits.exact(2.5e-9) == "2.5e-9")
    #expect(SupportedDigits.exact(0.1 + 0.2) == "0.3" && SupportedDigits.exact(400) == "400")
    #expect(SupportedDigits.number(3.21e-10, error: 2e-11) == "3.2e-10")
  }

  @Test("an error of nothing, or none, leaves the plain number of decimals")
  func plain() {
    #expect(SupportedDigits.decimals(error: nil, plain: 1) == 1)
    #expect(SupportedDigits.decimals(error: 0, plain: 3) == 3)
    #expect(SupportedDigits.decimals(error: .infinity, plain: 2) == 2)
  }

  @Test("a rounded zero has no sign, a positive number has one where asked")
  func signs() {
    #expect(SupportedDigits.text(-0.0004, decimals: 2) == "0.00")
    #expect(SupportedDigits.text(0.0004, decimals: 2, signed: true) == "0.00")
    #expect(SupportedDigits.text(0.4, decimals: 1, signed: true) == "+0.4")
    #expect(SupportedDigits.text(-0.4, decimals: 1, signed: true) == "-0.4")
  }

  @Test("a loss that its error swallows is printed as the most it can be")
  func losses() {
    let points = EstimateText(unit: .share)
    #expect(points.loss(MonteCarloNumber(value: 0.011, mcse: 0.001)) == "1.1 ± 0.1")
    #expect(points.loss(MonteCarloNumber(value: 0.0002, mcse: 0.001)) == "under 0.3")
    #expect(points.loss(MonteCarloNumber(value: 0, mcse: 0.0052)) == "under 2")
    #expect(points.loss(MonteCarloNumber(value: 0, mcse: 1e-9)) == "under 0.01")
    #expect(points.loss(MonteCarloNumber(value: 0, mcse: 0)) == "0")
    #expect(SupportedDigits.oneDigitUp(0.0131) == "0.02")
    #expect(SupportedDigits.oneDigitUp(95) == "100")
  }

  @Test("thousands are kept apart")
  func grouping() {
    #expect(SupportedDigits.grouped(0) == "0")
    #expect(SupportedDigits.grouped(999) == "999")
    #expect(SupportedDigits.grouped(20_000) == "20,000")
    #expect(SupportedDigits.grouped(-1_000_005) == "-1,000,005")
  }

  @Test("a time is worded by its size")
  func durations() {
    #expect([0.2, 40, 180, 7800].map(duration) == ["under 1 s", "40 s", "3 min", "2 h 10 min"])
    #expect(duration(.nan) == "unknown time")
  }

  @Test("where a test would lie has the digits of its spread, however well its mean is known")
  func testDigits() throws {
    // Two thousand trials in which nothing but the people of a test is uncertain: 0.0246 either way.
    let trials = 2_000
    let series = TrialSeries(
      values: (0..<trials).map { 0.1 + 1e-6 * Double($0 % 2) },
      samplingVariances: Array(repeating: 0, count: trials),
      testVariances: Array(repeating: 2.236e-4, count: trials))
    let estimate = try #require(try Estimate(series, parametersVary: false))
    let words = EstimateText(unit: .number)
    #expect(
      words.testInterval(estimate.predictionInterval90, of: estimate, signed: true) == "+0.075 to +0.125")
    // A mean that is less well known than its spread has the digits of its error.
    let rough = try #require(
      try Estimate(
        TrialSeries(
          values: [10, 12, 11, 13], samplingVariances: [0, 0, 0, 0], testVariances: [0.01, 0.01, 0.01, 0.01]),
        parametersVary: false))
    #expect(words.testInterval(rough.predictionInterval90, of: rough, signed: false) == "11.3 to 11.7")
  }
}
