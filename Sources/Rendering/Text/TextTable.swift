/// A table whose cells are text.
///
/// On a terminal it fits the width: columns that have no room go into a further table below, which repeats the
/// first column.
package struct TextTable {
  package struct Column {
    /// One entry per line of the heading; empty where a terminal needs none.
    package var heading: [String]
    /// What the column is called where each needs a name and its heading is empty.
    package var label: String?
    package var cells: [Phrase]
    package var isNumeric = true
    /// Whether its cells are running text, which is broken over lines where it has no room beside the others.
    package var isProse = false
    /// Columns of the terminal that a cell takes at most, its end cut; a pipe has no limit.
    package var widest: Int?
    /// What the cells are of, drawn to scale beside them where a terminal has room; one for each row.
    package var intervals: [Quantity?]?

    /// The column's name on one line.
    var name: String {
      let heading = heading.joined(separator: " ").trimmed
      return heading.isEmpty ? label ?? "" : heading
    }

    /// The column for plain text, its cells cut for a terminal.
    fileprivate func shown(_ style: ReviewStyle) -> PlainColumn {
      var cells = cells.map(\.unbroken)
      if let widest, style.width != nil { cells = cells.map { TerminalText.beginning($0, width: widest) } }
      return PlainColumn(
        heading: heading, cells: cells, isNumeric: isNumeric, isProse: isProse, name: name,
        intervals: intervals)
    }
  }

  /// A column in the characters of a terminal.
  fileprivate struct PlainColumn {
    var heading: [String]
    var cells: [String]
    var isNumeric: Bool
    var isProse = false
    var name = ""
    var intervals: [Quantity?]?

    /// The cells alone.
    var withoutHeading: PlainColumn {
      var column = self
      column.heading = []
      return column
    }
  }

  /// Columns of the terminal that prose takes at least, so that no line has a single word.
  private static let narrowestProse = 24

  /// Names the rows.
  package var first: Column
  package var columns: [Column]
  /// What stands above it.
  package var caption: Phrase?
  /// Rows that stand out, by position, where the output can show that.
  package var marked: Set<Int> = []
  /// What a terminal sets before the names of the rows.
  package var indent: String

  package init(first: Column, columns: [Column], indent: String = "") {
    self.first = first
    self.columns = columns
    self.indent = indent
  }

  /// The table under a caption.
  package func captioned(_ text: Phrase, marked: Set<Int> = []) -> TextTable {
    var table = self
    table.caption = text
    table.marked = marked
    return table
  }

  /// Its first rows alone.
  package func prefix(_ count: Int) -> TextTable {
    var table = self
    table.first.cells = Array(first.cells.prefix(count))
    for (place, column) in columns.enumerated() {
      table.columns[place].cells = Array(column.cells.prefix(count))
      table.columns[place].intervals = column.intervals.map { Array($0.prefix(count)) }
    }
    return table
  }

  package func lines(_ style: ReviewStyle) -> [String] {
    let first = named(style)
    var lines: [String] = []
    var rest = abreast(columns.flatMap { drawn($0.shown(style), style) }, beside: first, style)[...]
    repeat {
      var taken: [PlainColumn] = []
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
    return lines.map(\.withPlainBlanks)
  }

  /// The column with its prose broken to the room, where that is enough.
  private func fitted(_ column: PlainColumn, room: Int, isAlone: Bool) -> PlainColumn {
    guard column.isProse, width(column) > room, isAlone || room >= Self.narrowestProse else { return column }
    return broken(column, width: max(room, Self.narrowestProse))
  }

  private func broken(_ column: PlainColumn, width: Int) -> PlainColumn {
    var column = column
    column.cells = column.cells.map { TerminalText.wrapped($0, width: width).joined(separator: "\n") }
    return column
  }

  /// The columns with the prose of several broken so that all have room in one table, where that is enough.
  private func abreast(_ columns: [PlainColumn], beside first: PlainColumn, _ style: ReviewStyle)
    -> [PlainColumn]
  {
    let prose = columns.indices.filter { columns[$0].isProse }
    let needed = columns.map { width($0) + 2 }.reduce(width(first), +)
    // As wide as running text off a terminal, where a table stays in one piece.
    let limit = style.width ?? style.textWidth
    guard prose.count > 1, needed > limit else { return columns }
    var room = prose.reduce(limit - needed) { $0 + width(columns[$1]) }
    guard room >= Self.narrowestProse * prose.count else { return columns }
    var columns = columns
    // The narrow ones leave their room to the others.
    let narrowestFirst = prose.sorted { width(columns[$0]) < width(columns[$1]) }
    for (position, index) in narrowestFirst.enumerated() {
      columns[index] = broken(columns[index], width: room / (prose.count - position))
      room -= width(columns[index])
    }
    return columns
  }

  /// The names of the rows: broken where they are prose and the columns have no room beside them, and at most half
  /// as wide as the terminal.
  private func named(_ style: ReviewStyle) -> PlainColumn {
    var first = indented
    // As wide as running text off a terminal, where a table stays in one piece.
    let limit = style.width ?? style.textWidth
    let numbers = columns.reduce(limit) {
      $0 - width($1.intervals == nil ? $1.shown(style) : $1.shown(style).withoutHeading) - 2
    }
    let drawings = columns.count { $0.intervals != nil } * (IntervalPlot.narrowest + 2)
    let room = numbers - drawings < Self.narrowestProse ? numbers : numbers - drawings
    if first.isProse, width(first) > room {
      let width = max(room, Self.narrowestProse)
      first.cells = self.first.shown(.plain).cells.map { name in
        TerminalText.wrapped(name, width: width - indent.count, indent: "  ").map { indent + $0 }
          .joined(separator: "\n")
      }
    }
    if let limit = style.width {
      first.cells = first.cells.map { cell in
        Self.lines(of: cell, in: first).map { TerminalText.shortened($0, width: max(20, limit / 2)) }
          .joined(separator: "\n")
      }
    }
    return first
  }

  private var indented: PlainColumn {
    var column = first.shown(.plain)
    column.cells = column.cells.map { indent + $0 }
    // Those of numbers stand over their right end anyway.
    if !column.isNumeric { column.heading = column.heading.map { indent + $0 } }
    return column
  }

  /// The column with its intervals drawn before it: beside the other columns where they leave room, else below them.
  private func drawn(_ column: PlainColumn, _ style: ReviewStyle) -> [PlainColumn] {
    guard let intervals = column.intervals else { return [column] }
    let numbers = column.withoutHeading
    let names = width(named(style))
    let beside = columns.reduce((style.width ?? style.textWidth) - names - 2) {
      $0 - width($1.intervals == nil ? $1.shown(style) : numbers) - 2
    }
    let below = style.width.map { $0 - names - width(numbers) - 4 } ?? IntervalPlot.narrowest
    let room = beside >= IntervalPlot.narrowest ? beside : below
    guard room >= IntervalPlot.narrowest else { return [column] }
    let plot = IntervalPlot(rows: intervals.map { $0?.scaled }, width: min(IntervalPlot.widest, room))
    let title = TerminalText.shortened(column.name, width: plot.width)
    let drawing = PlainColumn(
      heading: [title, plot.heading], cells: plot.lines, isNumeric: false)
    return [drawing, numbers]
  }

  private func panel(_ columns: [PlainColumn], _ style: ReviewStyle) -> [String] {
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

  private func joined(_ cells: [(text: String, column: PlainColumn)], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: max(0, widths[index] - TerminalText.width(cell.text)))
      if index > 0 { line += "  " }
      line += cell.column.isNumeric ? padding + cell.text : cell.text + padding
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private func width(_ column: PlainColumn) -> Int {
    (column.heading + column.cells.flatMap { Self.lines(of: $0, in: column) }).map(TerminalText.width).max()
      ?? 0
  }

  private static func lines(of cell: String, in column: PlainColumn) -> [String] {
    column.isProse
      ? cell.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : [cell]
  }
}

extension String {
  /// Without spaces at its ends.
  var trimmed: String {
    var words = self[...].drop { $0 == " " }
    while words.last == " " { words = words.dropLast() }
    return String(words)
  }
}
