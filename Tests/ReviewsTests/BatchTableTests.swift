import Rendering
import Reviews
import Testing

@Suite("Tables of a batch")
struct BatchTableTests {
  private let table = BatchTable(paths: ["trials", "a.b"], hasNames: true)

  private func row(_ number: Int, _ settings: String?...) -> BatchRow {
    BatchRow(number: number, name: number == 1 ? "one" : nil, settings: settings, run: "r\(number)")
  }

  @Test("a row's number, name and settings stand before the table's own columns")
  func columns() {
    let document = CSVDocument(header: ["run", "trials"], rows: [[.text("x"), .integer(6)]])
    let joined = table.joined([(row(1, "10", nil), document), (row(2, nil, "true"), document)])
    #expect(
      joined.text == """
        row,name,set.trials,set.a.b,run,trials\r
        1,one,10,,x,6\r
        2,,,true,x,6\r

        """)
  }

  @Test("columns that only some tables have are empty in the others")
  func union() {
    let joined = table.joined([
      (row(1, nil, nil), CSVDocument(header: ["run", "a"], rows: [[.text("x"), .integer(1)]])),
      (
        row(2, nil, nil),
        CSVDocument(header: ["run", "b", "a"], rows: [[.text("y"), .integer(2), .integer(3)]])
      ),
    ])
    #expect(joined.header.suffix(3) == ["run", "a", "b"])
    #expect(
      joined.rows.map { Array($0.suffix(3)) } == [
        [.text("x"), .integer(1), .empty], [.text("y"), .integer(3), .integer(2)],
      ])
  }

  @Test("a setting is a number where it is one, and a formula never")
  func settings() {
    let cells = ["-0.5", "18446744073709551615", "1e-3", "0x10", "nan", "-1+1", "=A1"].map {
      table.cells(row(2, $0, nil))[2]
    }
    #expect(
      cells == [
        .number(-0.5), .unsigned(.max), .number(0.001), .text("0x10"), .text("nan"), .text("-1+1"),
        .text("=A1"),
      ])
    #expect(CSVDocument.text([[.text("-1+1"), .number(-0.5)]]) == "'-1+1,-0.5\r\n")
  }
}
