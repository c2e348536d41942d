import Rendering
import Testing
import TextFormats

@Suite struct FindingEncoderTests {
  private struct Row: Encodable {
    enum Kind: String, Encodable { case best, last }
    var option = "At launch"
    var chanceBest: Double? = 0.5
    var seed: UInt64 = .max
    var kind = Kind.last
    var size: Int?
  }

  @Test func keysKeepTheirOrderAndMissingValuesAreNull() throws {
    let value = try JSONValue(encoding: ByName([("Not now", Row()), ("aB", Row(chanceBest: nil, size: 3))]))
    #expect(
      value.compactText
        == #"{"Not now":{"option":"At launch","chance_best":0.5,"seed":18446744073709551615,"#
        + #""kind":"last","size":null},"aB":{"option":"At launch","chance_best":null,"seed":18446744073709551615,"kind":"last","size":3}}"#
    )
  }

  @Test func rowsAreColumns() throws {
    let table = try CSVDocument(encoding: [Row(), Row(size: 2)])
    #expect(table.header == ["option", "chance_best", "seed", "kind", "size"])
    #expect(table.rows[0].last == .null && table.rows[1].last == .integer(2))
  }
}
