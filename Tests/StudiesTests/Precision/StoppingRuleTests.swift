import ExperimentDesign
import Studies
import Testing

@Suite("A simulation that chooses its own size")
struct StoppingRuleTests {
  private func builder(_ lead: (Int) -> Int64) -> RunSummaryBuilder {
    var builder = RunSummaryBuilder(sampleOutline())
    for trial in 0..<100 {
      builder.add(
        sampleTrial(trial, authorized: [200, 200 + lead(trial)], draws: [Double(trial)]))
    }
    return builder
  }

  @Test("the precision looked at is the error of the lead")
  func precision() throws {
    // ±10 of 1,000 in turn: standard deviation 0.01, error 0.001.
    let builder = builder { $0.isMultiple(of: 2) ? 10 : -10 }
    let look = try builder.look(goal: 0.002)
    #expect(abs(try #require(look.reached) - 0.001 * (100.0 / 99).squareRoot()) < 1e-6 && look.isMet)
    #expect(try !builder.look(goal: 0.001).isMet)
  }

  @Test("a single trial cannot be known to be enough")
  func single() throws {
    var builder = RunSummaryBuilder(sampleOutline())
    builder.add(sampleTrial(0, authorized: [200, 300], draws: [1]))
    let look = try builder.look(goal: 1)
    #expect(look.reached == nil && !look.isMet)
  }
}
