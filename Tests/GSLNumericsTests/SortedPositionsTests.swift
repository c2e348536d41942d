import GSLNumerics
import Testing

@Suite("Sorted positions")
struct SortedPositionsTests {
  /// Numbers of both signs and many sizes, with ties and both zeros.
  private func numbers(_ count: Int) -> [Double] {
    var state: UInt64 = 1
    return (0..<count).map { position in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let sign = state >> 40 & 1 == 0 ? 1.0 : -1.0
      if position % 7 == 0 { return 0 * sign }
      return sign
        * Double(sign: .plus, exponent: Int(state >> 60) * 20 - 150, significand: 1 + Double(state >> 44 & 3))
    }
  }

  @Test(
    "many are in the order that comparisons give, equal ones as they came",
    arguments: [0, 1, 256, 257, 3_000])
  func agrees(count: Int) {
    let values = numbers(count)
    let compared = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    #expect(sortedPositions(values) == compared)
  }

  @Test("the largest and smallest numbers there are come last and first")
  func extremes() {
    var values = [Double](repeating: 1, count: 300)
    values[10] = .infinity
    values[20] = -.infinity
    values[30] = .greatestFiniteMagnitude
    values[40] = -.leastNonzeroMagnitude
    let sorted = sortedPositions(values)
    #expect(sorted.prefix(2) == [20, 40] && sorted.suffix(2) == [30, 10])
  }

  @Test("a variance about the mean is the variance, bit by bit")
  func variance() throws {
    let values = numbers(500).map { $0.magnitude < 1e30 ? $0 : 1 }
    #expect(try sampleVariance(values, about: try sampleMean(values)) == sampleVariance(values))
  }
}
