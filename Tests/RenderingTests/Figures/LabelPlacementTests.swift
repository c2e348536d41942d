import Testing

@testable import Rendering

@Suite("Names in figures")
struct LabelPlacementTests {
  private static let area = FigureBox(x: 40, y: 20, width: 340, height: 260)

  @Test(
    "names of points that lie together neither overlap nor leave the figure, as far as there is room",
    arguments: [2, 4, 8])
  func together(count: Int) {
    var placement = LabelPlacement(area: Self.area)
    let points = (0..<count).map { FigurePoint(x: 200 + Double($0), y: 150) }
    for point in points {
      placement.keepFree(FigureBox(x: point.x - 7, y: point.y - 7, width: 14, height: 14))
    }
    let placed = points.indices.compactMap {
      placement.position(anyOf: [["third_article_\($0)"]], beside: points[$0])
    }
    // Beyond these the line to a name would cross the names that stand around the points.
    #expect(placed.count >= min(count, 4))
    for (index, first) in placed.enumerated() {
      #expect(Self.area.holds(first.box))
      for second in placed[(index + 1)...] { #expect(!first.box.overlaps(second.box)) }
    }
  }

  @Test("no line to a name crosses another name, and no name lies on a line", arguments: [3, 6, 9, 12])
  func leaders(count: Int) {
    var placement = LabelPlacement(area: Self.area)
    let points = (0..<count).map { FigurePoint(x: 200 + 0.2 * Double($0), y: 150) }
    for point in points {
      placement.keepFree(FigureBox(x: point.x - 7, y: point.y - 7, width: 14, height: 14))
    }
    let placed = points.map { placement.position(anyOf: [["an_option_with_a_name"]], beside: $0) }
    for (first, point) in zip(placed, points) {
      guard let first, first.needsLeader else { continue }
      for case let second? in placed where second.box != first.box {
        #expect(!second.box.isCrossed(from: point, to: first.leaderEnd))
      }
    }
    #expect(placed.compactMap { $0 }.count >= 3)
  }

  @Test(
    "a line crosses a rectangle where it has points inside",
    arguments: [
      (0.0, 0.0, 40.0, 40.0, true), (0, 0, 9, 9, false), (15, 0, 15, 40, true), (0, 15, 40, 15, true),
      (0, 20, 40, 20, false), (15, 15, 16, 16, true), (0, 25, 25, 0, true), (0, 40, 40, 41, false),
    ])
  func crossed(x1: Double, y1: Double, x2: Double, y2: Double, isCrossed: Bool) {
    let box = FigureBox(x: 10, y: 10, width: 10, height: 10)
    #expect(box.isCrossed(from: FigurePoint(x: x1, y: y1), to: FigurePoint(x: x2, y: y2)) == isCrossed)
    #expect(box.isCrossed(from: FigurePoint(x: x2, y: y2), to: FigurePoint(x: x1, y: y1)) == isCrossed)
  }

  @Test("a name in a corner moves inside")
  func corner() throws {
    var placement = LabelPlacement(area: Self.area)
    let found = placement.position(anyOf: [["launch"]], beside: FigurePoint(x: 378, y: 24))
    let placed = try #require(found)
    #expect(Self.area.holds(placed.box))
  }

  @Test("a name that has no room on one line is broken before it moves far off")
  func broken() throws {
    var placement = LabelPlacement(area: FigureBox(x: 0, y: 0, width: 120, height: 200))
    let found = placement.position(
      anyOf: [["after_onboarding"], ["after_", "onboarding"]], beside: FigurePoint(x: 10, y: 100))
    let placed = try #require(found)
    #expect(placed.lines == ["after_", "onboarding"] && !placed.needsLeader)
    #expect(placed.box.height > FigureText.lineHeight * 2)
  }

  @Test("heights are spread as little as needed, in order and within the range")
  func spread() {
    #expect(LabelPlacement.spread([10, 100], gap: 17, within: 0...200) == [10, 100])
    #expect(LabelPlacement.spread([50, 50], gap: 20, within: 0...200) == [40, 60])
    #expect(LabelPlacement.spread([199, 198, 197], gap: 20, within: 0...200) == [200, 180, 160])
    let many = LabelPlacement.spread([90, 95, 93, 20, 96], gap: 17, within: 0...110).sorted()
    for (lower, upper) in zip(many, many.dropFirst()) { #expect(upper - lower > 16.999) }
    #expect(many[0] >= 0 && many[4] <= 110)
  }

  @Test("a long name has its keys abbreviated, and is cut in its middle until it fits")
  func shortened() {
    let swept = FigureText.shortened("nth_article/count=3/wait_seconds=6", width: 190)
    #expect(swept == "nth_article/c=3/ws=6")
    let shown = FigureText.shortened("third_article_pre_prompt_of_the_second_kind", width: 150)
    #expect(FigureText.width(shown) <= 150 && shown.contains("…") && shown.hasSuffix("kind"))
    #expect(FigureText.shortened("launch", width: 150) == "launch")
  }
}
