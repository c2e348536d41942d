import Inference
import TestAnalysis
import TestData
import Testing

@Suite("The analysis of a real test")
struct AnalysedTestTests {
  private let asked = "2026-01-01T00:01:00Z"

  /// 200 installs an arm: `a` asks everybody, `b` a quarter, who allow more often.
  private var flipped: [Rows] {
    answered("a", allowed: 60, of: 200, asked: asked) + answered("b", allowed: 30, of: 50, asked: asked)
      + [Rows(arm: "b", count: 150)]
  }

  @Test("a ranking that flips between denominators is reported once")
  func flips() throws {
    let analysis = try analysis(flipped)
    #expect(analysis.panels.map(\.ranking) == [[0, 1], [1, 0], [1, 0]])
    #expect(analysis.cautions.count { if case .rankingFlips = $0 { true } else { false } } == 1)
  }

  @Test("rates are read at the largest day that half of every option has reached")
  func day() throws {
    let old = Rows(arm: "a", count: 10, installed: "2026-01-10T00:00:00Z")
    let young = Rows(arm: "b", count: 5, installed: "2026-01-28T00:00:00Z")
    let mixed = [old, Rows(arm: "b", count: 5, installed: "2026-01-10T00:00:00Z"), young]
    let found = try analysis(mixed)
    #expect(found.asOf == AsOf("2026-01-31T00:00:00Z") && found.day == 7 && found.rows == 20)
    let later = [old, Rows(arm: "b", count: 4, installed: "2026-01-10T00:00:00Z"), young]
    #expect(try analysis(later).day == 1)
  }

  @Test("the split is of every install, the rates of those old enough")
  func maturity() throws {
    let analysis = try analysis([
      Rows(arm: "a", count: 30, asked: asked, answer: "authorized"),
      Rows(arm: "a", count: 10, installed: "2026-01-30T00:00:00Z"), Rows(arm: "b", count: 40),
    ])
    #expect(analysis.assigned == [40, 40] && analysis.panels[0].counts.map(\.n) == [30, 40])
    #expect(analysis.sampleRatio?.mismatch == false)
  }

  @Test("a broken split comes first and before the verdict")
  func mismatch() throws {
    let rows = [Rows(arm: "a", count: 200), Rows(arm: "b", count: 300)]
    #expect(try analysis(rows).sampleRatio?.mismatch == true)
    let meant = try analysis(rows) { $0.allocation = [2, 3] }
    #expect(meant.sampleRatio?.mismatch == false)
  }

  @Test("refusals by the device and restrictions are installs and never answers (R147)")
  func device() throws {
    let analysis = try analysis([
      Rows(arm: "a", count: 10, asked: asked, answer: "denied"), Rows(arm: "a", count: 5, answer: "denied"),
      Rows(arm: "a", count: 3, answer: "restricted"), Rows(arm: "b", count: 18),
    ])
    #expect(analysis.panels.map { $0.counts[0].n } == [18, 10, 10])
  }

  @Test("a test still running is judged by an interval that holds at every look")
  func running() throws {
    let rows =
      answered("a", allowed: 60, of: 200, asked: asked) + answered("b", allowed: 82, of: 200, asked: asked)
    let once = try analysis(rows)
    let looked = try analysis(rows) {
      $0.isRunning = true
      $0.plannedInstalls = 400
    }
    #expect(once.panels[0].judgements[0].verdict == .better)
    #expect(looked.panels[0].judgements[0].verdict == .unknown)
    #expect(looked.panels[0].judgements[0].interval != nil && looked.panels[1].judgements[0].interval == nil)
  }

  /// 100 installs an arm on the first of the year and as many ten days later; `b` allows more often.
  private var enrolledTwice: [Rows] {
    ["2026-01-01", "2026-01-11"].flatMap { day in
      [("a", 20), ("b", 50)].flatMap { arm, allowed in
        answered(arm, allowed: allowed, of: 100, installed: "\(day)T00:00:00Z", asked: "\(day)T00:01:00Z")
      }
    }
  }

  @Test("planned looks read what had matured by each, and the first to cross its boundary decides")
  func plannedLooks() throws {
    let analysis = try analysis(enrolledTwice) {
      $0.earlierLooks = [AsOf("2026-01-02T00:00:00Z"), AsOf("2026-01-09T00:00:00Z")].compactMap { $0 }
      $0.plannedInstalls = 400
    }
    let looks = try #require(analysis.looks)
    // On the second of January nothing was seven days old.
    #expect(looks.moments.map(\.description) == ["2026-01-09T00:00:00Z", "2026-01-31T00:00:00Z"])
    let found = looks.readings[0].sequential.looks
    #expect(found.map(\.fraction) == [0.5, 1])
    // The score of 50 and 20 of 100: 0.3 / √(0.35 · 0.65 · 2/100 · 200/199).
    #expect(abs((found[0].score ?? 0) - 0.3 / (0.35 * 0.65 * 0.02 * 200 / 199).squareRoot()) < 1e-12)
    #expect(looks.readings[0].decidingIndex == 0)
    #expect(analysis.panels[0].judgements[0].verdict == .better)
  }

  @Test("a look that stops the test is the one whose difference, interval and counts are reported")
  func stoppedEarly() throws {
    // What came after the look would halve the difference.
    let day = "2026-01-11"
    let later = ["a", "b"].flatMap { arm in
      answered(arm, allowed: 45, of: 100, installed: "\(day)T00:00:00Z", asked: "\(day)T00:01:00Z")
    }
    let analysis = try analysis(Array(enrolledTwice.prefix(4)) + later) {
      $0.earlierLooks = [AsOf("2026-01-09T00:00:00Z")].compactMap { $0 }
      $0.plannedInstalls = 400
    }
    let panel = try #require(analysis.mainPanel)
    let judgement = panel.judgements[0]
    #expect(judgement.verdict == .better && judgement.earlierLook == AsOf("2026-01-09T00:00:00Z"))
    #expect(abs((judgement.difference ?? 0) - 0.3) < 1e-12)
    #expect(panel.counts.map(\.n) == [100, 100] && analysis.looks?.counts.last?.map(\.n) == [200, 200])
    #expect(abs((panel.statistics.comparisons[0].counts.difference ?? 0) - 0.3) < 1e-12)
    #expect(judgement.interval?.contains(0.3) == true)
  }

  @Test("looks need a plan, and stand whole days before the as-of moment")
  func looksThatCannotBe() {
    #expect(throws: UnfitOption.self) {
      try analysis(enrolledTwice) { $0.earlierLooks = [AsOf("2026-01-09T00:00:00Z")].compactMap { $0 } }
    }
    #expect(throws: UnfitOption.self) {
      try analysis(enrolledTwice) {
        $0.earlierLooks = [AsOf("2026-01-09T10:00:00Z")].compactMap { $0 }
        $0.plannedInstalls = 400
      }
    }
  }

  @Test("counts cannot be looked at while the test runs, having no ages")
  func looks() {
    #expect(throws: UnfitOption.self) {
      try analysis(counts: "arm,installs,allowed\na,10,1\nb,10,2\n") { $0.isRunning = true }
    }
  }

  @Test("an arm whose rows are all doubtful keeps its installs")
  func doubtfulArm() throws {
    let rows = [Rows(arm: "a", count: 2, answer: "authorized"), Rows(arm: "b", count: 2)]
    let found = try analysis(rows)
    #expect(found.mainPanel?.counts.map(\.n) == [2, 2] && found.mainPanel?.counts.map(\.x) == [2, 0])
  }

  @Test("an option that is too young is called so")
  func youngArm() throws {
    let old = Rows(arm: "b", count: 2)
    let young = try analysis(
      [old, Rows(arm: "a", count: 2, installed: "2026-01-30T12:00:00Z")], days: [1])
    let first = young.cautions.prefix(1)
    #expect(first.contains { if case .tooYoung([0], days: 1) = $0 { true } else { false } })
  }

  @Test("an arm alone is best of nothing")
  func alone() throws {
    let analysis = try analysis(counts: "arm,installs,allowed\na,100,10\n")
    #expect(analysis.panels[0].statistics.arms[0].standing == nil)
  }
}
