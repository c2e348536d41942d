import Testing

@testable import TextFormats

@Suite("Records of a table")
struct RecordTests {
  @Test("quotes, doubled quotes, line breaks in cells and every kind of line end are read")
  func quotes() throws {
    let table = "x,y\r\na,\"b \"\"c\"\", d\"\n,e\r\"f\ng\",h"
    #expect(
      try RecordScanner.records(of: Array(table.utf8))
        == [["x", "y"], ["a", "b \"c\", d"], ["", "e"], ["f\ng", "h"]])
  }

  @Test("a quote that is never closed is reported with the line and column at which it opens")
  func open() throws {
    let fault = #expect(throws: RecordScanner.Fault.self) {
      try RecordScanner.records(of: Array("x,y\n1,\"2".utf8))
    }
    #expect(fault?.line == 2 && fault?.column == 3)
    #expect(fault?.message == "a quote that is never closed; was the file cut off?")
  }
}
