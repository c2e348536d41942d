/// A table that a terminal without room for it folds: fewer columns, and the others as lines under each row.
package struct FoldingTable {
  /// All columns, for where there is room.
  package var whole: TextTable
  /// The columns that stay.
  package var folded: TextTable
  /// For each row the lines below it.
  package var details: [[String]]

  package init(whole: TextTable, folded: TextTable, details: [[String]]) {
    self.whole = whole
    self.folded = folded
    self.details = details
  }

  package func lines(_ style: ReviewStyle) -> [String] {
    guard let width = style.width, whole.width(style) > width else { return whole.lines(style) }
    func fitted(_ line: String) -> String { TerminalText.beginning(line, width: width) }
    let rows = folded.lines(ReviewStyle(width: nil, isColoured: false))
    let heading = rows.prefix(rows.count - details.count).map { style.dim(fitted($0)) }
    return heading
      + zip(rows.suffix(details.count), details).flatMap { row, details in
        [fitted(row)] + details.map { fitted("  " + TerminalText.safe($0)) }
      }
  }
}
