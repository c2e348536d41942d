import Foundation
import RuleBook
import Testing

@Suite("Published figures")
struct PublishedFigureTests {
  @Test("every row of the files that are built in is a figure, with a source and a denominator")
  func complete() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Data/benchmarks")
    for name in ["retention", "opt_in", "askable"] {
      let text = try String(contentsOf: folder.appendingPathComponent("\(name).csv"), encoding: .utf8)
      // No field of these files holds a line break, so that lines can be counted.
      let lines = text.utf8.count { $0 == 10 } - 1
      let figures = PublishedFigure.all.filter { $0.file == "Data/benchmarks/\(name).csv" }
      #expect(figures.count == lines && lines > 0, "\(name)")
    }
    for figure in PublishedFigure.all {
      #expect(!figure.source.isEmpty && !figure.denominator.isEmpty, "\(figure.id)")
      #expect(figure.value != nil || figure.low != nil || figure.high != nil, "\(figure.id)")
    }
    #expect(Set(PublishedFigure.all.map(\.id)).count == PublishedFigure.all.count)
  }

  @Test("a figure is read with its quoted fields, its range and its grade")
  func fields() throws {
    let figure = try #require(PublishedFigure.named("authorized_ceiling"))
    #expect(figure.value == nil && figure.low == 0.28 && figure.high == 0.35 && figure.grade == .derived)
    #expect(figure.denominator == "installs" && figure.file == "Data/benchmarks/askable.csv")
    #expect(
      figure.note == "(0.40 to 0.50) x (1 - 0.30), before anybody is lost on the way to the alert")
  }
}
