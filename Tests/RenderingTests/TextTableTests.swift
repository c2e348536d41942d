import Testing

@testable import Rendering

@Suite("Tables of text")
struct TextTableTests {
  private func table(columns: Int, width: Int = 12) -> TextTable {
    TextTable(
      first: .init(heading: ["arm"], cells: ["launch", "later"], isNumeric: false),
      columns: (0..<columns).map { number in
        .init(heading: ["column \(number)"], cells: ["\(String(repeating: "9", count: width))", "1"])
      })
  }

  @Test("no line is wider than the terminal, whatever its width", arguments: [40, 80, 120, 200])
  func width(columns: Int) {
    let lines = table(columns: 17).lines(ReviewStyle(width: columns, isColoured: false))
    #expect(lines.allSatisfy { TerminalText.width($0) <= columns })
  }

  @Test("columns without room follow below, under the same rows")
  func panels() {
    let lines = table(columns: 3).lines(ReviewStyle(width: 36, isColoured: false))
    #expect(
      lines == [
        "arm         column 0      column 1", "launch  999999999999  999999999999",
        "later              1             1", "", "arm         column 2", "launch  999999999999",
        "later              1",
      ])
  }

  @Test(
    "prose beside numbers is broken over lines that fit, and takes a panel of its own where too little is left"
  )
  func prose() {
    func lines(_ width: Int?) -> [String] {
      TextTable(
        first: .init(heading: [], cells: ["people", "trials"], isNumeric: false),
        columns: [
          .init(heading: [], cells: ["0.39", "0.2"]),
          .init(
            heading: [], cells: ["half with four times the trials, a third with nine", "none"],
            isNumeric: false, isProse: true),
        ]
      ).lines(ReviewStyle(width: width, isColoured: false))
    }
    #expect(
      lines(44) == [
        "people  0.39  half with four times the", "              trials, a third with nine",
        "trials   0.2  none",
      ])
    #expect(
      lines(36) == [
        "people  0.39", "trials   0.2", "", "people  half with four times the",
        "        trials, a third with nine",
        "trials  none",
      ])
    #expect(lines(nil).count == 2)
    for width in 34...90 { #expect(lines(width).allSatisfy { TerminalText.width($0) <= width }) }
  }

  @Test("a pipe has no width")
  func pipe() { #expect(table(columns: 17).lines(.plain).count == 3) }

  @Test("a long name keeps its end, where swept arms differ")
  func shortening() {
    #expect(TerminalText.shortened("after_level/count=10", width: 12) == "afte…ount=10")
    #expect(TerminalText.width("読む") == 4)
  }

  @Test("a number stays with its per cent and its error when lines are broken")
  func wrapping() {
    #expect(
      TerminalText.wrapped("aaaa 20.1 ± 0.4 % bbbb", width: 16) == ["aaaa", "20.1 ± 0.4 %", "bbbb"])
    #expect(TerminalText.wrapped("lead to +6.6 pp; more", width: 14) == ["lead to", "+6.6 pp; more"])
  }

  @Test("control characters of a file cannot steer the terminal")
  func safety() {
    #expect(TerminalText.safe("a\u{1B}[2Jb\nc\u{202E}") == "a\\u{1B}[2Jb c\\u{202E}")
  }
}
