import Rendering
import Testing

@testable import Reviews

@Suite("Chances by size")
struct SizeFigureTests {
  private func labels(_ ticks: [(x: Double, text: String)]) -> [String] {
    SizeFigure.placed(ticks).map(\.text)
  }

  @Test("the last number of the axis is there, inside the figure, and none touches another")
  func last() {
    let ticks = [
      (x: 60.0, text: "1,000"), (x: 100.0, text: "2,000"), (x: 400.0, text: "50,000"),
      (x: Figure.width - 2, text: "100,000"),
    ]
    let placed = SizeFigure.placed(ticks)
    #expect(placed.last?.text == "100,000")
    for (x, text) in placed {
      let half = FigureText.width(text) / 2
      #expect(x - half > 0 && x + half < Figure.width)
    }
    for (one, next) in zip(placed, placed.dropFirst()) {
      #expect(one.x + FigureText.width(one.text) / 2 < next.x - FigureText.width(next.text) / 2)
    }
  }

  @Test("where numbers would touch, the last stays")
  func crowded() {
    #expect(labels([(x: 200, text: "10,000"), (x: 210, text: "20,000")]) == ["20,000"])
    #expect(labels([(x: 200, text: "10,000")]) == ["10,000"] && labels([]).isEmpty)
  }
}
