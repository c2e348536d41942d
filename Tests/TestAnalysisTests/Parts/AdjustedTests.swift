import Foundation
import Inference
import Reviews
import TestAnalysis
import TestData
import Testing
import TextFormats

@Suite("Differences adjusted for what is known at install")
struct AdjustedTests {
  /// Installs of two arms in two countries and two channels; the arm has more of the country that allows more.
  private func analysis() throws -> AnalysedTest {
    var text = "install_id,arm,installed_at,prompted_at,decided_at,status,country,channel\n"
    var install = 0
    for (arm, country, channel, installs, allowed) in [
      ("a", "US", "paid", 400, 160), ("a", "US", "", 200, 80), ("a", "DE", "paid", 600, 60),
      ("a", "DE", "", 300, 30),
      ("b", "US", "paid", 500, 200), ("b", "US", "", 250, 100), ("b", "DE", "paid", 500, 50),
      ("b", "DE", "", 250, 25),
    ] {
      for index in 0..<installs {
        install += 1
        let status = index < allowed ? "authorized" : "denied"
        text +=
          "i\(install),\(arm),2026-01-01,2026-01-01T01:00:00Z,2026-01-01T01:00:02Z,\(status),\(country),\(channel)\n"
      }
    }
    let table = try TestTable(
      reading: bytes(Array(text.utf8)), file: "t.csv",
      options: ReadingOptions(asOf: AsOf("2026-01-31"), days: [7]))
    guard case .events(let events) = table else { throw ReadingRefusal.countsHaveNoTimes }
    return try AnalysedTest(events, options: AnalysisOptions())
  }

  @Test("country and channel that differ between arms move the plain difference and not the adjusted one")
  func adjusted() throws {
    let found = try analysis()
    let plain = try #require(found.mainPanel?.statistics.comparisons.first?.counts.difference.value)
    let adjusted = try #require(found.adjusted)
    #expect(adjusted.columns == ["country", "channel"] && plain > 0.02)
    let difference = try #require(adjusted.differences.first?.value)
    #expect(abs(difference.estimate) < 1e-12 && difference.groups == 4)
    #expect(
      AnalysisNotices(found).remarks.contains {
        $0.hasPrefix("Adjusted for country, channel (post-stratified; Lin 2013, HC2)")
      })
  }

  @Test("segments of counts are drawn towards their mean, with the chance of a reversal")
  func segments() throws {
    let counts = """
      arm,segment,installs,allowed
      a,x,4000,1000
      b,x,4000,1200
      a,y,4000,1000
      b,y,4000,1180
      a,z,60,15
      b,z,60,11

      """
    let found = try TestAnalysisTests.analysis(counts: counts)
    let effects = try #require(found.segmentEffects.first)
    #expect(effects.segments == [0, 1, 2])
    let small = effects.effects.effects[2]
    // Raw −6.7 points of 60 installs a side. Reference: the same model summed over 400,000 values of τ up to 1.
    #expect(abs(small.estimate + 0.0028078) < 1e-5 && abs(small.reversal - 0.4118895) < 1e-4)
    #expect(abs(effects.effects.mean - 0.0303536) < 1e-5)
    #expect(effects.effects.effects[0].reversal < 0.001)
    #expect(found.adjusted?.columns == ["segment"])
  }

  @Test("without such columns nothing is adjusted")
  func none() throws {
    let found = try TestAnalysisTests.analysis(counts: "arm,installs,allowed\na,100,20\nb,100,30\n")
    #expect(found.adjusted == nil && found.segmentEffects.isEmpty)
  }
}
