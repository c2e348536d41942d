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
    let words = "one two three four five six"
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
      [.title(name), .text(name), .item(name), .labelled("", name, .plain), .definitions([("x", name)])]
    ]).text(.plain)
    #expect(!text.contains("\u{1B}") && text.contains("\\u{1B}"))
  }

  @Test("definitions stand beside the longest of their words")
  func definitions() {
    let document = ReviewDocument([[.definitions([("ab", "one two three four five"), ("c", "six")])]])
    #expect(document.text(narrow) == "ab  one two three\n    four five\nc   six\n")
  }

  @Test("a record's fields are columns and keys in one order, each where it belongs")
  func records() {
    let table = RecordTable<Int>(
      fields: [
        .init("id") { .count($0) }, .init(column: "low") { .number(Double($0)) },
        .init(key: "range") { .list([.number(Double($0)), .null]) },
        .init("name") { $0 == 1 ? .text("=a") : .null },
      ], rows: [1, 2])
    #expect(table.csv.text == "id,low,name\r\n1,1.0,'=a\r\n2,2.0,\r\n")
    #expect(
      table.json
        == [
          ["id": 1, "range": .list([.number(1), .null]), "name": "=a"],
          ["id": 2, "range": .list([.number(2), .null]), "name": .null],
        ])
    #expect(
      table.json(by: { "row \($0)" }).text.contains("\"row 2\": {"))
  }

  @Test("a record as lists has a list per key, whose name may differ from the column's")
  func lists() {
    let table = RecordTable<Int>(
      fields: [.init(column: "share", key: "mean") { .count($0) }, .init(column: "day") { .count($0) }],
      rows: [1, 2])
    #expect(table.jsonLists == ["mean": [1, 2]])
    #expect(table.csv.header == ["share", "day"])
  }

  @Test("fields of a part are empty in the rows that lack it")
  func parts() {
    let fields = [RecordField<Int>("id") { .count($0) }].of { (row: Int?) in row }
    #expect(RecordTable(fields: fields, rows: [1, nil]).json == [["id": 1], ["id": .null]])
  }
}
