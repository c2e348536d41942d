import Testing

@testable import TextFormats

@Suite("Records of a table")
struct RecordTests {
  @Test("quotes, doubled quotes, line breaks in cells and every kind of line end are read")
  func quotes() throws {
    let table = "x,y\r\na,\"b \"\"c\"\", d\"\n,e\r\"f\ng\",h"
    #expect(
      try records(table)
        == [["x", "y"], ["a", "b \"c\", d"], ["", "e"], ["f\ng", "h"]])
  }

  private func records(_ table: String) throws -> [[String]] {
    // In pieces of one byte, at each of which a record may be cut.
    let scanner = try RecordScanner(bytes(Array(table.utf8), pieces: 1))
    var records: [[String]] = []
    while try scanner.next() { records.append((0..<scanner.count).map(scanner.text)) }
    return records
  }

  @Test("a cell behind doubled quotes and line breaks in quotes keeps its place")
  func places() throws {
    let scanner = try RecordScanner(bytes(Array("x,y,z\n\"a\nb\"\"é\"\"c\",d,\"e\"\n".utf8)))
    #expect(try scanner.next() && scanner.next())
    #expect(scanner.line == 2 && scanner.text(0) == "a\nb\"é\"c")
    #expect(scanner.location(1) == (3, 10) && scanner.location(2) == (3, 13))
  }

  @Test("a quote that is never closed is reported with the line and column at which it opens")
  func open() throws {
    let fault = #expect(throws: FileProblem.self) {
      try records("x,y\n1,\"2")
    }
    #expect(fault?.line == 2 && fault?.column == 3)
    #expect(fault?.message == "a quote that is never closed; was the file cut off?")
  }
}
