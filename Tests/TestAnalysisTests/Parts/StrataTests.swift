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
    let drifts = analysis.dataProblems.contains {
      if case .splitDiffers(.day, parts: 2, let p, _) = $0 { p.value < 1e-6 } else { false }
    }
    #expect(drifts)
    // Simpson: 10% and 40% of either arm, yet 13% against 37% in all.
    let judgement = try #require(analysis.mainPanel?.judgements.first)
    #expect(judgement.within == ComparedWithin(.day) && judgement.difference == 0)
  }
}
