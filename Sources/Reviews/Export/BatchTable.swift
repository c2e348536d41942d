public import Rendering

/// One row of a batch: what it set, and the run that came of it.
public struct BatchRow: Equatable, Sendable {
  /// From 1 on, the header not counted.
  public var number: Int
  /// The name that the row gives its run; `nil` without one.
  public var name: String?
  /// What it sets, in the order of the columns; `nil` where the experiment's own value stays.
  public var settings: [String?]
  /// The id of its run, or what stands in place of one that is not there yet.
  public var run: String

  /// Creates a row.
  public init(number: Int, name: String?, settings: [String?], run: String) {
    self.number = number
    self.name = name
    self.settings = settings
    self.run = run
  }
}

/// Tables of the runs of a batch as one: the row's number, name and settings, then the columns of the table.
public struct BatchTable: Sendable {
  /// What the batch sets, in the order of its columns: paths as `--set` takes them.
  public var paths: [String]
  /// Whether the batch has a column of names.
  public var hasNames: Bool

  /// The columns of a batch.
  public init(paths: [String], hasNames: Bool) {
    self.paths = paths
    self.hasNames = hasNames
  }

  /// The columns of the batch, before those of the table.
  ///
  /// A path has `set.` before it: `trials` and `seed` are columns of some tables too.
  public var header: [String] { ["row"] + (hasNames ? ["name"] : []) + paths.map { "set." + $0 } }

  /// The cells of the batch's columns.
  public func cells(_ row: BatchRow) -> [CSVDocument.Cell] {
    [.integer(row.number)] + (hasNames ? [.optional(row.name)] : []) + row.settings.map(Self.cell)
  }

  /// One table of many.
  ///
  /// Tables may have columns that others lack, as of metrics that are not modelled: all come, in the order of
  /// their first appearance, and are empty where a run has none.
  public func joined(_ parts: [(row: BatchRow, document: CSVDocument)]) -> CSVDocument {
    var names: [String] = []
    var known: Set<String> = []
    for name in parts.flatMap(\.document.header) where known.insert(name).inserted { names.append(name) }
    var rows: [[CSVDocument.Cell]] = []
    for (row, document) in parts {
      let own = cells(row)
      for found in document.rows {
        let cells = Dictionary(zip(document.header, found)) { first, _ in first }
        rows.append(own + names.map { cells[$0] ?? .empty })
      }
    }
    return CSVDocument(header: header + names, rows: rows)
  }

  /// A setting as a program reads it: a number where it is one.
  private static func cell(_ setting: String?) -> CSVDocument.Cell {
    guard let setting else { return .empty }
    if let number = Int(setting) { return .integer(number) }
    if let number = UInt64(setting) { return .unsigned(number) }
    if setting.utf8.first != 0x30 || !setting.lowercased().contains("x"), let number = Double(setting),
      number.isFinite
    {
      return .number(number)
    }
    return .text(setting)
  }
}
