import Testing

@testable import Reviews

@Suite("Shares of a whole as they are printed")
struct RoundedSharesTests {
  @Test(
    "a column that rounding keeps from 100% says so",
    arguments: [
      (["34%", "34%", "33%"], "Chances: rounded."),
      (["33%", "33%", "33%"], "Chances: rounded."),
      (["67%", "28%", "4%", "0.5%"], nil), ([">99.9%", "<0.1%"], nil), (["95%", "shared", "5%"], nil),
      (["–", "–"], nil), (["40%"], nil),
    ] as [([String], String?)])
  func column(cells: [String], sentence: String?) {
    #expect(RoundedShares.sentence(column: cells) == sentence)
  }

  @Test("a table of rows says so where one of them does not add to 100%")
  func rows() {
    #expect(RoundedShares.sentence(rows: [[0.5, 0.5], [0.25, 0.75]]) == nil)
    #expect(
      RoundedShares.sentence(rows: [[0.5, 0.5], [0.335, 0.335, 0.33]])
        == "Chances are rounded, so those of a row may add to 99% or 101%.")
  }
}
