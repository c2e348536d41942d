import Foundation
import Testing
import TextFormats

@testable import Rendering

@Suite("Documents and records of reviews")
struct ReviewDocumentTests {
  private let narrow = ReviewStyle(width: 20, isColoured: false)

  @Test("sections stand apart by one blank line, and empty ones leave none")
  func sections() {
    let document = ReviewDocument([[.title("A"), .text("b")], [], [.text("c")]])
    #expect(document.text(.plain) == "A\nb\n\nc\n")
  }

  @Test("a line stays whole for editors to jump to, a paragraph is broken with its indent")
  func wrapping() {
    let words: Phrase = "one two three four five six"
    let document = ReviewDocument([
      [.line(words, .plain), .paragraph(words, .plain, indent: "  "), .labelled("x ", words, .plain)]
    ])
    #expect(
      document.text(narrow) == """
        one two three four five six
        one two three four
          five six
        x one two three four
          five six

        """)
  }

  @Test("emphasis is colour alone, so that words are the same without it")
  func emphasis() {
    let sections: [[ReviewDocument.Block]] = [
      [.heading("a"), .note("b"), .item("c", .warning), .text("d")]
    ]
    let coloured = ReviewDocument(sections).text(ReviewStyle(width: nil, isColoured: true))
    #expect(coloured == "\u{1B}[1ma\u{1B}[0m\n\u{1B}[2mb\u{1B}[0m\n\u{1B}[33m- c\u{1B}[0m\nd\n")
    #expect(ReviewDocument(sections).text(.plain) == "a\nb\n- c\nd\n")
  }

  @Test("no block lets a control character of somebody's own through")
  func steering() {
    let name = "a\u{1B}[2Jb"
    let text = ReviewDocument([
      [.title("\(name)"), .text("\(name)"), .item("\(Name(name))")]
    ]).text(.plain)
    #expect(!text.contains("\u{1B}") && text.contains("\\u{1B}"))
  }

  @Test("definitions stand beside the longest of their words")
  func definitions() {
    let document = ReviewDocument([[.definitions([("ab", "one two three four five"), ("c", "six")])]])
    #expect(document.text(narrow) == "ab  one two three\n    four five\nc   six\n")
  }

  /// A block of each kind, with the same name in it.
  private func everyKind(_ somebody: String) -> [ReviewDocument.Block] {
    let name = Phrase(Name(somebody))
    let table = TextTable(
      first: .init(heading: [], label: "option", cells: ["\(name)"], isNumeric: false),
      columns: [.init(heading: ["opt-in", "per install"], cells: ["20%"])])
    let figure = Figure(title: name, caption: name, description: name, svg: "<svg/>")
    return [
      .heading(name), .title(name), .line(name, .warning), .note(name),
      .labelled("Why", name, .plain), .list([name]),
      .decision([.init("Recommendation", name, .advice)]),
      .steps([.init(title: "Test", text: name, command: "att-lab plan")]), .table("Options", table),
      .timeline(
        Timeline(
          names: [somebody, "b"],
          rows: [
            .heading(somebody), .summary(somebody), .shared(time: "0.0 s", somebody), .mark(somebody),
            .courses(time: "1.0 s", [[somebody], []]),
          ])), .definitions([("word", name)]), .figure(figure),
      .listing("file", somebody), .columns([[.text(name)], [.text(name)]]),
    ]
  }

  @Test("text, Markdown and a page have every kind of block, and no name in one is read as markup")
  func kinds() throws {
    for block in everyKind("<b>`x`\u{1B}") {
      let document = ReviewDocument([[block]])
      let page = HTMLPage.html(
        title: "t", kicker: "", sections: [.init("s", "s", [block])], footer: "")
      let body = page[try #require(page.range(of: "<main>")).upperBound...]
      for output in [document.text(.plain), document.markdown, String(body)] {
        #expect(output.contains("x") && !output.contains("\u{1B}"))
      }
      #expect(!body.contains("<b>") && body.contains("&lt;b&gt;"))
      #expect(!body.contains("<bdi class=\"name\">x</bdi>"))
    }
  }

  @Test("on a page a command is code, on a line of its own")
  func commands() {
    let block = ReviewDocument.Block.steps([.init(title: "Run", text: "again", command: "att-lab plan")])
    let html = HTMLPage.Section("s", "s", [block]).html
    #expect(html.contains("Run: again <code>att-lab plan</code>"))
    #expect(HTMLPage.style.contains("li > code { display: block;"))
  }

  @Test("backticks and other signs of a name change nothing in Markdown, not even within a command")
  func signs() {
    let name = "a`b ~~c~~ $d$ &lt; **e** _f_ [g](h)"
    let markdown = ReviewDocument([
      [.text("\(name)"), .steps([.init(title: "Run", text: "again", command: "att-lab plan `x")])]
    ]).markdown
    #expect(markdown.hasPrefix(#"a\`b \~\~c\~\~ \$d\$ \&lt; \*\*e\*\* \_f\_ \[g\](h)"#))
    #expect(markdown.contains("again ``att-lab plan `x``"))
  }

  @Test("one table is text without names for its columns, and Markdown with them")
  func tables() {
    let table = TextTable(
      first: .init(heading: [], label: "goal", cells: ["a|b"], isNumeric: false),
      columns: [.init(heading: ["chance", "best"], cells: ["20%"])], indent: "  "
    ).captioned("Goals")
    let document = ReviewDocument([[.table(table)]])
    #expect(document.text(.plain) == "Goals\n       chance\n         best\n  a|b     20%\n")
    #expect(
      document.markdown == "**Goals**\n\n| goal | chance best |\n| --- | ---: |\n| a\\|b | 20% |\n")
  }

  @Test(
    "intervals are drawn beside their numbers where there is room, and leave no trace where there is none")
  func intervals() {
    let table = TextTable(
      first: .init(heading: [], cells: ["a", "b"], isNumeric: false),
      columns: [
        .init(
          heading: ["vs a, pp"], cells: ["", "-2.0"],
          intervals: [.init(0, .number), .init(-2, .number, range: (-4, 1))])
      ])
    func text(_ width: Int) -> String {
      ReviewDocument([[.table(table)]]).text(ReviewStyle(width: width, isColoured: false))
    }
    #expect(text(60).contains("●") && text(60).contains("-2.0"))
    #expect(!text(20).contains("●") && text(20).contains("vs a, pp\n"))
  }

  @Test("intervals go below the other columns where these leave them no room")
  func intervalsBelow() {
    let table = TextTable(
      first: .init(heading: [], cells: ["a", "\(String(repeating: "b", count: 60))"], isNumeric: false),
      columns: [
        .init(heading: ["opt-in", "per install"], cells: ["31%", "29%"]),
        .init(heading: ["chance", "best"], cells: ["80%", "20%"]),
        .init(
          heading: ["vs a, pp"], cells: ["", "-2.0"],
          intervals: [.init(0, .number), .init(-2, .number, range: (-4, 1))]),
      ])
    let text = ReviewDocument([[.table(table)]]).text(ReviewStyle(width: 80, isColoured: false))
    let panels = text.components(separatedBy: "\n\n")
    #expect(panels.count == 2 && panels[0].contains("chance") && panels[1].contains("●"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let piped = ReviewDocument([[.table(table)]]).text(.plain)
    #expect(piped.contains("●") && !piped.contains("\n\n"))
  }

  @Test("values under names are columns in their order; what is missing or nested is an empty cell")
  func rows() {
    let table = CSVDocument([
      [("id", 1), ("low", .number(1)), ("name", "=a")],
      [("id", 2), ("low", .null), ("name", .list([.null]))],
    ])
    #expect(table.text == "id,low,name\r\n1,1.0,'=a\r\n2,,\r\n")
  }
}
