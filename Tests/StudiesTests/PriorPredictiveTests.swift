import Studies
import Testing

@Suite("What a file implies")
struct PriorPredictiveTests {
  @Test("an odds ratio of 1.2 is about 4 points at 29 %")
  func points() {
    let odds = PriorPredictive.OddsInPoints(place: "x", ratio: 1.2, base: 0.29)
    // 0.29 · 1.2 / (0.71 + 0.29 · 1.2) = 0.348 / 1.058 = 0.32892
    #expect(abs(odds.difference - 0.03892) < 1e-5)
    #expect(PriorPredictive.OddsInPoints.share(0.5, times: 1) == 0.5)
  }
}
