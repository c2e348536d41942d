import Rendering
import Testing

@testable import Reviews

@Suite("Panels by day")
struct DayFigureTests {
  private func curve(_ name: String) -> DayFigure.Curve {
    DayFigure.Curve(arm: 0, name: name, means: [0.1, 0.2], allowed: [nil, nil], last: "20.0%")
  }

  @Test("they have every name whole, above the curves and inside the figure")
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
