public import Rendering

/// The runs of a batch, as a person reads them.
public struct BatchReview {
  /// In the order of the file.
  public var rows: [BatchRow]
  /// The columns of the batch.
  public var table: BatchTable
  /// The runs themselves; empty where none has been computed.
  public var runs: RunList

  /// A review of rows, and of the runs that came of them.
  public init(rows: [BatchRow], table: BatchTable, runs: RunList) {
    self.rows = rows
    self.table = table
    self.runs = runs
  }

  /// How long a text of somebody's own may get before it is cut.
  private static let width = 24

  /// A line a row: its number, its run, what it set and which arm won.
  public func text(_ style: ReviewStyle) -> String {
    var winners: [String: String] = [:]
    for entry in runs.entries { winners[entry.id] = winnerNames(entry.rankings, cut: cut) }
    var columns = [column("run", rows.map(\.run))]
    if table.hasNames { columns.append(column("name", rows.map { $0.name ?? "" })) }
    for (position, path) in table.paths.enumerated() {
      columns.append(column(path, rows.map { $0.settings[position] ?? "" }))
    }
    if !winners.isEmpty { columns.append(column("winner", rows.map { winners[$0.run] ?? "" })) }
    let numbers = TextTable.Column(heading: ["row"], cells: rows.map { "\($0.number)" })
    return ReviewDocument([[.table(TextTable(first: numbers, columns: columns))]]).text(style)
  }

  private func column(_ heading: String, _ cells: [String]) -> TextTable.Column {
    .init(heading: [TerminalText.safe(heading)], cells: cells.map(cut), isNumeric: false)
  }

  private func cut(_ text: String) -> String {
    TerminalText.beginning(TerminalText.safe(text), width: Self.width)
  }
}
