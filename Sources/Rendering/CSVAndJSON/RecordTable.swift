package import TextFormats

/// Rows of typed values under names, written as a CSV table and as JSON alike.
package struct RecordTable<Row> {
  package var fields: [RecordField<Row>]
  package var rows: [Row]

  package init(fields: [RecordField<Row>], rows: [Row]) {
    self.fields = fields
    self.rows = rows
  }

  /// One line per row.
  package var csv: CSVDocument {
    let columns = fields.compactMap { field in field.column.map { (name: $0, value: field.value) } }
    return CSVDocument(
      header: columns.map(\.name), rows: rows.map { row in columns.map { .init($0.value(row)) } })
  }

  /// A list of one object per row.
  package var json: JSONValue { .list(rows.map { .object(fields.members($0)) }) }

  /// One object per row, each under its key.
  package func json(by key: (Row) -> String) -> JSONValue {
    .object(rows.map { (key($0), .object(fields.members($0))) })
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
