import ExperimentSamples
import Foundation
import Rendering
import Studies
import Testing

@testable import Reviews

@Suite("Reviews on terminals of any width")
struct WidthTests {
  /// A summary of a number of arms whose names are long and alike, as those of a sweep.
  private func summary(arms: Int) throws -> RunSummary {
    let names = (0..<arms).map { $0 == 0 ? "launch" : "nth_article_with_a_long_name/count=\($0)" }
    let outline = makeOutline(
      arms: names.map { makeArm($0) }, trials: 30, parameters: [makeParameter("allow.rate", isDrawn: true)])
    let trials = (0..<30).map { trial in
      names.indices.map { Int64(60 - $0 + (trial * 7 + $0 * 3) % 11) }
    }
    return try makeSummary(outline, authorized: trials, draws: (0..<30).map { [Double($0) / 30] })
  }

  private func curves(arms: Int) throws -> DayCurves {
    let outline = try summary(arms: arms).outline
    var builder = DayCurvesBuilder(outline, answer: .allowed)
    for trial in 0..<30 {
      let tallies = (0..<arms).map { arm in
        var tally = makeTally(authorized: Int64(60 - arm + (trial * 7 + arm * 3) % 11))
        tally.allowedByDay += [Int64](repeating: 0, count: 28)
        tally.deniedByDay += [Int64](repeating: 0, count: 28)
        return tally.scoredByOutcomes()
      }
      builder.add(makeTrial(trial, tallies, draws: [Double(trial) / 30]))
    }
    return try builder.curves()
  }

  private func review(_ name: String, _ summary: RunSummary, _ style: ReviewStyle) throws -> String {
    switch name {
    case "answer":
      AnswerText(summary: summary, store: "att-lab.sqlite", warnings: ["a warning"], style: style).text
    case "days":
      DayReview(curves: try curves(arms: summary.outline.arms.count), scenarios: [], margin: 0.01).text(style)
    case _: ArmComparison(summary: summary, metrics: [], scenarios: []).text(style)
    }
  }

  @Test(
    "no line is wider than the terminal, and colour adds nothing but its codes",
    arguments: ["answer", "comparison", "days"], [80, 120, 200])
  func widths(name: String, width: Int) throws {
    for arms in [2, 40] {
      let summary = try summary(arms: arms)
      let plain = try review(name, summary, ReviewStyle(width: width, isColoured: false))
      let tooWide = plain.split(separator: "\n").filter { TerminalText.width(String($0)) > width }
      #expect(tooWide.isEmpty)
      let coloured = try review(name, summary, ReviewStyle(width: width, isColoured: true))
      #expect(coloured != plain && coloured.replacing(/\u{1B}\[\d*m/, with: "") == plain)
      #expect(!plain.contains("\u{1B}"))
      // Forty arms take as many lines as the columns have room for beside each other, not a book.
      #expect(plain.split(separator: "\n").count < 300)
    }
  }

  @Test("off a terminal a table stays in one piece", arguments: ["answer", "comparison"])
  func pipe(name: String) throws {
    let text = try review(name, try summary(arms: 40), .plain)
    #expect(
      text.split(separator: "\n").count {
        $0.drop { $0 == " " }.hasPrefix("nth_article_with_a_long_name/count=39")
      } == 1)
  }
}

private func entry(
  _ id: String, name: String?, question: String?, rankings: [RunList.Entry.Ranking], stored: Int = 400,
  note: String? = nil
) -> RunList.Entry {
  RunList.Entry(
    id: id, name: name, note: note, experiment: "news-timing", question: question, arms: 4,
    objective: "opt_in_per_install", rankings: rankings, seed: 20_261_121, trials: 400, storedTrials: stored,
    installs: 20_000, engine: "2",
    createdAt: "2026-11-21T08:30:12Z", seconds: 71)
}

@Suite("A list of runs on terminals of any width")
struct RunListWidthTests {
  private let list = RunList(
    entries: [
      entry(
        "0123456789", name: "before-onboarding-change",
        question: "When should a news app ask, and does a pre-prompt pay, and for whom does it pay?",
        rankings: [.init(kind: .choose, best: "launch")]),
      entry(
        "1123456789", name: nil, question: nil, rankings: [], stored: 12, note: "with the retention\nof June"),
      entry(
        "2123456789", name: "名前", question: "\u{1B}[31mred?",
        rankings: [
          .init(kind: .bestGuess, best: "third_article_with_a_name_of_many_words"),
          .init(kind: .tie, best: "launch", tied: ["later"]),
        ]),
    ], store: "att-lab.sqlite")

  @Test(
    "no line is wider than the terminal; every run's id and winner is there", arguments: [60, 80, 120, 200])
  func widths(width: Int) {
    let text = list.text(ReviewStyle(width: width, isColoured: false))
    #expect(text.split(separator: "\n").allSatisfy { TerminalText.width(String($0)) <= width })
    for part in ["0123456789", "1123456789", "2123456789", "launch", "12 of 400 × 20,000", "71 s", "名前"] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("\u{1B}"))
  }

  @Test("in a pipe a run is one line, with the experiment that people know it by")
  func pipe() {
    let lines = list.text(.plain).split(separator: "\n")
    #expect(lines.count == 4 && lines[1].contains("  news-timing  "))
  }
}
