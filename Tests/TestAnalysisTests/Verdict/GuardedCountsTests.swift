import ExperimentDesign
import GSLNumerics
import Inference
import TestAnalysis
import TestData
import Testing
import TextFormats

@Suite("Guardrails of a table of counts")
struct GuardedCountsTests {
  private let table = """
    arm,installs,allowed,retained_d7,retained_d7_of,value_mean,value_sd
    a,4000,1000,600,3900,0.50,1.5
    b,4000,1300,640,3950,0.52,1.6

    """

  private func guardrail(_ analysis: AnalysedTest, _ column: GuardrailColumn) throws -> Guardrail {
    try #require(analysis.guardrails.first { $0.column == column })
  }

  @Test("retention is x of n by Miettinen and Nurminen, of the installs that its own column gives")
  func retention() throws {
    let found = try guardrail(try analysis(counts: table), .retainedD7)
    let pair = TwoArms(try ObservedCount(640, of: 3_950), against: try ObservedCount(600, of: 3_900))
    #expect(found.arms.map(\.installs) == [3_900, 3_950] && found.arms.map(\.retained) == [600, 640])
    #expect(found.comparisons[0].method == .miettinenNurminen)
    #expect(found.comparisons[0].interval == (try pair.interval(at: .ninetyFive)))
  }

  @Test("the value is judged by Welch's interval of the means and standard deviations given")
  func value() throws {
    let analysis = try analysis(counts: table)
    let guardrail = try guardrail(analysis, .value)
    let found = guardrail.comparisons[0]
    // scipy: .02 ± t.ppf(.975, df) se, with Welch's se and df of .52, 1.6, 4000 and .5, 1.5, 4000.
    let interval = try #require(found.interval)
    #expect(abs(interval.lower - -0.0479761611) < 1e-9 && abs(interval.upper - 0.0879761611) < 1e-9)
    #expect(found.method == .welch && found.reason == nil && guardrail.isKept(found) == nil)
  }

  @Test("rows of one option are put together to the mean and spread of all")
  func sums() throws {
    let parts = try analysis(
      counts: """
        arm,day,installs,allowed,value_mean,value_sd
        a,1,3,1,2,1
        a,2,2,1,5,2
        b,1,3,1,2,1
        b,2,2,1,5,2

        """)
    // 2 ± 1 of three values and 5 ± 2 of two: the sum of squares is 2 + 4 + 3 · 1.2² + 2 · 1.8² = 16.8.
    let arm = try guardrail(parts, .value).arms[0]
    #expect(arm.installs == 5 && abs((arm.mean ?? 0) - 3.2) < 1e-12)
    var moments = SampleMoments(count: 3, mean: 2, deviation: 1)
    moments.add(SampleMoments(count: 2, mean: 5, deviation: 2))
    #expect(abs(moments.variance - 16.8 / 4) < 1e-12)
  }

  @Test(
    "columns that say nothing alone, and numbers that cannot be, are refused with their location",
    arguments: [
      ("arm,installs,allowed,value_mean\na,2,1,3\n", 1),
      ("arm,prompted,allowed,retained_d1\na,2,1,1\n", 1),
      ("arm,installs,allowed,retained_d1_of\na,2,1,1\n", 1),
      ("arm,installs,allowed,retained_d1\na,2,1,3\n", 2),
      ("arm,installs,allowed,retained_d1,retained_d1_of\na,2,1,1,5\n", 2),
      ("arm,installs,allowed,retained_d1\na,2,1,x\n", 2),
      ("arm,installs,allowed,value_mean,value_sd\na,2,1,1,-1\n", 2),
      ("arm,installs,allowed,value_mean,value_sd\na,2,1,1,\n", 2),
    ])
  func refused(text: String, line: Int) throws {
    let error = try #require(throws: FileProblems.self) { _ = try analysis(counts: text) }
    #expect(error.problems.map(\.line) == [line])
  }

  @Test("a row that does not say is left out of its guardrail alone")
  func unknown() throws {
    let found = try analysis(
      counts: "arm,day,installs,allowed,retained_d1\na,1,100,10,40\na,2,100,10,\nb,1,100,10,41\nb,2,100,10,\n"
    )
    #expect(try guardrail(found, .retainedD1).arms.map(\.installs) == [100, 100])
    #expect(found.assigned == [200, 200])
  }
}
