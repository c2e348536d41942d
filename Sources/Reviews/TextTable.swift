/// A table of text that fits a given width: columns that have no room go into a
/// further table below, which repeats the first column.
struct TextTable {
  struct Column {
    /// One entry per line of the heading.
    var heading: [String]
    var cells: [String]
    var isNumeric = true
  }

  /// Names the rows.
  var first: Column
  var columns: [Column]

  /// These rows alone, in the order given.
  func rows(_ positions: [Int]) -> TextTable {
    func picked(_ column: Column) -> Column {
      Column(
        heading: column.heading, cells: positions.map { column.cells[$0] }, isNumeric: column.isNumeric)
    }
    return TextTable(first: picked(first), columns: columns.map(picked))
  }

  /// With one more column on the right.
  func adding(_ column: Column) -> TextTable { TextTable(first: first, columns: columns + [column]) }

  func lines(_ style: ReviewStyle) -> [String] {
    var first = first
    if let limit = style.width {
      first.cells = first.cells.map { TerminalText.shortened($0, width: max(20, limit / 2)) }
    }
    var lines: [String] = []
    var rest = columns[...]
    repeat {
      var taken: [Column] = []
      var room = (style.width ?? .max) - width(first)
      while let next = rest.first, taken.isEmpty || width(next) + 2 <= room {
        room -= width(next) + 2
        taken.append(next)
        rest = rest.dropFirst()
      }
      if !lines.isEmpty { lines.append("") }
      lines += panel([first] + taken, style)
    } while !rest.isEmpty
    return lines
  }

  private func panel(_ columns: [Column], _ style: ReviewStyle) -> [String] {
    let height = columns.map(\.heading.count).max() ?? 0
    var lines: [String] = []
    for line in 0..<height {
      lines.append(
        style.dim(
          joined(
            columns.map { column in
              // Headings stand on the line above the cells.
              let offset = height - column.heading.count
              return (line < offset ? "" : column.heading[line - offset], column)
            })))
    }
    for row in first.cells.indices { lines.append(joined(columns.map { ($0.cells[row], $0) })) }
    return lines
  }

  private func joined(_ cells: [(text: String, column: Column)]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(
        repeating: " ", count: max(0, width(cell.column) - TerminalText.width(cell.text)))
      if index > 0 { line += "  " }
      line += cell.column.isNumeric ? padding + cell.text : cell.text + padding
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private func width(_ column: Column) -> Int {
    (column.heading + column.cells).map(TerminalText.width).max() ?? 0
  }
}
