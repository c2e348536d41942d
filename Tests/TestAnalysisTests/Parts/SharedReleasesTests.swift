import ExperimentDesign
import GSLNumerics
import Inference
import SeededNumbers
import TestAnalysis
import TestData
import Testing

@Suite("Arms of which only some releases carry both")
struct SharedReleasesTests {
  /// Release 1.0 is the old arm's alone and allows far more; 1.1 carries both, and they are alike.
  private let mixed = """
    arm,release,installs,allowed
    old,1.0,2000,800
    old,1.1,500,50
    new,1.1,500,52

    """

  @Test("the verdict rests on the releases that carry both, and says what it leaves out")
  func shared() throws {
    let analysis = try analysis(counts: mixed)
    let panel = try #require(analysis.mainPanel)
    let judgement = panel.judgements[0]
    let pair = TwoArms(try ObservedCount(52, of: 500), against: try ObservedCount(50, of: 500))
    let within = try #require(MeasuredDifference.mantelHaenszel([pair]))
    #expect(judgement.basis == .mantelHaenszel && judgement.within == ComparedWithin(.release))
    let interval = try within.interval(at: .ninetyFive)
    #expect(judgement.verdict == .unknown && judgement.interval == interval)
    #expect(abs((judgement.leftOut ?? 0) - 2.0 / 3) < 1e-12)
    // All installs together would call it far worse.
    #expect(panel.statistics.comparisons[0].verdict == .worse)
    // The split is 2,500 to 500 over all releases, and even in 1.1.
    #expect(analysis.withheld == nil && analysis.sampleRatio?.mismatch == true)
  }

  @Test("too few in the releases that carry both: no verdict, confounded")
  func tooLittle() throws {
    let analysis = try analysis(
      counts: """
        arm,release,installs,allowed
        old,1.0,1000,400
        old,1.1,90,9
        new,1.1,60,9
        new,1.2,900,90

        """)
    let panel = try #require(analysis.mainPanel)
    #expect(panel.judgements[0].reason == .littleShared)
    #expect(panel.judgements[0].interval == nil)
  }

  @Test("a split that is not as meant within the releases that carry both is broken")
  func brokenWithin() throws {
    let found = try analysis(counts: mixed.replacing("500,52", with: "700,70"))
    #expect(found.withheld == .brokenSplit)
  }

  @Test("after a ramp within the release that carries both, days of it are compared")
  func ramp() throws {
    var text = "arm,release,day,installs,allowed\nold,1.0,2026-01-01,2000,800\n"
    for day in 2...9 {
      let (old, new) = day < 6 ? (450, 50) : (50, 450)
      // Nine in a hundred fewer from the sixth on, in both arms.
      let tenths = day < 6 ? 3 : 1
      text += "old,1.1,2026-01-0\(day),\(old),\(old * tenths / 10)\n"
      text += "new,1.1,2026-01-0\(day),\(new),\(new * tenths / 10)\n"
    }
    let judgement = try #require(try analysis(counts: text).mainPanel?.judgements.first)
    #expect(judgement.within == ComparedWithin(.release, isByDay: true) && judgement.verdict != .worse)
    #expect(abs(judgement.difference ?? 1) < 1e-12)
  }

  @Test("event rows are read within releases as counts are")
  func events() throws {
    func rows(_ arm: String, _ release: String, _ count: Int, _ allowed: Int) -> [Rows] {
      answered(arm, allowed: allowed, of: count, asked: "2026-01-01T01:00:00Z", release: release)
    }
    let found = try analysis(
      rows("old", "1.0", 2_000, 800) + rows("old", "1.1", 500, 50) + rows("new", "1.1", 500, 52))
    let counted = try analysis(counts: mixed) { $0.baseline = "new" }
    let judgements = try [found, counted].map { try #require($0.mainPanel?.judgements.first) }
    #expect(
      judgements[0].within == ComparedWithin(.release) && judgements[0].interval == judgements[1].interval)
  }

  @Test("a requirement is held to the releases that carry both")
  func requirement() throws {
    let analysis = try analysis(counts: mixed)
    let kept = try analysis.finding(Requirement("new.opt_in_per_install > old - 0.05 @ 95%"))
    let pair = TwoArms(try ObservedCount(52, of: 500), against: try ObservedCount(50, of: 500))
    let within = try #require(MeasuredDifference.mantelHaenszel([pair]))
    let p = try #require(try within.exceedance(of: -0.05)).p.value
    #expect(abs((kept.confidence ?? 0) - (1 - p)) < 1e-12 && kept.isShown)
    // The same question with the arms changed.
    let changed = try analysis.finding(Requirement("old.opt_in_per_install < new + 0.05 @ 95%"))
    #expect(abs((changed.confidence ?? 0) - (kept.confidence ?? 1)) < 1e-12)
    #expect(abs((changed.margin ?? 0) - (kept.margin ?? 1)) < 1e-12)
  }

  @Test(
    "with a fifth in common and a strong effect of releases, equal options are called better at most as often as promised"
  )
  func truth() throws {
    var wrong = 0
    var better = 0
    let tests = 400
    for test in 0..<tests {
      var random = SplitMix(seed: UInt64(test))
      func allowed(_ people: Int, _ rate: Double) -> Int {
        (0..<people).count { _ in random.uniform() < rate }
      }
      let judgement = try analysis(
        counts: """
          arm,release,installs,allowed
          old,1.0,1600,\(allowed(1_600, 0.15))
          old,1.1,400,\(allowed(400, 0.4))
          new,1.1,400,\(allowed(400, 0.4))

          """
      ).mainPanel?.judgements.first
      if judgement?.verdict == .better { better += 1 }
      if judgement?.verdict == .better || judgement?.verdict == .worse { wrong += 1 }
    }
    // 5%, and better in half of these: four Monte Carlo errors.
    #expect(Double(wrong) / Double(tests) < 0.05 + 4 * (0.05 * 0.95 / Double(tests)).squareRoot())
    #expect(Double(better) / Double(tests) < 0.025 + 4 * (0.025 * 0.975 / Double(tests)).squareRoot())
    #expect(wrong > 0)
  }
}
