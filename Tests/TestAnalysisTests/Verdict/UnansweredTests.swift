import ExperimentDesign
import Inference
import Reviews
import TestAnalysis
import Testing

@Suite("Tests in which nobody has answered by the day")
struct UnansweredTests {
  private func text(_ analysis: AnalysedTest) -> String {
    AnalysisText(analysis: analysis, style: .plain).text.replacing(/\s+/, with: " ")
  }

  private var late: [Rows] {
    [
      Rows(arm: "a", count: 40, asked: "2026-01-15T12:00:00Z", answer: "denied"),
      Rows(arm: "b", count: 30, asked: "2026-01-20T12:00:00Z", answer: "authorized"),
      Rows(arm: "b", count: 10),
    ]
  }

  @Test("no verdict is given, and the answers of later days are named with how to read them")
  func later() throws {
    let found = try analysis(late, days: [7])
    #expect(found.mainPanel?.judgements.map(\.reason) == [.nobodyAnswered])
    let text = text(found)
    #expect(
      text.contains(
        "Verdict Nobody has answered by day 7, so there is no verdict. 70 answers come on days 15 to 20: read by a later "
          + "day, --day 20."), "\(text)")
    #expect(!text.contains("equivalent to") && !text.contains("Update your file"), "\(text)")
    #expect(text.contains("Nobody in a was prompted by day 7, so nothing"), "\(text)")
    #expect(try analysis(late, days: [20]).mainPanel?.judgements[0].verdict == .better)
  }

  @Test("nothing is shown of two options without answers, however large the margin")
  func requirement() throws {
    let needed = try Requirement<AnalysisMeasure>("b.opt_in_per_install > a - 0.5 @ 95%")
    let early = try analysis(late, days: [7]).finding(needed)
    #expect(!early.isShown && early.reason == .noVerdict(.nobodyAnswered))
    #expect(try analysis(late, days: [20]).finding(needed).isShown)
  }

  @Test("one later answer is of one day, and without any none is spoken of")
  func few() throws {
    let silent = [Rows(arm: "a", count: 40), Rows(arm: "b", count: 40)]
    let none = text(try analysis(silent, days: [7]))
    #expect(none.contains("Nobody has answered by day 7, so there is no verdict.") && !none.contains("--day"))
    let one = Rows(arm: "b", count: 1, asked: "2026-01-09T00:00:00Z", answer: "denied")
    let found = text(try analysis(silent + [one], days: [7]))
    #expect(found.contains("1 answer comes on day 8: read by a later day, --day 8."), "\(found)")
  }

  @Test("a comparison of two options without answers has none, and that with a third has one")
  func some() throws {
    let third = Rows(arm: "c", count: 40, asked: "2026-01-02T00:00:00Z", answer: "authorized")
    let found = try analysis(late + [third], days: [7])
    #expect(found.mainPanel?.judgements.map(\.verdict) == [nil, .better])
    let text = text(found)
    #expect(
      text.contains(
        "No verdict on b vs a: nobody of either has answered by day 7. 70 answers come on days 15 to 20"),
      "\(text)")
  }

  @Test("counts without an answer have no verdict, and those that do not say who answered keep theirs")
  func counts() throws {
    let silent = try analysis(counts: "arm,installs,prompted,answered,allowed\na,400,9,0,0\nb,400,9,0,0\n")
    #expect(text(silent).contains("Nobody has answered, so there is no verdict."))
    let answered = try analysis(
      counts: "arm,installs,prompted,answered,allowed\na,400,9,1,0\nb,400,9,0,0\n")
    #expect(answered.mainPanel?.judgements[0].verdict != nil)
    #expect(
      try analysis(counts: "arm,installs,allowed\na,400,0\nb,400,0\n").mainPanel?.judgements[0].verdict
        != nil)
  }
}
