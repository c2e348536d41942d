/// A table of text that fits a given width: columns that have no room go into a
/// further table below, which repeats the first column.
package struct TextTable {
  package struct Column {
    /// One entry per line of the heading.
    package var heading: [String]
    package var cells: [String]
    package var isNumeric = true
    /// Whether its cells are running text, which is broken over lines where it has no room beside the others.
    package var isProse = false
    /// Columns of the terminal that a cell takes at most, its end cut; a pipe has no limit.
    package var widest: Int?

    package init(
      heading: [String], cells: [String], isNumeric: Bool = true, isProse: Bool = false, widest: Int? = nil
    ) {
      self.heading = heading
      self.cells = cells
      self.isNumeric = isNumeric
      self.isProse = isProse
      self.widest = widest
    }

    /// The column with its cells cut for a terminal.
    fileprivate func cut(_ style: ReviewStyle) -> Column {
      guard let widest, style.width != nil else { return self }
      var column = self
      column.cells = cells.map { TerminalText.beginning($0, width: widest) }
      return column
    }
  }

  /// Columns of the terminal that prose takes at least, so that no line has a single word.
  private static let narrowestProse = 24

  /// Names the rows.
  package var first: Column
  package var columns: [Column]

  package init(first: Column, columns: [Column]) {
    self.first = first
    self.columns = columns
  }

  /// These rows alone, in the order given.
  package func rows(_ positions: [Int]) -> TextTable {
    func picked(_ column: Column) -> Column {
      var picked = column
      picked.cells = positions.map { column.cells[$0] }
      return picked
    }
    return TextTable(first: picked(first), columns: columns.map(picked))
  }

  /// With one more column on the right.
  package func adding(_ column: Column) -> TextTable { TextTable(first: first, columns: columns + [column]) }

  package func lines(_ style: ReviewStyle) -> [String] {
    var first = first
    if let limit = style.width {
      first.cells = first.cells.map { TerminalText.shortened($0, width: max(20, limit / 2)) }
    }
    var lines: [String] = []
    var rest = columns.map { $0.cut(style) }[...]
    repeat {
      var taken: [Column] = []
      var room = (style.width ?? .max) - width(first)
      while let column = rest.first {
        let next = fitted(column, room: room - 2, isAlone: taken.isEmpty)
        guard taken.isEmpty || width(next) + 2 <= room else { break }
        room -= width(next) + 2
        taken.append(next)
        rest = rest.dropFirst()
      }
      if !lines.isEmpty { lines.append("") }
      lines += panel([first] + taken, style)
    } while !rest.isEmpty
    return lines
  }

  /// The column with its prose broken to the room, where that is enough.
  private func fitted(_ column: Column, room: Int, isAlone: Bool) -> Column {
    guard column.isProse, width(column) > room, isAlone || room >= Self.narrowestProse else { return column }
    var column = column
    column.cells = column.cells.map {
      TerminalText.wrapped($0, width: max(room, Self.narrowestProse)).joined(separator: "\n")
    }
    return column
  }

  /// What the table takes where every column stands in one.
  package func width(_ style: ReviewStyle) -> Int {
    ([first] + columns.map { $0.cut(style) }).map { width($0) + 2 }.reduce(0, +) - 2
  }

  private func panel(_ columns: [Column], _ style: ReviewStyle) -> [String] {
    let widths = columns.map(width)
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
            }, widths)))
    }
    for row in first.cells.indices {
      let cells = columns.map { Self.lines(of: $0.cells[row], in: $0) }
      for line in 0..<(cells.map(\.count).max() ?? 1) {
        lines.append(joined(zip(cells, columns).map { (line < $0.count ? $0[line] : "", $1) }, widths))
      }
    }
    return lines
  }

  private func joined(_ cells: [(text: String, column: Column)], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - TerminalText.width(cell.text)))
      if index > 0 { line += "  " }
      line += cell.column.isNumeric ? padding + cell.text : cell.text + padding
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private func width(_ column: Column) -> Int {
    (column.heading + column.cells.flatMap { Self.lines(of: $0, in: column) }).map(TerminalText.width).max()
      ?? 0
  }

  private static func lines(of cell: String, in column: Column) -> [String] {
    column.isProse
      ? cell.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : [cell]
  }
}
