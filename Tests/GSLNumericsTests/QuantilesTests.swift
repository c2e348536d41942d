import GSLNumerics
import Testing

@Suite("Type-6 quantiles")
struct QuantilesTests {
  let sample = [3.1, 1.2, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 8.4]

  @Test("ten values give what NumPy 2.4 gives with method 'weibull', which is R's type 6")
  func agreesWithTypeSix() throws {
    let found = try quantiles(sample, at: [0.05, 0.25, 0.5, 0.9, 0.95])
    let expected = [1.2, 2.525, 5.55, 9.66, 9.7]
    for (value, reference) in zip(found, expected) {
      #expect(abs(value - reference) < 1e-14)
    }
  }

  @Test("the i-th of R values is the quantile at i/(R + 1) exactly, whatever the rounding of the product")
  func orderStatisticsAreExact() throws {
    let values = (1...399).map(Double.init)
    for index in [1, 20, 133, 380, 399] {
      #expect(try quantile(values, at: Double(index) / 400) == Double(index))
    }
  }

  @Test("one value is every quantile")
  func singleValue() throws {
    #expect(try quantiles([7], at: [0, 0.3, 1]) == [7, 7, 7])
  }

  @Test("probabilities outside [0, 1], NaN among the values and an empty sample are refused")
  func refusals() {
    #expect(throws: NumericsError.self) { try quantile([1, 2], at: 1.1) }
    #expect(throws: NumericsError.self) { try quantile([1, 2], at: .nan) }
    #expect(throws: NumericsError.notFinite(position: 0)) { try quantile([.nan], at: 0.5) }
    #expect(throws: NumericsError.tooFewValues(needed: 1, found: 0)) { try quantile([], at: 0.5) }
  }
}
