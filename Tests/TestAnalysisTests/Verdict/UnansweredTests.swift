import ExperimentDesign
import Inference
import TestAnalysis
import Testing

@Suite("Tests in which nobody has answered by the day")
struct UnansweredTests {
  private var late: [Rows] {
    [
      Rows(arm: "a", count: 40, asked: "2026-01-15T12:00:00Z", answer: "denied"),
      Rows(arm: "b", count: 30, asked: "2026-01-20T12:00:00Z", answer: "authorized"),
      Rows(arm: "b", count: 10),
    ]
  }

  @Test("no verdict is given by a day before all answers")
  func later() throws {
    let found = try analysis(late, days: [7])
    #expect(found.mainPanel?.judgements.map(\.reason) == [.nobodyAnswered])
    #expect(try analysis(late, days: [20]).mainPanel?.judgements[0].verdict == .better)
  }

  @Test("nothing is shown of two options without answers, however large the margin")
  func requirement() throws {
    let needed = try Requirement<AnalysisMeasure>("b.opt_in_per_install > a - 0.5 @ 95%")
    let early = try analysis(late, days: [7]).finding(needed)
    #expect(!early.isShown && early.reason == .noVerdict(.nobodyAnswered))
    #expect(try analysis(late, days: [20]).finding(needed).isShown)
  }

  @Test("a comparison of two options without answers has none, and that with a third has one")
  func some() throws {
    let third = Rows(arm: "c", count: 40, asked: "2026-01-02T00:00:00Z", answer: "authorized")
    let found = try analysis(late + [third], days: [7])
    #expect(found.mainPanel?.judgements.map(\.verdict) == [nil, .better])
  }

  @Test("counts without an answer have no verdict, and those that do not say who answered keep theirs")
  func counts() throws {
    let silent = try analysis(counts: "arm,installs,prompted,answered,allowed\na,400,9,0,0\nb,400,9,0,0\n")
    #expect(silent.mainPanel?.judgements.map(\.reason) == [.nobodyAnswered])
    let answered = try analysis(
      counts: "arm,installs,prompted,answered,allowed\na,400,9,1,0\nb,400,9,0,0\n")
    #expect(answered.mainPanel?.judgements[0].verdict != nil)
    #expect(
      try analysis(counts: "arm,installs,allowed\na,400,0\nb,400,0\n").mainPanel?.judgements[0].verdict
        != nil)
  }
}
