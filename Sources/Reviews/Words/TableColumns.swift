import Rendering

extension Collection {
  /// A column of a table that has a row for each of these; a cell without a text is empty.
  func column(
    _ heading: [String], isNumeric: Bool = true, _ cell: (Element) throws -> Phrase?
  ) rethrows -> TextTable.Column {
    TextTable.Column(heading: heading, cells: try map { try cell($0) ?? Phrase() }, isNumeric: isNumeric)
  }

  /// A column of names, such as those of options.
  func names(_ heading: String, isNumeric: Bool = false, _ name: (Element) -> String) -> TextTable.Column {
    column([heading], isNumeric: isNumeric) { Phrase(verbatim: name($0)) }
  }
}
