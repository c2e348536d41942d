extension Collection {
  /// A column of a table that has a row for each of these; a cell without a text is empty.
  ///
  /// - Parameters:
  ///   - label: what it is called where a terminal needs no heading.
  ///   - isProse: whether its cells are running text, and no numbers then.
  package func column(
    _ heading: [String], label: String? = nil, isNumeric: Bool = true, isProse: Bool = false,
    _ cell: (Element) throws -> Phrase?
  ) rethrows -> TextTable.Column {
    TextTable.Column(
      heading: heading.map(TerminalText.safe), label: label, cells: try map { try cell($0) ?? Phrase() },
      isNumeric: isNumeric && !isProse, isProse: isProse)
  }

  /// A column of somebody's words, such as names of options.
  package func names(
    _ heading: String?, label: String? = nil, isNumeric: Bool = false, isProse: Bool = false,
    _ name: (Element) -> String
  ) -> TextTable.Column {
    column(heading.map { [$0] } ?? [], label: label, isNumeric: isNumeric, isProse: isProse) {
      Phrase(verbatim: name($0))
    }
  }
}
