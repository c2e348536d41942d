import ExperimentDesign
import Inference
import TestAnalysis
import TestData
import Testing

@Suite("Arms that coincide with releases or languages")
struct ClusteredTests {
  @Test("one release an option is confounded: no interval, and said before the verdict")
  func confounded() throws {
    let analysis = try analysis(
      counts: "arm,release,installs,allowed\na,1.0,1000,200\nb,1.1,1000,300\n")
    let comparison = try #require(analysis.clustered.first?.comparison)
    // 300 less 200 of 1,000 each.
    #expect(comparison.contrast == nil && abs(comparison.difference - 0.1) < 1e-12)
    // The counts alone would call it better.
    #expect(analysis.panels[0].statistics.comparisons[0].verdict == .better)
    #expect(analysis.panels[0].judgements[0].reason == .confounded)
    #expect(analysis.panels[0].judgements[0].interval == nil)
  }

  @Test("four languages an arm have an interval over languages, wider than over installs")
  func languages() throws {
    let analysis = try analysis(
      counts: """
        arm,language,installs,allowed
        a,en,500,100
        a,de,500,120
        a,it,500,90
        a,pl,500,130
        b,fr,500,150
        b,es,500,170
        b,pt,500,140
        b,nl,500,175

        """)
    let contrast = try #require(analysis.clustered.first?.comparison.contrast)
    #expect(analysis.clustered[0].kind == .language)
    let wide = try #require(try contrast.interval(at: .ninetyFive))
    #expect(analysis.panels[0].judgements[0].interval == wide)
    let narrow = try #require(
      analysis.panels[0].statistics.comparisons[0].interval)
    #expect(wide.upper - wide.lower > narrow.upper - narrow.lower)
  }

  /// As a plan of releases says to write it: releases never have equal sizes.
  private let releases = """
    arm,release,installs,allowed
    a,a1,1000,200
    a,a2,1500,310
    a,a3,900,170
    a,a4,1100,230
    b,b1,1200,300
    b,b2,2000,470
    b,b3,800,190
    b,b4,1300,310

    """

  @Test(
    "where releases were assigned no split of installs is broken, and nothing over installs is beside the verdict"
  )
  func releasesAreTheUnits() throws {
    let analysis = try analysis(counts: releases)
    #expect(analysis.withheld == nil && analysis.sampleRatio == nil)
    let panel = try #require(analysis.mainPanel)
    #expect(panel.judgements[0].basis == .clusterRobust && panel.judgements[0].verdict == .better)
    #expect(panel.restsOnParts && panel.judgements[0].replacesCounts)
    #expect(analysis.byDay.isEmpty)
  }

  @Test("a requirement is shown over the releases, as the verdict is, and not of one option alone")
  func required() throws {
    let analysis = try analysis(counts: releases)
    func found(_ text: String) throws -> AnalysisRequirementFinding {
      try analysis.finding(Requirement(text))
    }
    let above = try found("b.opt_in_per_install > a @ 95%")
    let below = try found("a.opt_in_per_install < b @ 95%")
    let p = try #require(analysis.mainPanel?.judgements[0].p).value
    #expect(above.isShown && below.isShown)
    #expect(try abs(#require(above.confidence) - (1 - p / 2)) < 1e-12)
    #expect(try abs(#require(below.confidence) - (1 - p / 2)) < 1e-12)
    #expect(try !found("b.opt_in_per_install > a + 0.05 @ 95%").isShown)
    #expect(try found("b.opt_in_per_install > 0.1 @ 95%").reason == .assigned(.release))
  }

  @Test("days of one option each are the releases' own, and no split that differs")
  func daysOfReleases() throws {
    let rows = [("a", 2), ("b", 3), ("a", 4), ("b", 5)].map { arm, day in
      "\(arm),\(arm)\(day),2026-01-0\(day),\(900 + 50 * day),\(200 + 10 * day)\n"
    }.joined()
    let analysis = try analysis(counts: "arm,release,day,installs,allowed\n\(rows)")
    #expect(analysis.compared.isEmpty && analysis.withheld == nil)
    #expect(analysis.mainPanel?.judgements[0].basis == .clusterRobust)
    #expect(!analysis.dataProblems.contains { if case .splitDiffers = $0 { true } else { false } })
  }

  @Test("releases that are shared in part, and not alike, are reported")
  func partialOverlap() throws {
    let analysis = try analysis(
      counts: """
        arm,release,installs,allowed
        a,1.0,900,200
        a,1.1,100,20
        b,1.0,200,50
        b,1.1,800,150

        """)
    #expect(analysis.clustered.isEmpty)
    // The smaller shares are 20% of 1.0 and 10% of 1.1.
    guard case .unlikeClusters(.release, 1, let overlap, _, _)? = analysis.dataProblems.first else {
      Issue.record("expected releases that are not alike")
      return
    }
    #expect(abs(overlap - 0.3) < 1e-12)
  }

  @Test("a handful of installs on the other arm's release does not hide that arms and releases coincide")
  func stragglers() throws {
    let analysis = try analysis(
      counts: "arm,release,installs,allowed\na,1.0,990,200\na,1.1,10,1\nb,1.1,1000,300\n")
    #expect(analysis.clustered.count == 1)
  }
}
