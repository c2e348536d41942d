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
    #expect(Quantity(0.9999990, .share, error: 9.96e-7).full().text == "100.00 ± <0.01%")
    let small = Quantity(3e-8, .points, error: 2e-8, range: (-0.00681488, 0.00681494))
    #expect(small.full(.signed).text == "0.00 ± <0.01 pp")
    #expect(small.ends([.signed, .bare]).text == "-0.68 to +0.68")
    #expect(Quantity(0.2503, .share, error: 0.004).full(.bare).text == "25.0 ± 0.4")
    #expect(Quantity(9.843123, .number, error: 2e-6).full().text == "9.8431 ± <0.0001")
    #expect(Quantity(0.000012, .number, error: 0.000003).full().text == "0.000012 ± 0.000003")
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
    #expect(Quantity(value, .number, error: error).full().text == expected)
  }

  @Test("numbers without an error, and those that somebody gave, follow the same rule")
  func extremesWithoutError() {
    #expect(Quantity(1.5e-12, .number).full(.signed).text == "+1.500e-12")
    #expect(Quantity(2e12, .number, error: 0).full().text == "2.000e12")
    let small = Quantity(1e-12, .number, error: 1e-13, range: (-1e-12, 2.5e-12))
    #expect(small.ends(.signed).text == "(-1.0 to +2.5)e-12")
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
    func loss(_ value: Double, error: Double) -> String { Quantity(value, .points, error: error).loss().text }
    #expect(loss(0.011, error: 0.001) == "1.1 ± 0.1")
    #expect(loss(0.0002, error: 0.001) == "under 0.3")
    #expect(loss(0, error: 0.0052) == "under 2")
    #expect(loss(0, error: 1e-9) == "under 0.01")
    #expect(loss(0, error: 0) == "0")
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

  @Test("a first screen has the digits that a reader can use, and says of a difference that it is negligible")
  func brief() {
    #expect(Quantity(0.2534, .share, error: 0.0004).brief().text == "25.3%")
    #expect(Quantity(0.0002, .share).brief().text == "<0.05%")
    #expect(Quantity(0.0042, .share).rough.text == "0.4%" && Quantity(0.42, .share).rough.text == "42%")
    let lead = Quantity(0.022, .points, error: 0.001, range: (-0.042, 0.103))
    #expect(lead.withRange(negligible: 0.0005).text == "+2.2 pp (90% range -4.2 to +10.3)")
    #expect(Quantity(0.0001, .points).brief(negligible: 0.0005).text == "< 0.05 pp")
    #expect(Quantity.count(11_348, error: 120).text == "11,300")
  }

  @Test("a chance is never said more surely than its draws can show")
  func chances() {
    #expect(Quantity.chance(0.9996).text == ">99.9%" && Quantity.chance(0.794).text == "79%")
    #expect(Quantity.chance(0.7963).text == "79.6%" && Quantity.chance(nil).text == "–")
    #expect(Quantity.chance(1, draws: 50).text == ">94%" && Quantity.chance(0, draws: 50).text == "<6%")
  }
}
