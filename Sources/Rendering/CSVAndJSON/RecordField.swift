package import TextFormats

/// One value of a row under its name: a column of CSV, a key of JSON, or both.
package struct RecordField<Row> {
  /// The name of the column; `nil` where JSON alone has the value.
  package let column: String?
  /// The key; `nil` where CSV alone has the value.
  package let key: String?
  package let value: (Row) -> JSONValue

  /// A column and a key of one name.
  package init(_ name: String, _ value: @escaping (Row) -> JSONValue) {
    self.init(column: name, key: name, value)
  }

  /// A value whose names differ, or that one of the two formats does not have.
  package init(column: String? = nil, key: String? = nil, _ value: @escaping (Row) -> JSONValue) {
    self.column = column
    self.key = key
    self.value = value
  }

  /// The same value of a part of a larger row; empty and null where the row has no such part.
  package func of<Whole>(_ part: @escaping (Whole) -> Row?) -> RecordField<Whole> {
    RecordField<Whole>(column: column, key: key) { part($0).map(value) ?? .null }
  }
}

extension Sequence {
  /// The same values of a part of a larger row; empty and null where the row has no such part.
  package func of<Row, Whole>(_ part: @escaping (Whole) -> Row?) -> [RecordField<Whole>]
  where Element == RecordField<Row> {
    map { $0.of(part) }
  }

  /// A row as an object: one member per key.
  package func members<Row>(_ row: Row) -> [(key: String, value: JSONValue)]
  where Element == RecordField<Row> {
    compactMap { field in field.key.map { (key: $0, value: field.value(row)) } }
  }
}
