import SeededNumbers
import Testing

@testable import Inference

@Suite("Which of several p-values are significant")
struct StepProcedureTests {
  @Test(
    "they are those whose adjusted values are below the level",
    arguments: [MultiplicityCorrection.holm, .hochberg, .benjaminiHochberg], 2...5)
  func same(correction: MultiplicityCorrection, comparisons: Int) throws {
    let procedure = try #require(StepProcedure(correction, alpha: 0.05, comparisons: comparisons))
    var stream = SplitMix(seed: 3)
    var different = 0
    for _ in 0..<2_000 {
      let values = (0..<comparisons).map { _ in stream.uniform() * 0.08 }
      let adjusted = correction.adjusted(values.map { PValue($0) }).map { $0.value < 0.05 }
      let intervals = values.map { value in procedure.levels.filter { value >= $0 }.count }
      if procedure.significant(intervals) != adjusted { different += 1 }
    }
    #expect(different == 0)
  }

  @Test("a single p-value, and no correction, need no procedure")
  func none() {
    #expect(StepProcedure(.holm, alpha: 0.05, comparisons: 1) == nil)
    #expect(StepProcedure(.none, alpha: 0.05, comparisons: 3) == nil)
  }

  @Test("chances of independent p-values are those of all their combinations")
  func chances() throws {
    let procedure = try #require(StepProcedure(.holm, alpha: 0.05, comparisons: 2))
    // The other is below 2.5% in 30% of cases, and between 2.5% and 5% in 20%.
    let found = procedure.chances(others: [[0.3, 0.2, 0.5]])
    // Below 2.5% it is significant in any case, and up to 5% where the other is below 2.5%.
    #expect(abs(found[0] - 1) < 1e-12 && abs(found[1] - 0.3) < 1e-12)
  }
}
