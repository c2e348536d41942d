import Inference
import TestAnalysis
import TestData
import Testing

@Suite("Segments and days of a real test")
struct StrataTests {
  private let segments = """
    arm,segment,installs,prompted,allowed
    a,new,1000,800,200
    b,new,1010,700,303
    a,old,400,300,120
    b,old,390,280,60

    """

  @Test("each segment has its rates and comparisons, per denominator")
  func perSegment() throws {
    let analysis = try analysis(counts: segments)
    let strata = try #require(analysis.strata.first)
    #expect(strata.kind == .segment && strata.names == ["new", "old"])
    #expect(strata.panels.map(\.denominator) == [.installs, .prompted])
    let new = strata.panels[0].segments[0]
    #expect(new.arms.map(\.count.x) == [200, 303] && new.arms.map(\.count.n) == [1000, 1010])
    #expect(strata.panels[1].segments[1].arms.map(\.count.n) == [300, 280])
  }

  @Test(
    "intervals hold together over all segments, and p-values are adjusted over all that have both options")
  func together() throws {
    let analysis = try analysis(counts: segments + "a,few,12,9,5\nb,few,11,9,9\na,one,3,2,1\n")
    let panel = try #require(analysis.strata.first?.panels.first)
    #expect(panel.comparisons == 3 && panel.segments[3].comparisons[0].interval == nil)
    #expect(panel.comparisonLevel == ConfidenceLevel.ninetyFive.simultaneous(over: 3))
    let alone = TwoArms(try ObservedCount(303, of: 1010), against: try ObservedCount(200, of: 1000))
    #expect(panel.segments[0].comparisons[0].interval == (try alone.interval(at: panel.comparisonLevel)))
    let values = panel.segments.prefix(3).compactMap { $0.comparisons[0].test?.p }
    #expect(panel.segments.compactMap { $0.comparisons[0].pAdjusted } == values.map { $0.multiplied(by: 3) })
  }

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
