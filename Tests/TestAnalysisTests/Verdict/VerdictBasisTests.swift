import Inference
import TestAnalysis
import Testing

@Suite("What a verdict rests on")
struct VerdictBasisTests {
  private let rows =
    answered("a", allowed: 300, of: 1_000, asked: "2026-01-01T01:00:00Z")
    + answered("b", allowed: 400, of: 1_000, asked: "2026-01-01T01:00:00Z")

  private func basis(_ options: (inout AnalysisOptions) -> Void) throws -> VerdictBasis? {
    let found = try analysis(rows) {
      $0.day = 7
      options(&$0)
    }
    return try #require(found.mainPanel).judgements[0].verdictBasis
  }

  @Test("a single look rests on Miettinen and Nurminen's interval, a running test on the sequence's")
  func looks() throws {
    #expect(try basis { _ in } == .miettinenNurminen)
    #expect(try basis { $0.isRunning = true } == .confidenceSequence)
    #expect(try basis { $0.allocation = [3, 1] } == nil)
  }

  @Test("the interval for any look is there for event rows that are looked at again")
  func anytime() throws {
    let panel = try #require(try analysis(rows) { $0.isRunning = true }.mainPanel)
    #expect(panel.judgements[0].interval.map { $0.lower > 0 } == true)
  }
}
