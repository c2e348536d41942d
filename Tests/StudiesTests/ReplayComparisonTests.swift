import ExperimentDesign
import Studies
import Testing

@Suite("A run held against its replay")
struct ReplayComparisonTests {
  private func trial(_ number: Int) -> TrialResult {
    sampleTrial(number, authorized: [Int64(100 + number), 130], draws: [Double(number)])
  }

  @Test("equal trials are identical, a row per draw and tally")
  func identical() {
    var comparison = ReplayComparison(sampleOutline())
    for number in 0..<3 { comparison.add(stored: trial(number), replayed: trial(number)) }
    #expect(comparison.isIdentical && comparison.first == nil)
    #expect(comparison.trials == 3 && comparison.rows == 9)
  }

  @Test("the first difference is that of the earliest trial, whatever the order")
  func first() throws {
    var comparison = ReplayComparison(sampleOutline())
    for number in [2, 1, 0] {
      var other = trial(number)
      if number > 0 { other.tallies[0, 1, 0][.sessions] += 1 }
      comparison.add(stored: trial(number), replayed: other)
    }
    #expect(comparison.differingRows == 2 && comparison.rows == 9)
    let first = try #require(comparison.first)
    #expect(first.trial == 1 && first.name == "option b, segment all: sessions")
    #expect(first.stored == "0" && first.replayed == "1")
  }

  @Test("the noise is a row of its own, and none where the stored run has none")
  func noise() throws {
    func noisy(_ draw: Double) -> TrialResult {
      var result = trial(0)
      for arm in 0..<2 {
        result.wholes[0, arm].noise = ScoreNoise()
        result.wholes[0, arm].noise?[.optInPerInstall] = draw
      }
      return result
    }
    var comparison = ReplayComparison(sampleOutline())
    comparison.add(stored: trial(0), replayed: noisy(0.5))
    #expect(comparison.isIdentical && comparison.rows == 3)
    comparison.add(stored: noisy(0.5), replayed: noisy(0.5))
    #expect(comparison.isIdentical && comparison.rows == 8)
    comparison.add(stored: noisy(0.5), replayed: noisy(0.25))
    #expect(comparison.differingRows == 2)
    let first = try #require(comparison.first)
    #expect(first.name == "option a: noise of opt_in_per_install" && first.stored == "0.5")
  }

  @Test("draws, days and medians are compared too")
  func everything() {
    for change in 0..<4 {
      var comparison = ReplayComparison(sampleOutline())
      var other = trial(0)
      switch change {
      case 0: other.draws[0] = 0.5
      case 1: other.tallies[0, 0, 0].allowedByDay[1] += 1
      case 2: other.wholes[0, 1].medianDaysToDecision = 2
      case _: other.tallies[0, 1, 0].lostToBaseline += 1
      }
      comparison.add(stored: trial(0), replayed: other)
      #expect(comparison.differingRows == 1)
    }
  }
}
