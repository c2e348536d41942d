import GSLNumerics
import Testing

@Suite("Gauss-Legendre rules")
struct GaussLegendreTests {
  @Test("a rule of n points integrates every power up to 2n - 1 exactly", arguments: [1, 2, 5, 8, 20])
  func exactForPolynomials(count: Int) throws {
    let rule = try GaussLegendreRule(count: count)
    for degree in 0..<(2 * count) {
      var sum = 0.0
      for (point, weight) in zip(rule.points, rule.weights) {
        sum += weight * (0..<degree).reduce(1) { power, _ in power * point }
      }
      let exact = degree.isMultiple(of: 2) ? 2 / Double(degree + 1) : 0
      // Some tens of roundings of terms of at most 2.
      #expect(abs(sum - exact) < 1e-14)
    }
  }

  @Test("points increase and lie in pairs around 0")
  func ordered() throws {
    let rule = try GaussLegendreRule(count: 8)
    #expect(rule.points == rule.points.sorted())
    for index in 0..<4 { #expect(rule.points[index] == -rule.points[7 - index]) }
  }
}
