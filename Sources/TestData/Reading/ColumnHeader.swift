/// A column that a table may have.
protocol TableColumn: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether the table is of no use without it.
  var isRequired: Bool { get }
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
  case value, country, channel, device, system

  var isRequired: Bool {
    switch self {
    case .installID, .arm, .installedAt, .promptedAt, .decidedAt, .status: true
    case .segment, .release, .language, .retainedD1, .retainedD7, .value, .country, .channel, .device,
      .system:
      false
    }
  }
}

/// What columns are called in somebody's file, where that is not our name: `--map column=theirs`.
public struct ColumnNames: Hashable, Sendable {
  /// Pairs in the order given.
  private(set) var pairs: [(ours: String, theirs: String)] = []

  /// Every column that can be renamed.
  public static let known: [String] = {
    var names = EventsColumn.allCases.map(\.rawValue)
    for column in CountsColumn.allCases where !names.contains(column.rawValue) {
      names.append(column.rawValue)
    }
    return names
  }()

  /// Whether somebody can say what columns are called.
  private(set) var isOption = true

  /// No column has another name.
  public init() {}

  /// No column has another name, and the command has no option that gives it one.
  public static let ofFile: ColumnNames = {
    var names = ColumnNames()
    names.isOption = false
    return names
  }()

  /// Says that the file calls a column otherwise.
  ///
  /// - Returns: whether there is such a column, and it was not renamed before.
  public mutating func rename(_ ours: String, to theirs: String) -> Bool {
    guard Self.known.contains(ours), !pairs.contains(where: { $0.ours == ours }) else { return false }
    pairs.append((ours, theirs))
    return true
  }

  func theirs(_ ours: String) -> String? { pairs.first { $0.ours == ours }?.theirs }

  /// Whether the same columns have the same names.
  public static func == (first: ColumnNames, second: ColumnNames) -> Bool {
    first.pairs.elementsEqual(second.pairs) { $0 == $1 }
  }

  /// Feeds the pairs to the hasher.
  public func hash(into hasher: inout Hasher) {
    for pair in pairs {
      hasher.combine(pair.ours)
      hasher.combine(pair.theirs)
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
  init(
    _ names: [String], _ renamed: ColumnNames, locations: [(line: Int, column: Int)], log: inout ProblemLog
  ) {
    count = names.count
    var taken = Set<Int>()
    var readers: [Int: Column] = [:]
    for column in Column.allCases {
      let theirs = renamed.theirs(column.rawValue)
      let wanted = theirs ?? column.rawValue
      let found = names.indices.filter {
        theirs == nil ? names[$0].lowercased() == wanted : names[$0] == wanted
      }
      if let first = found.first {
        positions[column] = first
        taken.insert(first)
        if let other = readers.updateValue(column, forKey: first) {
          log.add(
            line: locations[first].line, column: locations[first].column,
            "--map has column '\(names[first])' read as '\(other.rawValue)' and as '\(column.rawValue)'; expected one of them"
          )
        }
        if let second = found.dropFirst().first {
          log.add(
            line: locations[second].line, column: locations[second].column,
            "a second column '\(wanted)'; expected each once")
          taken.formUnion(found)
        }
      } else if let theirs {
        log.add(
          line: locations.first?.line ?? 1, column: 1,
          "no column '\(theirs)', which --map says is '\(column.rawValue)'; the file has \(Self.list(names))")
      } else if column.isRequired {
        log.add(
          line: locations.first?.line ?? 1, column: 1,
          "no column '\(column.rawValue)'; the file has \(Self.list(names)). "
            + (renamed.isOption
              ? "Is it called otherwise? --map \(column.rawValue)=THEIRS"
              : "Is it called otherwise? Give it that name in the file"))
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
