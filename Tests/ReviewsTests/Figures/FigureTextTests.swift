import Testing

@testable import Reviews

@Suite("Names on several lines")
struct FigureTextTests {
  @Test(
    "no letter of a name is lost, and no line is wider than there is room",
    arguments: [
      "launch", "third_article_pre_prompt", "third_article_pre_prompt/count=3/wait_seconds=6",
      "averyveryverylongnamewithoutanymarkthatendsawordofit", "two words and more of them than fit",
    ], [40.0, 120, 190])
  func whole(name: String, room: Double) {
    let lines = FigureText.lines(name, width: room, .strong)
    #expect(lines.joined() == name)
    #expect(lines.allSatisfy { !$0.isEmpty && FigureText.width($0, .strong) <= room })
  }

  @Test("a line ends after a mark where there is one")
  func marks() {
    #expect(
      FigureText.lines("third_article_pre_prompt", width: 190, .strong) == ["third_article_pre_", "prompt"])
    #expect(FigureText.lines("launch", width: 190, .strong) == ["launch"])
  }

  private func curve(_ name: String) -> DayFigure.Curve {
    DayFigure.Curve(arm: 0, name: name, means: [0.1, 0.2], allowed: [nil, nil], last: "20.0%")
  }

  @Test("panels by day have every name whole, above the curves and inside the figure")
  func panels() {
    let names = [
      "launch", "third_article_pre_prompt", "the_tenth_article_after_a_pre_prompt_with_two_buttons",
    ]
    let figure = DayFigure(
      id: "days", title: "days", curves: names.map(curve), description: "")
    let svg = figure.figure.svg
    for name in names {
      let lines = FigureText.lines(name, width: 190, .strong)
      #expect(svg.contains(">\(lines[0])<"))
    }
    #expect(!svg.contains("…"))
  }
}
