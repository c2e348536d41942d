import Inference
import TestAnalysis
import TestData
import Testing

@Suite("Segments and days of a real test")
struct StrataTests {
  @Test(
    "a system on which nobody was prompted is named, with the difference without it",
    arguments: [true, false])
  func system(isNamedSegment: Bool) throws {
    let analysis = try analysis(
      counts: """
        arm,\(isNamedSegment ? "segment" : "system"),installs,prompted,allowed
        a,iOS,2000,1500,500
        a,macOS,300,0,0
        b,iOS,2000,1400,410
        b,macOS,300,0,0

        """)
    let found = analysis.cautions.lazy.compactMap {
      if case .nobodyPrompted(let names, let installs, let without) = $0 {
        (names, installs, without)
      } else {
        nil
      }
    }.first
    let (names, installs, without) = try #require(found)
    #expect(names == ["macOS"] && installs == 600)
    #expect(without.map(\.arm) == [1] && abs((without[0].difference ?? 0) + 0.045) < 1e-12)
  }

  @Test("a split that drifts by day is reported before the verdict, though its totals are even")
  func drift() throws {
    let analysis = try analysis(
      counts: """
        arm,day,installs,allowed
        a,2026-03-02,900,90
        b,2026-03-02,100,10
        a,2026-03-03,100,40
        b,2026-03-03,900,360

        """)
    #expect(analysis.sampleRatio?.mismatch == false)
    #expect((analysis.strata[0].drift?.p.value ?? 1) < 1e-6)
    // Simpson: 10% and 40% of either arm, yet 13% against 37% in all.
    let judgement = try #require(analysis.mainPanel?.judgements.first)
    #expect(judgement.within == ComparedWithin(.day) && judgement.difference == 0)
  }

  @Test("event rows have the days of their installs, matured ones alone")
  func enrolment() throws {
    let analysis = try analysis(
      [
        Rows(arm: "a", count: 3, installed: "2026-01-01T00:00:00Z"),
        Rows(arm: "b", count: 2, installed: "2026-01-02T23:59:59Z"),
        Rows(arm: "a", count: 4, installed: "2026-01-30T00:00:00Z"),
      ], days: [7], asOf: "2026-01-31")
    #expect(analysis.strata.map(\.names) == [["2026-01-01", "2026-01-02"]])
    #expect(analysis.strata[0].sampleRatios.map { $0?.expected } == [[1.5, 1.5], [1, 1]])
  }
}
