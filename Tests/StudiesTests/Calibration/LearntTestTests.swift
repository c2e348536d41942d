import ExperimentDesign
import ExperimentSamples
import TestAnalysis
import TestData
import Testing
import TextFormats

@testable import Studies

@Suite("A test that numbers have learnt from")
struct LearntTestTests {
  private let broken = LearntTest.Broken(option: "a by day 3 vs", column: .retainedD7, chance: 0.0312)

  @Test(
    "it is read back from the source of evidence, between the file's name and the fingerprints of its counts")
  func readBack() throws {
    for broken in [
      [], [broken], [broken, LearntTest.Broken(option: "launch", column: .value, chance: 0.05)],
    ] {
      let test = LearntTest(options: ["launch", "a by day 3 vs"], day: 7, broken: broken)
      let source = "calibrate, test.csv, sha256 ab12\(test.mark), counts 12 34"
      #expect(LearntTest(reading: source) == test)
      #expect(LearntTest(reading: "test.csv, sha256 ab12\(test.mark)") == test)
    }
    #expect(LearntTest(reading: "calibrate, funnel.csv, sha256 ab12, counts 12 34") == nil)
    #expect(LearntTest(reading: "a paper, test of time") == nil)
    #expect(LearntTest.name("a; b") == "a, b")
  }

  @Test("it has the options that broke a guardrail, by the chance of its analysis")
  func analysed() throws {
    let text = "arm,installs,allowed,retained_d7\na,5000,1300,900\nb,5000,1400,700\nc,5000,1350,898\n"
    let table = try TestTable(reading: bytes(Array(text.utf8)), file: "t.csv")
    let result = try TestResult(AnalysedTest(table, options: AnalysisOptions()))
    let test = try #require(LearntTest(result, day: 7))
    #expect(test.options == ["a", "b", "c"] && test.broken.map(\.option) == ["b"])
    // 14% against 18%: 3.5 points beyond the margin of half a point, with a standard error of 0.73.
    #expect(test.broken[0].column == .retainedD7 && test.broken[0].chance == 1e-4)
  }

  @Test("an option that broke a guardrail in it is out in every run of the file, with what that costs")
  func out() throws {
    let (_, summary) = try builder([[300, 500, 400]]) { outline in
      let mark = LearntTest(
        options: ["a", "b"], day: 7,
        broken: [LearntTest.Broken(option: "b", column: .retainedD7, chance: 0.03)]
      ).mark
      outline.description.parameters[0].evidence = Evidence(
        grade: .measured, source: "calibrate, t.csv, sha256 ab12\(mark), counts 12")
    }
    let scenario = summary.scenarios[0]
    #expect(scenario.verdict?.best == 2 && scenario.blocked == [1])
    let blocker = try #require(scenario.blockers.first)
    guard case .brokenInTest(let found) = blocker.reason else { throw Unexpected(blocker) }
    #expect(found.chance == 0.03 && found.column == .retainedD7)
    #expect(try abs(#require(blocker.lead).overTrials.mean - 0.1) < 1e-12)
  }
}
