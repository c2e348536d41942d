import TextFormats

/// Rows of typed values under names, of which a CSV table and JSON objects are made alike.
struct RecordTable<Row> {
  /// One value of a row.
  struct Field {
    /// The name of the column and of the key.
    var name: String
    /// Where the value is written.
    var place: Place
    var value: (Row) -> JSONValue

    /// In both.
    init(_ name: String, _ value: @escaping (Row) -> JSONValue) {
      self.init(name, in: .everywhere, value)
    }

    init(_ name: String, in place: Place, _ value: @escaping (Row) -> JSONValue) {
      self.name = name
      self.place = place
      self.value = value
    }
  }

  /// Where a value is written: what JSON nests, CSV has in columns of their own.
  enum Place {
    case everywhere
    case csv
    case json
  }

  var fields: [Field]
  var rows: [Row]

  /// One line per row.
  var csv: CSVDocument {
    let fields = fields.filter { $0.place != .json }
    return CSVDocument(
      header: fields.map(\.name), rows: rows.map { row in fields.map { .init($0.value(row)) } })
  }

  /// A list of one object per row.
  var json: JSONValue { .list(rows.map(object)) }

  /// One object per row, each under its key.
  func json(by key: (Row) -> String) -> JSONValue { .object(rows.map { (key($0), object($0)) }) }

  private func object(_ row: Row) -> JSONValue {
    .object(fields.filter { $0.place != .csv }.map { ($0.name, $0.value(row)) })
  }
}

extension CSVDocument.Cell {
  /// A value as a cell; what is nested has none.
  init(_ value: JSONValue) {
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
