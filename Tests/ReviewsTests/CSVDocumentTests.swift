import ExperimentDesign
import ExperimentSamples
import Rendering
import Reviews
import Studies
import Testing
import TextFormats

@Suite("CSV")
struct CSVDocumentTests {
  private func line(_ cells: [JSONValue]) -> String { CSVDocument.text([cells]) }

  @Test("cells with commas, quotes and line breaks are quoted as RFC 4180 says")
  func quoting() {
    #expect(
      line([.text("a,b"), .text("say \"hi\""), .text("two\nlines")])
        == "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n")
  }

  @Test("numbers keep all their digits, absent ones leave an empty cell")
  func numbers() {
    let cells: [JSONValue] = [
      .number(0.1 + 0.2), .number(.nan), .optional(nil as Double?), .integer(-3), .unsigned(.max),
      .flag(true),
    ]
    #expect(line(cells) == "0.30000000000000004,,,-3,18446744073709551615,true\r\n")
  }

  @Test(
    "text that a spreadsheet would run as a formula is made harmless",
    arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\nx"])
  func formulas(text: String) {
    #expect(line([.text(text)]).drop { $0 == "\"" }.hasPrefix("'"))
  }

  @Test("a name with semicolons begins no formula where lists are separated by them")
  func semicolons() {
    #expect(line([.text("a"), .text("b;=1+1;c;-2")]) == "a,\"b;'=1+1;c;'-2\"\r\n")
    #expect(line([.text("a; b")]) == "\"a; b\"\r\n")
  }

  @Test("text that would steer a terminal is written as escapes")
  func controls() {
    #expect(line([.text("a\u{1B}[2Jb\rc\u{202E}d\u{9B}e")]) == "a\\u{1B}[2Jb\\rc\\u{202E}d\\u{009B}e\r\n")
  }

  @Test("negative numbers are no formulas")
  func negative() { #expect(line([.number(-0.5)]) == "-0.5\r\n") }
}

@Suite("The review table")
struct ReviewRowTests {
  @Test("it has at most 25 columns, and the objective's value whatever the objective is")
  func weighted() throws {
    let objective = Objective(terms: [
      .init(metric: .optInPerInstall, weight: 1), .init(metric: .promptedPerInstall, weight: -0.5),
    ])
    let summary = try makeSummary(makeOutline(objective: objective), authorized: [[20, 30], [22, 32]])
    let table = RunAnswer(summary).reviewTable
    #expect(table.header.count <= 25)
    let column = try #require(table.header.firstIndex(of: "mean"))
    // 0.21 − 0.5·0.8 and 0.31 − 0.5·0.8.
    guard case .number(let first) = table.rows[0][column], case .number(let second) = table.rows[1][column]
    else { throw Unexpected(table.rows) }
    #expect(abs(first + 0.19) < 1e-12 && abs(second + 0.09) < 1e-12)
  }
}
