/// A column that a table may have.
protocol TableColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether the table is of no use without it.
  var isRequired: Bool { get }
  /// Another name of it, which counts where no column has its own.
  var otherName: String? { get }
}

extension TableColumn {
  /// Systems are segments, of which one may show no alert.
  var otherName: String? { rawValue == "segment" ? "system" : nil }
}

/// Columns of a table of counts.
enum CountsColumn: String, TableColumn {
  case arm, installs, prompted, answered, denied, allowed, day, segment, release, language
  case retainedD1 = "retained_d1"
  case retainedD1Of = "retained_d1_of"
  case retainedD7 = "retained_d7"
  case retainedD7Of = "retained_d7_of"
  case valueMean = "value_mean"
  case valueSD = "value_sd"
  case valueOf = "value_of"

  var isRequired: Bool { self == .arm || self == .allowed }
}

/// Columns of a table of event rows.
enum EventsColumn: String, TableColumn {
  case installID = "install_id"
  case arm
  case installedAt = "installed_at"
  case promptedAt = "prompted_at"
  case decidedAt = "decided_at"
  case status, segment, release, language
  case retainedD1 = "retained_d1"
  case retainedD7 = "retained_d7"
  case value

  var isRequired: Bool {
    switch self {
    case .installID, .arm, .installedAt, .promptedAt, .decidedAt, .status: true
    case .segment, .release, .language, .retainedD1, .retainedD7, .value: false
    }
  }
}

/// Where each column stands in the rows of one file.
struct ColumnHeader<Column: TableColumn> {
  private var positions: [Column: Int] = [:]
  /// How many cells each row must have.
  let count: Int
  /// What a reader should know: the columns that nothing is read from.
  private(set) var remarks: [String] = []

  /// Reads the names; what is missing, double or unknown goes into the log.
  init(_ names: [String], locations: [(line: Int, column: Int)], log: inout ProblemLog) {
    count = names.count
    var taken = Set<Int>()
    for column in Column.allCases {
      var found = names.indices.filter { names[$0].lowercased() == column.rawValue }
      if found.isEmpty, let other = column.otherName {
        found = names.indices.filter { names[$0].lowercased() == other }
      }
      if let first = found.first {
        positions[column] = first
        taken.formUnion(found)
        if let second = found.dropFirst().first {
          log.add(
            line: locations[second].line, column: locations[second].column,
            "a second column '\(column.rawValue)'; expected each once")
        }
      } else if column.isRequired {
        log.add(
          line: locations.first?.line ?? 1, column: 1,
          "no column '\(column.rawValue)'; the file has \(Self.list(names)). Is it called otherwise? Give it that name "
            + "in the file")
      }
    }
    let found = positions
    remarks = ignoredColumns(
      names.indices.filter { !taken.contains($0) }.map { names[$0] },
      open: Column.allCases.filter { found[$0] == nil }.map(\.rawValue))
  }

  /// Adds what a reader should know.
  mutating func add(remark: String) { remarks.append(remark) }

  /// Where the column stands, if the file has it.
  subscript(column: Column) -> Int? { positions[column] }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { name in
      var copy = Array(name.utf8)
      return copy.withUnsafeMutableBufferPointer { quoted(UnsafeBufferPointer($0)) }
    }
    return shown.joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}
