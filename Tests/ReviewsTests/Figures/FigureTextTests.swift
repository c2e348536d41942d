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
}
