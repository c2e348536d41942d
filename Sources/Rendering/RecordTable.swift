package import TextFormats

/// Rows of typed values under names, of which a CSV table and JSON objects are made alike.
package struct RecordTable<Row> {
  /// One value of a row.
  package struct Field {
    /// The name of the column and of the key.
    package var name: String
    /// Where the value is written.
    package var place: Place
    package var value: (Row) -> JSONValue

    /// In both.
    package init(_ name: String, _ value: @escaping (Row) -> JSONValue) {
      self.init(name, in: .everywhere, value)
    }

    package init(_ name: String, in place: Place, _ value: @escaping (Row) -> JSONValue) {
      self.name = name
      self.place = place
      self.value = value
    }
  }

  /// Where a value is written: what JSON nests, CSV has in columns of their own.
  package enum Place {
    case everywhere
    case csv
    case json
  }

  package var fields: [Field]
  package var rows: [Row]

  package init(fields: [Field], rows: [Row]) {
    self.fields = fields
    self.rows = rows
  }

  /// One line per row.
  package var csv: CSVDocument {
    let fields = fields.filter { $0.place != .json }
    return CSVDocument(
      header: fields.map(\.name), rows: rows.map { row in fields.map { .init($0.value(row)) } })
  }

  /// A list of one object per row.
  package var json: JSONValue { .list(rows.map(object)) }

  /// One object per row, each under its key.
  package func json(by key: (Row) -> String) -> JSONValue { .object(rows.map { (key($0), object($0)) }) }

  private func object(_ row: Row) -> JSONValue {
    .object(fields.filter { $0.place != .csv }.map { ($0.name, $0.value(row)) })
  }
}

extension CSVDocument.Cell {
  /// A value as a cell; what is nested has none.
  package init(_ value: JSONValue) {
    self =
      switch value {
      case .null, .list, .object: .empty
      case .flag(let flag): .flag(flag)
      case .integer(let number): .integer(Int(number))
      case .unsigned(let number): .unsigned(number)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      }
  }
}
